// Event loops: threads that each run their tasks one after the other.
//
// What belongs to a loop is touched on its thread only, so it needs no lock. What crosses between loops, or comes from
// another thread, is a message: a task that is posted. Asio does the work; it takes long to compile, so it stays behind
// this header.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "concurrency/clock.h"

namespace boost::asio {
class io_context;
}

namespace volpe {

using Task = std::function<void()>;

class EventLoop {
 public:
  explicit EventLoop(const Clock& clock);
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // Safe from any thread. Tasks of one thread run in their order. A task that throws ends the program.
  void post(Task task);
  // Runs the task now if the caller is a task of this loop, else posts it.
  void dispatch(Task task) { is_current() ? task() : post(std::move(task)); }
  // Runs the task when the clock has moved on by so much; drops it if the loop is closed before. Safe from any thread.
  void post_after(std::chrono::milliseconds pause, Task task);
  // Whether the caller is a task of this loop.
  bool is_current() const;
  // For sockets that belong to this loop.
  boost::asio::io_context& io();

 private:
  friend class EventLoops;
  friend class PostBatch;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// As many loops as asked for, each with a thread.
class EventLoops {
 public:
  explicit EventLoops(int count, const Clock& clock = real_clock());
  ~EventLoops();

  size_t size() const { return loops_.size(); }
  EventLoop& operator[](size_t n) { return *loops_[n]; }
  // The loop that something with this name belongs to.
  size_t index_of(std::string_view name) const { return std::hash<std::string_view>()(name) % loops_.size(); }
  EventLoop& of(std::string_view name) { return *loops_[index_of(name)]; }

  const Clock& clock() const { return clock_; }
  // Looks for tasks that are due, after somebody has moved the clock.
  void check_timers();
  // Runs all that was posted, then ends the threads. Sockets must be closed before. Must not be called from a task.
  void close();

 private:
  const Clock& clock_;
  std::vector<std::unique_ptr<EventLoop>> loops_;
};

// While a batch lives, what its thread posts is held back; its end hands each loop all of its tasks at once, so that a
// loop wakes once for all of them. Loops do so with what their own tasks post.
class PostBatch {
 public:
  PostBatch();
  ~PostBatch();
  PostBatch(const PostBatch&) = delete;
  PostBatch& operator=(const PostBatch&) = delete;

 private:
  friend class EventLoop;
  struct Tasks {
    EventLoop* loop;
    std::vector<Task> tasks;
  };
  bool outermost_;
  std::vector<Tasks> by_loop_;
};

}  // namespace volpe
