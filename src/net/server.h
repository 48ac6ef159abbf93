// The network: HTTP and WebSocket over TCP, within bounds. It knows nothing of tables: a House answers.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "base/error.h"

namespace volpe::server {

// A request as it came in, within the bounds of NetOptions.
struct Request {
  std::string method;   // "GET", "POST", …
  std::string path;     // decoded, begins with '/', no query
  std::string query;    // what stood after '?', as it came
  std::string token;    // of "Authorization: Bearer …", or empty
  std::string address;  // of the client: the peer's, or what a trusted proxy says
  std::string body;
  std::string encodings = {};  // Accept-Encoding, as it came
  std::string known = {};      // If-None-Match, as it came
};

struct Reply {
  int status = 200;
  std::string body;
  std::string type = "application/json";
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// One page's WebSocket. Safe from any thread, also after it has closed.
class Socket {
 public:
  virtual ~Socket() = default;
  // Never blocks. A reader so slow that more than NetOptions::longest_backlog bytes wait for it is dropped.
  virtual void send(std::shared_ptr<const std::string> text) = 0;
  virtual void close(int code, std::string_view reason) = 0;
  virtual const std::string& address() const = 0;
};

// Who answers. Called from any thread of the network, for one socket never twice at once; must not block for long.
class House {
 public:
  virtual ~House() = default;
  // The answer is given once, now or later, from any thread, also after the network is gone. HEAD is answered as GET
  // is; its body is not sent. What throws is answered with 500, and a socket closed with 1011.
  virtual void answer(Request request, std::function<void(Reply)> reply) = 0;
  virtual void opened(const std::shared_ptr<Socket>& socket) = 0;
  virtual void message(const std::shared_ptr<Socket>& socket, std::string text) = 0;
  // Once for each that was opened, after its last message.
  virtual void closed(const std::shared_ptr<Socket>& socket) = 0;
};

struct NetOptions {
  std::string listen = "127.0.0.1:8080";  // port 0: any that is free; "[::]:8080" for IPv6
  int threads = 1;
  std::vector<std::string> origins;          // pages that may open a socket, besides those whose Host is ours
  std::vector<std::string> trusted_proxies;  // addresses whose X-Forwarded-For is believed (its last entry)
  size_t longest_body = 1 << 20;
  size_t longest_message = 64 << 10;
  size_t longest_backlog = 1 << 20;
  size_t most_connections = 20'000;  // of all addresses
  size_t most_per_address = 2'000;
  double requests_a_second = 50, messages_a_second = 50;  // for each address, for each socket
  double file_price = .1;                                 // a request outside /api/ counts as a tenth of one
  double burst = 200;                                     // more than that at once is refused: 429, or close 1008
  double patience = 20;  // seconds for the whole head and body of a request, or for one write
  double answer = 30;    // seconds for the house to answer a request; then it is refused with 503
  double idle = 60;      // seconds without a sign of life (pings are sent) after which a connection is closed
};

// What /metrics shows of the network.
struct NetCounters {
  u64 connections = 0, sockets = 0;  // open now
  u64 requests = 0, messages = 0;    // ever
  u64 refused = 0;                   // too many, too large, too fast, malformed, foreign origin
  u64 dropped = 0;                   // sockets of slow readers
};

class Net {
 public:
  virtual ~Net() = default;  // stops at once
  virtual int port() const = 0;
  // Takes no more connections, lets answers that are due be written, closes sockets with 1012 ("come again"), and after
  // some seconds cuts who is still there. Then all are closed, and the house is not called any more. Not for calls of
  // the house, which it waits for.
  virtual void stop(double seconds) = 0;
  virtual NetCounters counters() const = 0;
};

// Listens, on threads of its own. The house must outlive it.
Result<std::unique_ptr<Net>> open_net(const NetOptions& options, House& house);

}  // namespace volpe::server
