// Token buckets by address, within a bound of memory.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <unordered_map>

#include "base/bits.h"

namespace volpe::net {

using SteadyClock = std::chrono::steady_clock;

// A token bucket, full at first. It keeps what is missing, so that a full one is all zeros.
class TokenBucket {
 public:
  bool take(SteadyClock::time_point now, double rate, double burst, double price = 1) {
    missing_ = missing(now, rate);
    filled_ = now;
    if (missing_ + price > burst) return false;
    missing_ += price;
    return true;
  }
  // What is missing after refilling until now; takes nothing.
  double missing(SteadyClock::time_point now, double rate) const {
    const double filled = rate * std::chrono::duration<double>(now - filled_).count();
    return filled >= missing_ ? 0 : missing_ - filled;
  }

 private:
  double missing_ = 0;
  SteadyClock::time_point filled_;
};

// Its owner locks it. Addresses are rate-limit keys (http_fields.h).
class BucketMap {
 public:
  struct Usage {
    TokenBucket bucket;
    size_t connections = 0;  // an address that has some is not evicted
  };

  BucketMap(double rate, size_t most) : rate_(rate), most_(most) {}

  // Null when the map is full of addresses that are in use.
  Usage* of(const std::string& address, SteadyClock::time_point now) {
    if (Usage* const found = find(address)) return found;
    if (usages_.size() >= evict_at_) evict_idle(now);
    return usages_.size() >= most_ ? nullptr : &usages_[address];
  }
  // Null if nothing is remembered of the address.
  Usage* find(const std::string& address) {
    const auto found = usages_.find(address);
    return found == usages_.end() ? nullptr : &found->second;
  }
  size_t size() const { return usages_.size(); }
  double rate() const { return rate_; }

 private:
  // Visits every address, so it runs when the map has doubled or, when it is full, once a second.
  void evict_idle(SteadyClock::time_point now) {
    if (usages_.size() >= most_ && now - evicted_ < std::chrono::seconds(1)) return;
    evicted_ = now;
    std::erase_if(usages_, [&](const auto& one) {
      return one.second.connections == 0 && one.second.bucket.missing(now, rate_) <= 0;
    });
    evict_at_ = std::clamp<size_t>(2 * usages_.size(), std::min<size_t>(1000, most_), most_);
  }

  const double rate_;  // tokens a second
  const size_t most_;
  std::unordered_map<std::string, Usage> usages_;
  size_t evict_at_ = 1000;
  SteadyClock::time_point evicted_;
};

}  // namespace volpe::net
