// Counts of connections, and how long an address that was too fast has to wait.
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

std::optional<ConnectionSlot> RateLimiter::admit(const std::string& address, SteadyClock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (connections_ >= options_.most_connections) return {};
  if (!address.empty()) {
    BucketMap::Usage* const found = usages_.of(address, now);
    if (found == nullptr || found->connections >= options_.most_per_address) return {};
    ++found->connections;
  }
  ++connections_;
  return ConnectionSlot(*this, address);
}

double RateLimiter::retry_after(const std::string& address, double price, SteadyClock::time_point now) {
  const std::lock_guard lock(mutex_);
  BucketMap::Usage* const found = usages_.of(address, now);
  if (found == nullptr) return 1;
  if (found->bucket.take(now, options_.requests_a_second, options_.burst, price)) return 0;
  const double missing = found->bucket.missing(now, options_.requests_a_second) + price - options_.burst;
  return missing / std::max(options_.requests_a_second, 1e-3);
}

void RateLimiter::leave(const std::string& address) {
  const std::lock_guard lock(mutex_);
  --connections_;
  if (BucketMap::Usage* const found = usages_.find(address)) --found->connections;
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
