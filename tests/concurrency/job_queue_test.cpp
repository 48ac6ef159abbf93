// The job queue: its bound, its order, and how it ends.
#include "concurrency/job_queue.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>
#include <vector>

namespace volpe {
namespace {

TEST(JobQueue, RunsJobsInTheirOrder) {
  std::vector<int> order;
  std::promise<void> last;
  JobQueue queue(1, 100);
  for (int n = 0; n < 50; ++n) ASSERT_TRUE(queue.add([&order, n] { order.push_back(n); }));
  ASSERT_TRUE(queue.add([&] { last.set_value(); }));
  last.get_future().wait();
  ASSERT_EQ(order.size(), 50u);
  for (int n = 0; n < 50; ++n) EXPECT_EQ(order[size_t(n)], n);
}

TEST(JobQueue, RefusesWhatIsTooLong) {
  std::promise<void> started, go_on;
  JobQueue queue(1, 2);
  ASSERT_TRUE(queue.add([&] {
    started.set_value();
    go_on.get_future().wait();
  }));
  started.get_future().wait();
  EXPECT_TRUE(queue.add([] {}));
  EXPECT_TRUE(queue.add([] {}));
  EXPECT_EQ(queue.queued(), 2u);
  EXPECT_FALSE(queue.add([] {})) << "two wait already";
  go_on.set_value();
}

TEST(JobQueue, DropsWhatIsQueuedAndTellsWhatRunsWhenItEnds) {
  bool dropped = true, told = false;
  std::promise<void> started;
  {
    JobQueue queue(1, 10);
    ASSERT_TRUE(queue.add([&] {
      started.set_value();
      while (!queue.ending()) std::this_thread::yield();
      told = true;
    }));
    started.get_future().wait();
    ASSERT_TRUE(queue.add([&] { dropped = false; }));
  }
  EXPECT_TRUE(told);
  EXPECT_TRUE(dropped);
}

}  // namespace
}  // namespace volpe
