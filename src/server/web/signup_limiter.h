// How many people an address may sign up: a token bucket for each address, within a bound of memory.
#pragma once

#include <mutex>
#include <string>

#include "concurrency/clock.h"
#include "net/bucket_map.h"
#include "net/http_fields.h"

namespace volpe::server {

// Safe from any thread.
class SignupLimiter {
 public:
  SignupLimiter(double an_hour, const Clock& clock)
      : an_hour_(an_hour), clock_(clock), addresses_(an_hour / 3600, most_addresses) {}

  // People who sign up on this machine itself are not counted.
  bool admit(const std::string& address) {
    if (address == "::1" || address.starts_with("127.")) return true;
    const Clock::Time now = clock_.now();
    const std::lock_guard lock(mutex_);
    net::BucketMap::Usage* const usage = addresses_.of(net::rate_limit_key(address), now);
    return usage != nullptr && usage->bucket.take(now, addresses_.rate(), an_hour_);
  }

  static constexpr size_t most_addresses = 10'000;

 private:
  const double an_hour_;
  const Clock& clock_;
  std::mutex mutex_;
  net::BucketMap addresses_;
};

}  // namespace volpe::server
