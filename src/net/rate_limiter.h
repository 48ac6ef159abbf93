// The rate limiter: how many connections and requests per second an address may have. Its memory is bounded.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "net/bucket_map.h"
#include "net/server.h"

namespace volpe::net {

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
  explicit RateLimiter(const ServerOptions& options)
      : options_(options), usages_(options.requests_a_second, most_addresses) {}

  // An empty address (a proxy's) counts towards the total only.
  std::optional<ConnectionSlot> admit(const std::string& address, SteadyClock::time_point now = SteadyClock::now());
  // 0, or after how many seconds the address may send again.
  double retry_after(const std::string& address, double price = 1, SteadyClock::time_point now = SteadyClock::now());

  size_t connections() const;
  size_t addresses() const;  // remembered

  static constexpr size_t most_addresses = 100'000;

 private:
  friend class ConnectionSlot;
  void leave(const std::string& address);

  const ServerOptions options_;
  mutable std::mutex mutex_;
  size_t connections_ = 0;
  BucketMap usages_;
};

}  // namespace volpe::net
