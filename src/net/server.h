// An HTTP and WebSocket server within bounds. It knows nothing of tables: a RequestHandler gets what arrives.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "base/error.h"
#include "concurrency/event_loop.h"

namespace volpe::net {

// A request, within the bounds of ServerOptions.
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

// A WebSocket as its session sees it. Safe from any thread, also after it has closed, but for the two that say so.
class WebSocket {
 public:
  virtual ~WebSocket() = default;
  // Never blocks. Drops the connection of a reader so slow that more than ServerOptions::longest_backlog bytes queue
  // up.
  virtual void send(std::shared_ptr<const std::string> text) = 0;
  // Closes after what was sent by the tasks that run now.
  virtual void close(int code, std::string_view reason) = 0;
  virtual const std::string& address() const = 0;
  // The event loop that the socket and its session belong to.
  virtual EventLoop& loop() = 0;
  // No messages come between these two. On the loop only.
  virtual void pause_reading() = 0;
  virtual void resume_reading() = 0;
};

// What is behind a WebSocket. Called on the socket's loop, so it must not block.
class SocketSession {
 public:
  virtual ~SocketSession() = default;
  // If it throws, the socket is closed with 1011.
  virtual void message(std::string text) = 0;
  // Once, after the last message; the socket lets go of the session then.
  virtual void closed() = 0;
};

// What the server passes requests and sockets to. Called on event loops, so it must not block.
class RequestHandler {
 public:
  virtual ~RequestHandler() = default;
  // `reply` is called once, now or later, from any thread, also after the server is gone. HEAD is handled as GET; its
  // body is not sent. If a call throws, the reply is 500.
  virtual void handle(Request request, std::function<void(Reply)> reply) = 0;
  virtual std::shared_ptr<SocketSession> opened(const std::shared_ptr<WebSocket>& socket) = 0;
};

struct ServerOptions {
  std::string listen = "127.0.0.1:8080";     // port 0: any that is free; "[::]:8080" for IPv6
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
  double socket_timeout = 20;   // seconds for the whole head and body of a request, or for one write
  double handler_timeout = 30;  // seconds for the handler to reply; then the request is refused with 503
  double idle_timeout = 60;     // seconds without a sign of life (pings are sent) after which a connection is closed
};

// What /metrics shows of the server.
struct ServerCounters {
  u64 connections = 0, sockets = 0;  // open now
  u64 requests = 0, messages = 0;    // ever
  u64 refused = 0;                   // too many, too large, too fast, malformed, foreign origin
  u64 dropped = 0;                   // sockets of slow readers
};

class Server {
 public:
  virtual ~Server() = default;  // stops at once
  virtual int port() const = 0;
  // Accepts no more connections, writes replies that are due, closes sockets with 1012 (service restart), and after
  // some seconds closes what is still open. The handler is not called after that. Must not be called by the handler,
  // whose calls it waits for.
  virtual void stop(double seconds) = 0;
  virtual ServerCounters counters() const = 0;
};

// Handler and loops must outlive the server.
Result<std::unique_ptr<Server>> start_server(const ServerOptions& options, EventLoops& loops, RequestHandler& handler);

}  // namespace volpe::net
