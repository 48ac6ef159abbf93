// The gate: how many connections and how many requests a second an address may have. Its memory is bounded.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "net/server.h"

namespace volpe::server {

using Clock = std::chrono::steady_clock;

// A token bucket, full at first. It keeps what is missing, so that a full one is all zeros.
class Bucket {
 public:
  bool take(Clock::time_point now, double rate, double burst, double price = 1) {
    missing_ = missing(now, rate);
    filled_ = now;
    if (missing_ + price > burst) return false;
    missing_ += price;
    return true;
  }
  // What fills up until now, without taking anything.
  double missing(Clock::time_point now, double rate) const {
    const double filled = rate * std::chrono::duration<double>(now - filled_).count();
    return filled >= missing_ ? 0 : missing_ - filled;
  }

 private:
  double missing_ = 0;
  Clock::time_point filled_;
};

class Gate;

// The place of one connection, given back at its end.
class Ticket {
 public:
  Ticket() = default;
  Ticket(Gate& gate, std::string address) : gate_(&gate), address_(std::move(address)) {}
  Ticket(Ticket&& other) noexcept : gate_(std::exchange(other.gate_, nullptr)), address_(std::move(other.address_)) {}
  Ticket& operator=(Ticket&& other) noexcept;
  ~Ticket() { give_back(); }
  void give_back();

 private:
  Gate* gate_ = nullptr;
  std::string address_;
};

// Safe from any thread. Addresses are what net_request.h calls neighbourhoods.
class Gate {
 public:
  explicit Gate(const NetOptions& options) : options_(options) {}

  // An empty address (a proxy's) counts among all only.
  std::optional<Ticket> admit(const std::string& address, Clock::time_point now = Clock::now());
  // 0, or after how many seconds the address may ask again.
  double seconds_to_wait(const std::string& address, double price = 1, Clock::time_point now = Clock::now());

  size_t connections() const;
  size_t addresses() const;  // remembered

  static constexpr size_t most_addresses = 100'000;

 private:
  friend class Ticket;
  struct Account {
    Bucket requests;
    size_t connections = 0;
  };

  void leave(const std::string& address);
  Account* account(const std::string& address, Clock::time_point now);
  void forget_the_quiet(Clock::time_point now);

  const NetOptions options_;
  mutable std::mutex mutex_;
  size_t connections_ = 0;
  std::unordered_map<std::string, Account> accounts_;
  size_t crowd_ = 1000;  // forget when there are as many
  Clock::time_point forgot_;
};

}  // namespace volpe::server
