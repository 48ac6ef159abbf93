// How many people an address may sign up: a token bucket for each address, within a bound of memory.
#pragma once

#include <mutex>
#include <string>
#include <unordered_map>

#include "net/http_fields.h"
#include "net/rate_limiter.h"

namespace volpe::server {

// Safe from any thread. Addresses whose bucket is full again are evicted.
class SignupLimiter {
 public:
  explicit SignupLimiter(double an_hour) : an_hour_(an_hour) {}

  bool admit(const std::string& address) {
    if (address == "::1" || address.starts_with("127.")) return true;
    constexpr size_t most_addresses = 10'000;
    const double rate = an_hour_ / 3600;
    const net::Clock::time_point now = net::Clock::now();
    const std::lock_guard lock(mutex_);
    if (addresses_.size() >= most_addresses)
      std::erase_if(addresses_, [&](const auto& one) { return one.second.missing(now, rate) <= 0; });
    if (addresses_.size() >= most_addresses) return false;
    return addresses_[net::rate_limit_key(address)].take(now, rate, an_hour_);
  }

 private:
  const double an_hour_;
  std::mutex mutex_;
  std::unordered_map<std::string, net::TokenBucket> addresses_;
};

}  // namespace volpe::server
