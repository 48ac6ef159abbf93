// The registry of open connections, and what a server starts with.
#include "net/server_context.h"

#include <algorithm>

namespace volpe::net {

SteadyClock::duration seconds(double count) {
  constexpr double years = 1e9;  // what a clock can add without overflow
  return std::chrono::duration_cast<SteadyClock::duration>(std::chrono::duration<double>(std::clamp(count, 0., years)));
}

bool ConnectionRegistry::add(std::shared_ptr<Connection> connection) {
  const std::lock_guard lock(mutex_);
  if (closed_) return false;
  connections_.insert(std::move(connection));
  return true;
}

void ConnectionRegistry::remove(const std::shared_ptr<Connection>& connection) {
  const std::lock_guard lock(mutex_);
  connections_.erase(connection);
  if (connections_.empty()) emptied_.notify_all();
}

void ConnectionRegistry::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
}

std::vector<std::shared_ptr<Connection>> ConnectionRegistry::all() const {
  const std::lock_guard lock(mutex_);
  return {connections_.begin(), connections_.end()};
}

bool ConnectionRegistry::wait_until_empty(SteadyClock::duration longest) const {
  std::unique_lock lock(mutex_);
  return emptied_.wait_for(lock, longest, [&] { return connections_.empty(); });
}

void ConnectionRegistry::wait_until_empty() const {
  std::unique_lock lock(mutex_);
  emptied_.wait(lock, [&] { return connections_.empty(); });
}

ServerContext::ServerContext(ServerOptions the_options, EventLoops& the_loops, RequestHandler& the_handler)
    : options(std::move(the_options)), loops(the_loops), handler(the_handler), limiter(options) {}

}  // namespace volpe::net
