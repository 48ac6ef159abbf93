// Event loops: order, batches, timers by a clock that the test moves, and what close() runs and drops.
#include "concurrency/event_loop.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include "concurrency/moved_clock.h"

namespace volpe {
namespace {

using namespace std::chrono_literals;

// Returns when the loop has run everything that was posted to it before.
void settle(EventLoop& loop) {
  std::promise<void> done;
  loop.post([&] { done.set_value(); });
  done.get_future().wait();
}

TEST(EventLoop, RunsTheTasksOfAThreadInTheirOrder) {
  EventLoops loops(1);
  std::vector<std::thread> threads;
  std::vector<int> last(4, -1);  // without a lock: a loop runs one task at a time
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (int n = 0; n < 1000; ++n)
        loops[0].post([&, thread, n] {
          EXPECT_EQ(last[size_t(thread)], n - 1);
          last[size_t(thread)] = n;
        });
    });
  for (std::thread& thread : threads) thread.join();
  loops.close();
  EXPECT_EQ(last, std::vector<int>(4, 999));
}

TEST(EventLoop, KnowsWhetherItIsTheCallers) {
  EventLoops loops(2);
  std::promise<std::pair<bool, bool>> known;
  loops[0].post([&] { known.set_value({loops[0].is_current(), loops[1].is_current()}); });
  EXPECT_EQ(known.get_future().get(), std::pair(true, false));
  EXPECT_FALSE(loops[0].is_current());
}

TEST(EventLoop, GivesANameAlwaysTheSameLoop) {
  EventLoops loops(3);
  for (int n = 0; n < 100; ++n) EXPECT_EQ(&loops.of(std::to_string(n)), &loops.of(std::to_string(n)));
}

TEST(EventLoop, HandsOverABatchWhenItEnds) {
  EventLoops loops(2);
  std::vector<int> order;
  {
    const PostBatch batch;
    for (int n = 0; n < 3; ++n) loops[0].post([&order, n] { order.push_back(n); });
    {
      const PostBatch inner;
      loops[0].post([&order] { order.push_back(3); });
    }
    std::thread([&] {
      settle(loops[0]);  // another thread's task need not wait for the batch
      EXPECT_TRUE(order.empty());
    }).join();
  }
  settle(loops[0]);
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3}));
}

TEST(EventLoop, RunsWhatATaskPostsAfterTheTasksThatWereThere) {
  EventLoops loops(1);
  std::vector<int> order;
  {
    const PostBatch batch;
    loops[0].post([&] {
      order.push_back(1);
      loops[0].post([&] { order.push_back(3); });
    });
    loops[0].post([&] { order.push_back(2); });
  }
  loops.close();
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

TEST(EventLoop, RunsTimersWhenTheirTimeHasCome) {
  MovedClock clock;
  EventLoops loops(1, clock);
  std::vector<int> order;
  loops[0].post_after(20ms, [&] { order.push_back(20); });
  loops[0].post_after(10ms, [&] {
    order.push_back(10);
    loops[0].post_after(5ms, [&] { order.push_back(15); });
  });
  loops[0].post_after(10ms, [&] { order.push_back(11); });
  clock.advance(9ms, loops);
  settle(loops[0]);
  EXPECT_TRUE(order.empty());
  clock.advance(1ms, loops);
  settle(loops[0]);
  EXPECT_EQ(order, (std::vector{10, 11}));
  clock.advance(10ms, loops);
  settle(loops[0]);
  EXPECT_EQ(order, (std::vector{10, 11, 15, 20}));
}

TEST(EventLoop, RunsTimersByTheRealClock) {
  EventLoops loops(1);
  std::promise<void> done;
  loops[0].post_after(1ms, [&] { done.set_value(); });
  done.get_future().wait();
}

TEST(EventLoop, RunsWhatWasPostedAndDropsTimersWhenItCloses) {
  std::atomic<int> runs = 0;
  bool timer = false;
  EventLoops loops(2);
  loops[0].post_after(1h, [&] { timer = true; });
  for (size_t n = 0; n < 100; ++n) loops[n % 2].post([&] { ++runs; });
  loops.close();
  EXPECT_EQ(runs, 100);
  EXPECT_FALSE(timer);
}

}  // namespace
}  // namespace volpe
