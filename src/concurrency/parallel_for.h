// Threads that do one job after the other together.
#pragma once

#include <atomic>
#include <barrier>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace volpe {

class Crew {
 public:
  explicit Crew(int size) : meeting_(size) {
    for (int thread = 1; thread < size; ++thread)
      others_.emplace_back([this, thread] {
        while (true) {
          meeting_.arrive_and_wait();
          if (!job_) return;
          work(size_t(thread));
          meeting_.arrive_and_wait();
        }
      });
  }
  ~Crew() {
    job_ = nullptr;
    meeting_.arrive_and_wait();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // Does job(part, thread) for every part below `parts`; whoever is free takes the next one.
  void each(size_t parts, std::function<void(size_t part, size_t thread)> job) {
    job_ = std::move(job);
    parts_ = parts;
    next_ = 0;
    meeting_.arrive_and_wait();
    work(0);
    meeting_.arrive_and_wait();
  }

 private:
  void work(size_t thread) {
    for (size_t part = next_++; part < parts_; part = next_++) job_(part, thread);
  }

  std::barrier<> meeting_;
  std::function<void(size_t, size_t)> job_;
  size_t parts_ = 0;
  std::atomic<size_t> next_{0};
  std::vector<std::jthread> others_;  // joined first
};

}  // namespace volpe
