// How many people an address may sign up, with a clock that the test moves.
#include "server/web/signup_limiter.h"

#include <gtest/gtest.h>

#include "concurrency/moved_clock.h"

namespace volpe::server {
namespace {

using namespace std::chrono_literals;

TEST(SignupLimiter, AdmitsSoManyAnHourFromAnAddress) {
  MovedClock clock;
  EventLoops loops(1, clock);
  SignupLimiter limiter(3, clock);
  for (int n = 0; n < 3; ++n) EXPECT_TRUE(limiter.admit("192.0.2.1"));
  EXPECT_FALSE(limiter.admit("192.0.2.1"));
  EXPECT_TRUE(limiter.admit("192.0.2.2"));
  clock.advance(20min, loops);
  EXPECT_TRUE(limiter.admit("192.0.2.1")) << "a third of an hour is one of three";
  EXPECT_FALSE(limiter.admit("192.0.2.1"));
}

TEST(SignupLimiter, CountsNobodyOfThisMachine) {
  SignupLimiter limiter(1, real_clock());
  for (int n = 0; n < 100; ++n) {
    EXPECT_TRUE(limiter.admit("127.0.0.1"));
    EXPECT_TRUE(limiter.admit("::1"));
  }
}

TEST(SignupLimiter, RemembersABoundedNumberOfAddressesAndForgetsTheQuiet) {
  MovedClock clock;
  EventLoops loops(1, clock);
  SignupLimiter limiter(1, clock);
  const auto address = [](size_t n) {
    return "10." + std::to_string(n / 65536) + "." + std::to_string(n / 256 % 256) + "." + std::to_string(n % 256);
  };
  for (size_t n = 0; n < SignupLimiter::most_addresses; ++n) EXPECT_TRUE(limiter.admit(address(n)));
  EXPECT_FALSE(limiter.admit("192.0.2.1")) << "no room for another address";
  clock.advance(2h, loops);
  EXPECT_TRUE(limiter.admit("192.0.2.1"));
}

}  // namespace
}  // namespace volpe::server
