// The thread pool: its order, its bound, and what it runs before it ends.
#include "concurrency/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace volpe {
namespace {

TEST(ThreadPool, RunsEverythingThatWasPostedBeforeItCloses) {
  std::atomic<int> runs = 0;
  ThreadPool pool(2);
  for (int n = 0; n < 1000; ++n) EXPECT_TRUE(pool.post([&] { ++runs; }));
  pool.close();
  EXPECT_EQ(runs, 1000);
  EXPECT_FALSE(pool.post([&] { ++runs; }));
  EXPECT_EQ(runs, 1000);
}

TEST(ThreadPool, ForgetsWhatHasNotBegun) {
  std::promise<void> started, go_on;
  bool ran = false;
  ThreadPool pool(1);
  pool.post([&] {
    started.set_value();
    go_on.get_future().wait();
  });
  started.get_future().wait();
  pool.post([&] { ran = true; });
  EXPECT_EQ(pool.queued(), 1u);
  pool.clear();
  EXPECT_EQ(pool.queued(), 0u);
  go_on.set_value();
  pool.close();
  EXPECT_FALSE(ran);
}

}  // namespace
}  // namespace volpe
