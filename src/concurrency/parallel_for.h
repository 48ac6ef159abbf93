// A parallel loop on threads that stay: one loop after the other shares them.
#pragma once

#include <atomic>
#include <barrier>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace volpe {

class ParallelFor {
 public:
  // The calling thread is one of them.
  explicit ParallelFor(int threads) : barrier_(threads) {
    for (int thread = 1; thread < threads; ++thread)
      others_.emplace_back([this, thread] {
        while (true) {
          barrier_.arrive_and_wait();
          if (!body_) return;
          work(size_t(thread));
          barrier_.arrive_and_wait();
        }
      });
  }
  ~ParallelFor() {
    body_ = nullptr;
    barrier_.arrive_and_wait();
  }
  ParallelFor(const ParallelFor&) = delete;
  ParallelFor& operator=(const ParallelFor&) = delete;

  // Calls body(index, thread) for every index below `count`; a free thread takes the next index.
  void operator()(size_t count, const std::function<void(size_t index, size_t thread)>& body) {
    while_true(count, [&](size_t index, size_t thread) {
      body(index, thread);
      return true;
    });
  }

  // The same, but no thread takes another index once a call has returned false.
  void while_true(size_t count, std::function<bool(size_t index, size_t thread)> body) {
    body_ = std::move(body);
    count_ = count;
    next_ = 0;
    barrier_.arrive_and_wait();
    work(0);
    barrier_.arrive_and_wait();
  }

 private:
  // What a body throws ends the program: the other threads could not be told.
  void work(size_t thread) noexcept {
    for (size_t index = next_++; index < count_; index = next_++)
      if (!body_(index, thread)) next_ = count_;
  }

  std::barrier<> barrier_;
  std::function<bool(size_t, size_t)> body_;
  size_t count_ = 0;
  std::atomic<size_t> next_{0};
  std::vector<std::jthread> others_;  // joined first
};

}  // namespace volpe
