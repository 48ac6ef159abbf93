// The thread pool on Asio's.
#include "concurrency/thread_pool.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <mutex>
#include <set>

namespace volpe {

namespace asio = boost::asio;
using Pool = asio::thread_pool;
using Lock = std::lock_guard<std::mutex>;

struct ThreadPool::Impl {
  explicit Impl(int threads) : pool(static_cast<size_t>(threads)) {}

  Pool pool;
  std::mutex mutex;
  std::set<std::shared_ptr<asio::steady_timer>> timers;
  bool closed = false;
};

struct Strand::Impl {
  asio::strand<Pool::executor_type> strand;
};

void Strand::post(Task task) { asio::post(impl_->strand, std::move(task)); }

ThreadPool::ThreadPool(int threads) : impl_(std::make_unique<Impl>(threads)) {}

ThreadPool::~ThreadPool() { close(); }

void ThreadPool::post(Task task) { asio::post(impl_->pool, std::move(task)); }

void ThreadPool::post_after(int milliseconds, Task task) {
  const auto timer = std::make_shared<asio::steady_timer>(impl_->pool, std::chrono::milliseconds(milliseconds));
  const Lock lock(impl_->mutex);
  if (impl_->closed) return;
  impl_->timers.insert(timer);
  timer->async_wait([this, timer, task = std::move(task)](const boost::system::error_code&) {
    {
      const Lock ending(impl_->mutex);
      impl_->timers.erase(timer);
      if (impl_->closed) return;
    }
    task();
  });
}

std::shared_ptr<const void> ThreadPool::work_guard() {
  return std::make_shared<const asio::executor_work_guard<Pool::executor_type>>(impl_->pool.get_executor());
}

Strand ThreadPool::strand() {
  return Strand(std::make_shared<Strand::Impl>(Strand::Impl{asio::make_strand(impl_->pool)}));
}

void ThreadPool::close() {
  {
    const Lock lock(impl_->mutex);
    impl_->closed = true;
    for (const auto& timer : impl_->timers) timer->cancel();
  }
  impl_->pool.join();
}

}  // namespace volpe
