// The gate: counts and buckets of addresses.
#include "net/rate_limiter.h"

#include <algorithm>

namespace volpe::server {

Ticket& Ticket::operator=(Ticket&& other) noexcept {
  if (this == &other) return *this;
  give_back();
  gate_ = std::exchange(other.gate_, nullptr);
  address_ = std::move(other.address_);
  return *this;
}

void Ticket::give_back() {
  if (gate_ != nullptr) std::exchange(gate_, nullptr)->leave(address_);
}

std::optional<Ticket> Gate::admit(const std::string& address, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (connections_ >= options_.most_connections) return {};
  if (!address.empty()) {
    Account* const found = account(address, now);
    if (found == nullptr || found->connections >= options_.most_per_address) return {};
    ++found->connections;
  }
  ++connections_;
  return Ticket(*this, address);
}

double Gate::seconds_to_wait(const std::string& address, double price, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  Account* const found = account(address, now);
  if (found == nullptr) return 1;
  if (found->requests.take(now, options_.requests_a_second, options_.burst, price)) return 0;
  const double missing = found->requests.missing(now, options_.requests_a_second) + price - options_.burst;
  return missing / std::max(options_.requests_a_second, 1e-3);
}

void Gate::leave(const std::string& address) {
  const std::lock_guard lock(mutex_);
  --connections_;
  if (const auto found = accounts_.find(address); found != accounts_.end()) --found->second.connections;
}

// Null when the table is full of addresses that can not be forgotten.
Gate::Account* Gate::account(const std::string& address, Clock::time_point now) {
  if (const auto found = accounts_.find(address); found != accounts_.end()) return &found->second;
  if (accounts_.size() >= crowd_) forget_the_quiet(now);
  if (accounts_.size() >= most_addresses) return nullptr;
  return &accounts_[address];
}

// Looks at all, so it waits until the table has doubled or, when it is full, for a second.
void Gate::forget_the_quiet(Clock::time_point now) {
  if (now - forgot_ < std::chrono::seconds(1) && accounts_.size() >= most_addresses) return;
  forgot_ = now;
  std::erase_if(accounts_, [&](const auto& entry) {
    const Account& account = entry.second;
    return account.connections == 0 && account.requests.missing(now, options_.requests_a_second) <= 0;
  });
  crowd_ = std::clamp<size_t>(2 * accounts_.size(), 1000, most_addresses);
}

size_t Gate::connections() const {
  const std::lock_guard lock(mutex_);
  return connections_;
}

size_t Gate::addresses() const {
  const std::lock_guard lock(mutex_);
  return accounts_.size();
}

}  // namespace volpe::server
