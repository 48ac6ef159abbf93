// A bounded queue of jobs that take long, run by threads of its own.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace volpe {

class JobQueue {
 public:
  JobQueue(int threads, size_t longest);
  // Drops what is queued and waits for what runs.
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  // Whether there was room for the job.
  bool add(std::function<void()> job);
  size_t queued() const;
  // Set when the queue ends: long jobs check it and return early.
  bool ending() const { return ending_; }

 private:
  void work();

  const size_t longest_;
  std::atomic<bool> ending_ = false;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
};

}  // namespace volpe
