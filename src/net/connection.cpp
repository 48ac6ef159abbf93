// How connections end, and their deadlines.
#include "net/connection.h"

#include <algorithm>

namespace volpe::net {

Connection::Connection(std::shared_ptr<ServerContext> context, EventLoop& loop, ConnectionSlot slot)
    : context_(std::move(context)), loop_(loop), slot_(std::move(slot)), timer_(loop.io()) {}

void Connection::shutdown() {
  post([this] { begin_shutdown(); });
}

void Connection::close_now() {
  post([this] { end(); });
}

void Connection::end() {
  if (ended_) return;
  const std::shared_ptr<Connection> self = shared_from_this();
  ended_ = true;
  timer_.cancel();
  error_code ignored;
  socket().close(ignored);
  on_closed();
  slot_.release();
  context_->connections.remove(self);
}

void Connection::abort() {
  error_code ignored;
  if (!ended_) socket().set_option(asio::socket_base::linger(true, 0), ignored);
  end();
}

void Connection::begin_lingering_close() {
  constexpr double longest = 5;
  set_deadline(std::min(longest, options().socket_timeout));
  lingering_ = true;
}

void Connection::begin_write() { set_deadline(options().socket_timeout); }

void Connection::end_write(error_code error) {
  if (ended_) return;
  error ? end() : clear_deadline();
}

void Connection::clear_deadline() {
  if (!lingering_) deadline_ = SteadyClock::time_point::max();
}

void Connection::set_deadline(double count) {
  if (lingering_) return;
  deadline_ = SteadyClock::now() + seconds(count);
  if (!timer_armed_ || deadline_ < timer_.expiry()) arm_timer();
}

void Connection::arm_timer() {
  timer_armed_ = true;
  timer_.expires_at(deadline_);
  timer_.async_wait([weak = weak_from_this()](error_code error) {
    if (error) return;
    if (const std::shared_ptr<Connection> self = weak.lock()) self->check_deadline();
  });
}

void Connection::check_deadline() {
  if (ended_) return;
  timer_armed_ = false;
  if (deadline_ == SteadyClock::time_point::max()) return;
  if (SteadyClock::now() < deadline_) return arm_timer();
  deadline_ = SteadyClock::time_point::max();
  on_timeout();
}

}  // namespace volpe::net
