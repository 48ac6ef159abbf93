// A pool of threads for what would hold up an event loop: waiting for a database, or thinking.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace volpe {

class ThreadPool {
 public:
  explicit ThreadPool(int threads);
  ~ThreadPool() { close(); }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  static constexpr size_t any_number = std::numeric_limits<size_t>::max();
  // Returns whether the task will run: not if `longest` tasks wait already, or the pool is closed.
  bool post(std::function<void()> task, size_t longest = any_number);
  size_t queued() const;
  // Forgets what has not begun.
  void clear();
  // Runs all that was posted, then ends the threads. Must not be called from one of them.
  void close();

 private:
  void work();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace volpe
