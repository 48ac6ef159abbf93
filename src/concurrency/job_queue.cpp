// The threads of the job queue.
#include "concurrency/job_queue.h"

namespace volpe {

JobQueue::JobQueue(int threads, size_t longest) : longest_(longest) {
  for (int n = 0; n < threads; ++n) threads_.emplace_back([this] { work(); });
}

JobQueue::~JobQueue() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    jobs_.clear();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool JobQueue::add(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    if (ending_ || jobs_.size() >= longest_) return false;
    jobs_.push_back(std::move(job));
  }
  changed_.notify_one();
  return true;
}

size_t JobQueue::queued() const {
  const std::lock_guard lock(mutex_);
  return jobs_.size();
}

void JobQueue::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
    if (ending_) return;
    const std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
  }
}

}  // namespace volpe
