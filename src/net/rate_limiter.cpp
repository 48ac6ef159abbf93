// Counts and token buckets by address.
#include "net/rate_limiter.h"

#include <algorithm>

namespace volpe::net {

ConnectionSlot& ConnectionSlot::operator=(ConnectionSlot&& other) noexcept {
  if (this == &other) return *this;
  release();
  limiter_ = std::exchange(other.limiter_, nullptr);
  address_ = std::move(other.address_);
  return *this;
}

void ConnectionSlot::release() {
  if (limiter_ != nullptr) std::exchange(limiter_, nullptr)->leave(address_);
}

std::optional<ConnectionSlot> RateLimiter::admit(const std::string& address, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (connections_ >= options_.most_connections) return {};
  if (!address.empty()) {
    Usage* const found = usage(address, now);
    if (found == nullptr || found->connections >= options_.most_per_address) return {};
    ++found->connections;
  }
  ++connections_;
  return ConnectionSlot(*this, address);
}

double RateLimiter::retry_after(const std::string& address, double price, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  Usage* const found = usage(address, now);
  if (found == nullptr) return 1;
  if (found->requests.take(now, options_.requests_a_second, options_.burst, price)) return 0;
  const double missing = found->requests.missing(now, options_.requests_a_second) + price - options_.burst;
  return missing / std::max(options_.requests_a_second, 1e-3);
}

void RateLimiter::leave(const std::string& address) {
  const std::lock_guard lock(mutex_);
  --connections_;
  if (const auto found = usages_.find(address); found != usages_.end()) --found->second.connections;
}

// Null when the table is full of addresses that are in use.
RateLimiter::Usage* RateLimiter::usage(const std::string& address, Clock::time_point now) {
  if (const auto found = usages_.find(address); found != usages_.end()) return &found->second;
  if (usages_.size() >= evict_at_) evict_idle(now);
  if (usages_.size() >= most_addresses) return nullptr;
  return &usages_[address];
}

// Visits every address, so it runs when the table has doubled or, when it is full, once a second.
void RateLimiter::evict_idle(Clock::time_point now) {
  if (now - evicted_ < std::chrono::seconds(1) && usages_.size() >= most_addresses) return;
  evicted_ = now;
  std::erase_if(usages_, [&](const auto& entry) {
    const Usage& usage = entry.second;
    return usage.connections == 0 && usage.requests.missing(now, options_.requests_a_second) <= 0;
  });
  evict_at_ = std::clamp<size_t>(2 * usages_.size(), 1000, most_addresses);
}

size_t RateLimiter::connections() const {
  const std::lock_guard lock(mutex_);
  return connections_;
}

size_t RateLimiter::addresses() const {
  const std::lock_guard lock(mutex_);
  return usages_.size();
}

}  // namespace volpe::net
