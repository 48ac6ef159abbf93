// Parallel loops: every index once, one loop after the other on the same threads, and an early end.
#include "concurrency/parallel_for.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace volpe {
namespace {

TEST(ParallelFor, CallsTheBodyOnceForEveryIndex) {
  for (int threads : {1, 2, 5}) {
    ParallelFor parallel_for(threads);
    for (size_t count : {0u, 1u, 3u, 1000u}) {
      std::vector<int> calls(count);
      parallel_for(count, [&](size_t index, size_t thread) {
        EXPECT_LT(thread, size_t(threads));
        ++calls[index];
      });
      EXPECT_EQ(std::count(calls.begin(), calls.end(), 1), std::ptrdiff_t(count));
    }
  }
}

TEST(ParallelFor, EndsEarlyWhenTheBodySaysSo) {
  for (size_t threads : {1u, 2u, 5u}) {
    ParallelFor parallel_for{int(threads)};
    std::atomic<size_t> calls = 0;
    parallel_for.while_true(size_t{1} << 60, [&](size_t, size_t) { return ++calls < 100; });
    EXPECT_GE(calls, 100u);
    EXPECT_LT(calls, 100u + threads);  // each was at most in one call more
    calls = 0;
    parallel_for(10, [&](size_t, size_t) { ++calls; });
    EXPECT_EQ(calls, 10u);
  }
}

}  // namespace
}  // namespace volpe
