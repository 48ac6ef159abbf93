// A bounded queue of jobs that take long, on threads of its own.
#pragma once

#include <atomic>

#include "concurrency/thread_pool.h"

namespace volpe {

class JobQueue {
 public:
  JobQueue(int threads, size_t longest) : longest_(longest), pool_(threads) {}
  // Drops what is queued and waits for what runs.
  ~JobQueue() {
    ending_ = true;
    pool_.clear();
  }
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  // Returns whether there was room for the job.
  bool add(std::function<void()> job) { return !ending_ && pool_.post(std::move(job), longest_); }
  size_t queued() const { return pool_.queued(); }
  // Set when the queue ends: long jobs check it and return early.
  bool ending() const { return ending_; }

 private:
  const size_t longest_;
  std::atomic<bool> ending_ = false;
  ThreadPool pool_;  // the last member: its threads end first
};

}  // namespace volpe
