// A pool of threads that run tasks, now or later, at once or one after the other. Asio does the work; it takes long to
// compile, so it stays behind this header.
#pragma once

#include <functional>
#include <memory>

namespace volpe {

using Task = std::function<void()>;

// Runs its tasks one after the other, in the order in which they are posted.
class Strand {
 public:
  void post(Task task);

 private:
  friend class ThreadPool;
  struct Impl;
  explicit Strand(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<Impl> impl_;
};

class ThreadPool {
 public:
  explicit ThreadPool(int threads);
  ~ThreadPool();

  void post(Task task);
  // The task is dropped if the pool is closed before.
  void post_after(int milliseconds, Task task);
  // close() waits until the last copy of the guard is gone: for callers that post when something outside has ended.
  std::shared_ptr<const void> work_guard();
  Strand strand();
  // Runs all that was posted, then ends the threads. Must not be called from one of them.
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace volpe
