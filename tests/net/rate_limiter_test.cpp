// The rate limiter: bounded memory, counted connections.
#include "net/rate_limiter.h"

#include <gtest/gtest.h>

namespace volpe::net {
namespace {

TEST(RateLimiterTest, ForgetsTheQuietAndIsBounded) {
  RateLimiter gate(ServerOptions{});
  const SteadyClock::time_point now{std::chrono::hours(1)};
  const auto address = [](size_t n) { return "a" + std::to_string(n); };
  const std::optional<ConnectionSlot> guest = gate.admit("guest", now);
  for (size_t n = 1; n < RateLimiter::most_addresses; ++n) EXPECT_EQ(gate.retry_after(address(n), 1, now), 0);
  EXPECT_EQ(gate.addresses(), RateLimiter::most_addresses);
  EXPECT_GT(gate.retry_after("one more", 1, now), 0);
  EXPECT_FALSE(gate.admit("one more", now));
  EXPECT_EQ(gate.retry_after("guest", 1, now), 0);
  EXPECT_EQ(gate.retry_after("one more", 1, now + std::chrono::seconds(10)), 0);
  EXPECT_EQ(gate.addresses(), 2U) << "the guest and the new one";
}

TEST(RateLimiterTest, CountsPlaces) {
  ServerOptions options;
  options.most_connections = 3;
  options.most_per_address = 2;
  RateLimiter gate(options);
  std::optional<ConnectionSlot> first = gate.admit("a"), second = gate.admit("a");
  EXPECT_FALSE(gate.admit("a"));
  const std::optional<ConnectionSlot> proxy = gate.admit("");
  EXPECT_FALSE(gate.admit("b"));
  ConnectionSlot moved = std::move(*first);
  first.reset();
  EXPECT_EQ(gate.connections(), 3U);
  moved = ConnectionSlot();
  EXPECT_EQ(gate.connections(), 2U);
  EXPECT_TRUE(gate.admit("a"));
}

}  // namespace
}  // namespace volpe::net
