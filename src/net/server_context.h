// What all connections of a server share: options, event loops, request handler, limits, counters, the registry.
#pragma once

#include <atomic>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <unordered_set>

#include "concurrency/event_loop.h"
#include "net/rate_limiter.h"

namespace volpe::net {

namespace asio = boost::asio;
using boost::system::error_code;

using Executor = asio::io_context::executor_type;  // of an event loop
using Timer = asio::basic_waitable_timer<SteadyClock, asio::wait_traits<SteadyClock>, Executor>;

class Connection;

SteadyClock::duration seconds(double count);

// The connections that are open. Safe from any thread.
class ConnectionRegistry {
 public:
  bool add(std::shared_ptr<Connection> connection);  // false once the registry is closed
  void remove(const std::shared_ptr<Connection>& connection);
  void close();
  std::vector<std::shared_ptr<Connection>> all() const;
  bool wait_until_empty(SteadyClock::duration longest) const;  // whether all ended in time
  void wait_until_empty() const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable emptied_;
  std::unordered_set<std::shared_ptr<Connection>> connections_;
  bool closed_ = false;
};

// The context outlives the server for as long as a handler keeps sockets.
struct ServerContext {
  ServerContext(ServerOptions the_options, EventLoops& the_loops, RequestHandler& the_handler);

  const ServerOptions options;
  EventLoops& loops;
  RequestHandler& handler;
  RateLimiter limiter;
  ConnectionRegistry connections;
  std::atomic<u64> sockets = 0, requests = 0, messages = 0, refused = 0, dropped = 0;
};

}  // namespace volpe::net
