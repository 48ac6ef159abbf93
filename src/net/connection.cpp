// The porch: who is in, how connections end, and their deadlines.
#include "net/connection.h"

#include <algorithm>

namespace volpe::server {

Clock::duration seconds(double count) {
  constexpr double years = 1e9;  // what a clock can add without overflow
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::clamp(count, 0., years)));
}

Porch::Porch(NetOptions the_options, House& the_house)
    : options(std::move(the_options)), house(the_house), io(options.threads), gate(options) {}

bool Porch::add(std::shared_ptr<Connection> connection) {
  const std::lock_guard lock(mutex_);
  if (shut_) return false;
  connections_.insert(std::move(connection));
  return true;
}

void Porch::remove(const std::shared_ptr<Connection>& connection) {
  const std::lock_guard lock(mutex_);
  connections_.erase(connection);
  if (connections_.empty()) left_.notify_all();
}

void Porch::shut() {
  const std::lock_guard lock(mutex_);
  shut_ = true;
}

std::vector<std::shared_ptr<Connection>> Porch::connections() const {
  const std::lock_guard lock(mutex_);
  return {connections_.begin(), connections_.end()};
}

bool Porch::wait_until_empty(Clock::duration longest) const {
  std::unique_lock lock(mutex_);
  return left_.wait_for(lock, longest, [&] { return connections_.empty(); });
}

void Porch::wait_until_empty() const {
  std::unique_lock lock(mutex_);
  left_.wait(lock, [&] { return connections_.empty(); });
}

Connection::Connection(std::shared_ptr<Porch> porch, Strand strand, Ticket ticket)
    : porch_(std::move(porch)), strand_(std::move(strand)), ticket_(std::move(ticket)), alarm_(strand_) {}

void Connection::leave_soon() {
  enter([this] { wind_down(); });
}

void Connection::cut() {
  enter([this] { end(); });
}

void Connection::end() {
  if (ended_) return;
  const std::shared_ptr<Connection> self = shared_from_this();
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  alarm_.cancel();
  error_code ignored;
  wire().close(ignored);
  farewell();
  ticket_.give_back();
  porch_->remove(self);
}

void Connection::end_abruptly() {
  error_code ignored;
  if (!ended_) wire().set_option(asio::socket_base::linger(true, 0), ignored);
  end();
}

void Connection::begin_to_hang_up() {
  constexpr double longest = 5;
  expect_within(std::min(longest, options().patience));
  hanging_up_ = true;
}

void Connection::expect_nothing() {
  if (!hanging_up_) due_ = Clock::time_point::max();
}

void Connection::expect_within(double count) {
  if (hanging_up_) return;
  due_ = Clock::now() + seconds(count);
  if (!alarm_set_ || due_ < alarm_.expiry()) set_alarm();
}

void Connection::set_alarm() {
  alarm_set_ = true;
  alarm_.expires_at(due_);
  alarm_.async_wait([weak = weak_from_this()](error_code error) {
    if (error) return;
    if (const std::shared_ptr<Connection> self = weak.lock()) self->look_at_the_clock();
  });
}

void Connection::look_at_the_clock() {
  if (ended_) return;
  alarm_set_ = false;
  if (due_ == Clock::time_point::max()) return;
  if (Clock::now() < due_) return set_alarm();
  due_ = Clock::time_point::max();
  late();
}

}  // namespace volpe::server
