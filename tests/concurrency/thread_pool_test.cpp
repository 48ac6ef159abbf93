// The thread pool: order on a strand, what close() waits for, and what it drops.
#include "concurrency/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace volpe {
namespace {

TEST(ThreadPool, RunsEverythingThatWasPostedBeforeItCloses) {
  std::atomic<int> runs = 0;
  ThreadPool pool(2);
  for (int n = 0; n < 1000; ++n) pool.post([&] { ++runs; });
  pool.close();
  EXPECT_EQ(runs, 1000);
}

TEST(ThreadPool, RunsTheTasksOfAStrandInTheirOrder) {
  std::vector<int> order;  // without a mutex: a strand never runs two tasks at once
  ThreadPool pool(4);
  Strand strand = pool.strand();
  for (int n = 0; n < 1000; ++n) strand.post([&order, n] { order.push_back(n); });
  pool.close();
  ASSERT_EQ(order.size(), 1000u);
  for (int n = 0; n < 1000; ++n) ASSERT_EQ(order[size_t(n)], n);
}

TEST(ThreadPool, DropsWhatWouldComeLaterWhenItCloses) {
  bool ran = false;
  ThreadPool pool(1);
  pool.post_after(3'600'000, [&] { ran = true; });
  pool.close();
  pool.post_after(0, [&] { ran = true; });
  EXPECT_FALSE(ran);
}

TEST(ThreadPool, RunsLaterTasksAfterEarlierOnes) {
  std::promise<int> first;
  ThreadPool pool(1);
  std::atomic<int> runs = 0;
  pool.post_after(20, [&] { first.set_value(runs); });
  pool.post([&] { ++runs; });
  EXPECT_EQ(first.get_future().get(), 1);
}

TEST(ThreadPool, StaysOpenForTheHolderOfAWorkGuard) {
  std::promise<void> closing;
  bool ran = false;
  ThreadPool pool(1);
  std::thread outside([&pool, &ran, &closing, guard = pool.work_guard()]() mutable {
    closing.get_future().wait();
    pool.post([&ran] { ran = true; });
    guard.reset();
  });
  pool.post([&] { closing.set_value(); });
  pool.close();
  outside.join();
  EXPECT_TRUE(ran);
}

}  // namespace
}  // namespace volpe
