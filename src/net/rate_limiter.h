// The rate limiter: how many connections and requests per second an address may have. Its memory is bounded.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "net/server.h"

namespace volpe::net {

using Clock = std::chrono::steady_clock;

// A token bucket, full at first. It keeps what is missing, so that a full one is all zeros.
class TokenBucket {
 public:
  bool take(Clock::time_point now, double rate, double burst, double price = 1) {
    missing_ = missing(now, rate);
    filled_ = now;
    if (missing_ + price > burst) return false;
    missing_ += price;
    return true;
  }
  // What is missing after refilling until now; takes nothing.
  double missing(Clock::time_point now, double rate) const {
    const double filled = rate * std::chrono::duration<double>(now - filled_).count();
    return filled >= missing_ ? 0 : missing_ - filled;
  }

 private:
  double missing_ = 0;
  Clock::time_point filled_;
};

class RateLimiter;

// One connection's slot in the limits; destroying it releases the slot.
class ConnectionSlot {
 public:
  ConnectionSlot() = default;
  ConnectionSlot(RateLimiter& limiter, std::string address) : limiter_(&limiter), address_(std::move(address)) {}
  ConnectionSlot(ConnectionSlot&& other) noexcept
      : limiter_(std::exchange(other.limiter_, nullptr)), address_(std::move(other.address_)) {}
  ConnectionSlot& operator=(ConnectionSlot&& other) noexcept;
  ~ConnectionSlot() { release(); }
  void release();

 private:
  RateLimiter* limiter_ = nullptr;
  std::string address_;
};

// Safe from any thread. Addresses are rate-limit keys (http_fields.h).
class RateLimiter {
 public:
  explicit RateLimiter(const ServerOptions& options) : options_(options) {}

  // An empty address (a proxy's) counts towards the total only.
  std::optional<ConnectionSlot> admit(const std::string& address, Clock::time_point now = Clock::now());
  // 0, or after how many seconds the address may send again.
  double retry_after(const std::string& address, double price = 1, Clock::time_point now = Clock::now());

  size_t connections() const;
  size_t addresses() const;  // remembered

  static constexpr size_t most_addresses = 100'000;

 private:
  friend class ConnectionSlot;
  struct Usage {
    TokenBucket requests;
    size_t connections = 0;
  };

  void leave(const std::string& address);
  Usage* usage(const std::string& address, Clock::time_point now);
  void evict_idle(Clock::time_point now);

  const ServerOptions options_;
  mutable std::mutex mutex_;
  size_t connections_ = 0;
  std::unordered_map<std::string, Usage> usages_;
  size_t evict_at_ = 1000;  // evict idle addresses when there are as many
  Clock::time_point evicted_;
};

}  // namespace volpe::net
