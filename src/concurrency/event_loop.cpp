// Event loops on Asio: an inbox, timers in the order of their times, and a thread for each.
#include "concurrency/event_loop.h"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace volpe {

namespace asio = boost::asio;

namespace {

thread_local const EventLoop* current_loop = nullptr;
thread_local PostBatch* current_batch = nullptr;

}  // namespace

struct EventLoop::Impl {
  explicit Impl(const Clock& the_clock) : clock(the_clock), io(1), work(asio::make_work_guard(io)), timer(io) {}

  // Takes tasks from any thread.
  void deliver(std::vector<Task> tasks) {
    const std::lock_guard lock(mutex);
    if (inbox.empty())
      inbox = std::move(tasks);
    else
      std::move(tasks.begin(), tasks.end(), std::back_inserter(inbox));
    if (!std::exchange(inbox_scheduled, true)) asio::post(io, [this] { run_inbox(); });
  }

  void run_inbox() noexcept {
    std::vector<Task> tasks;
    {
      const std::lock_guard lock(mutex);
      tasks.swap(inbox);
      inbox_scheduled = false;
    }
    const PostBatch batch;
    for (Task& task : tasks) {
      task();
      task = nullptr;  // what it holds may post too
    }
  }

  void add_timer(Clock::Time due, Task task) {
    if (closed) return;
    const auto added = timers.emplace(due, std::move(task));
    if (added == timers.begin()) arm_timer();
  }

  // A clock that somebody moves may be slower than the timer: then it waits again.
  void arm_timer() {
    timer.expires_after(std::max(timers.begin()->first - clock.now(), Clock::Time::duration::zero()));
    timer.async_wait([this](const boost::system::error_code& cancelled) {
      if (!cancelled) run_timers();
    });
  }

  void run_timers() noexcept {
    const PostBatch batch;
    while (!timers.empty() && timers.begin()->first <= clock.now()) {
      const Task task = std::move(timers.extract(timers.begin()).mapped());
      task();
    }
    if (!timers.empty()) arm_timer();
  }

  void run(const EventLoop* self) {
    current_loop = self;
    for (;;) try {
        io.run();
        return;
      } catch (...) {  // out of memory: the connection that was served ends at its deadline
      }
  }

  const Clock& clock;
  asio::io_context io;
  std::optional<asio::executor_work_guard<asio::io_context::executor_type>> work;
  std::mutex mutex;  // of the inbox
  std::vector<Task> inbox;
  bool inbox_scheduled = false;

  // On the loop only.
  asio::steady_timer timer;
  std::multimap<Clock::Time, Task> timers;
  bool closed = false;

  std::thread thread;
};

EventLoop::EventLoop(const Clock& clock) : impl_(std::make_unique<Impl>(clock)) {}
EventLoop::~EventLoop() = default;

void EventLoop::post(Task task) {
  if (current_batch == nullptr) {
    std::vector<Task> one;
    one.push_back(std::move(task));
    return impl_->deliver(std::move(one));
  }
  auto& held = current_batch->by_loop_;
  auto of_loop = std::find_if(held.begin(), held.end(), [&](const auto& tasks) { return tasks.loop == this; });
  if (of_loop == held.end()) of_loop = held.insert(held.end(), {this, {}});
  of_loop->tasks.push_back(std::move(task));
}

void EventLoop::post_after(std::chrono::milliseconds pause, Task task) {
  const Clock::Time due = impl_->clock.now() + pause;
  if (is_current()) return impl_->add_timer(due, std::move(task));
  post([this, due, task = std::move(task)]() mutable { impl_->add_timer(due, std::move(task)); });
}

bool EventLoop::is_current() const { return current_loop == this; }

boost::asio::io_context& EventLoop::io() { return impl_->io; }

EventLoops::EventLoops(int count, const Clock& clock) : clock_(clock) {
  for (int n = 0; n < count; ++n) loops_.push_back(std::make_unique<EventLoop>(clock));
  for (const auto& loop : loops_)
    loop->impl_->thread = std::thread([&impl = *loop->impl_, self = loop.get()] { impl.run(self); });
}

EventLoops::~EventLoops() { close(); }

void EventLoops::check_timers() {
  for (const auto& loop : loops_) loop->post([&impl = *loop->impl_] { impl.run_timers(); });
}

void EventLoops::close() {
  for (const auto& loop : loops_)
    loop->post([&impl = *loop->impl_] {
      impl.closed = true;
      impl.timers.clear();
      impl.timer.cancel();
      impl.work.reset();
    });
  for (const auto& loop : loops_)
    if (loop->impl_->thread.joinable()) loop->impl_->thread.join();
}

PostBatch::PostBatch() : outermost_(current_batch == nullptr) {
  if (outermost_) current_batch = this;
}

PostBatch::~PostBatch() {
  if (!outermost_) return;
  current_batch = nullptr;
  for (Tasks& held : by_loop_) held.loop->impl_->deliver(std::move(held.tasks));
}

}  // namespace volpe
