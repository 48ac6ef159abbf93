// The desk on a thread pool of Asio.
#include "concurrency/thread_pool.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <mutex>
#include <set>

namespace volpe::server {

namespace asio = boost::asio;
using Pool = asio::thread_pool;
using Lock = std::lock_guard<std::mutex>;

struct Desk::Inside {
  explicit Inside(int threads) : pool(static_cast<size_t>(threads)) {}

  Pool pool;
  std::mutex mutex;
  std::set<std::shared_ptr<asio::steady_timer>> timers;
  bool closed = false;
};

struct Desk::Line::Inside {
  asio::strand<Pool::executor_type> strand;
};

Desk::Desk(int threads) : inside_(std::make_unique<Inside>(threads)) {}

Desk::~Desk() { close(); }

void Desk::post(Task task) { asio::post(inside_->pool, std::move(task)); }

void Desk::later(int milliseconds, Task task) {
  const auto timer = std::make_shared<asio::steady_timer>(inside_->pool, std::chrono::milliseconds(milliseconds));
  const Lock lock(inside_->mutex);
  if (inside_->closed) return;
  inside_->timers.insert(timer);
  timer->async_wait([this, timer, task = std::move(task)](const boost::system::error_code&) {
    {
      const Lock ending(inside_->mutex);
      inside_->timers.erase(timer);
      if (inside_->closed) return;
    }
    task();
  });
}

std::shared_ptr<const void> Desk::stay() {
  return std::make_shared<const asio::executor_work_guard<Pool::executor_type>>(inside_->pool.get_executor());
}

void Desk::close() {
  {
    const Lock lock(inside_->mutex);
    inside_->closed = true;
    for (const auto& timer : inside_->timers) timer->cancel();
  }
  inside_->pool.join();
}

Desk::Line Desk::line() { return Line(std::make_shared<Line::Inside>(Line::Inside{asio::make_strand(inside_->pool)})); }

void Desk::Line::post(Task task) { asio::post(inside_->strand, std::move(task)); }

}  // namespace volpe::server
