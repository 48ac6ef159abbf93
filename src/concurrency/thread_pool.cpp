// The threads of the pool: each takes the task that has waited longest.
#include "concurrency/thread_pool.h"

namespace volpe {

ThreadPool::ThreadPool(int threads) {
  for (int n = 0; n < threads; ++n) threads_.emplace_back([this] { work(); });
}

bool ThreadPool::post(std::function<void()> task, size_t longest) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_ || tasks_.size() >= longest) return false;
    tasks_.push_back(std::move(task));
  }
  changed_.notify_one();
  return true;
}

size_t ThreadPool::queued() const {
  const std::lock_guard lock(mutex_);
  return tasks_.size();
}

void ThreadPool::clear() {
  std::deque<std::function<void()>> forgotten;  // destroyed when nothing is locked
  const std::lock_guard lock(mutex_);
  forgotten.swap(tasks_);
}

void ThreadPool::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void ThreadPool::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    const std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
  }
}

}  // namespace volpe
