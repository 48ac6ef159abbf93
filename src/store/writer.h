// The writer: the one thread that makes writes durable. All that waits goes into one transaction, so the price of a
// commit is shared by as many as came while the one before was under way and, when there is load, in a few milliseconds
// more.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>

#include "store/batch.h"

namespace volpe::store {

// Commits batches, whatever happens to the connection. Used by one thread.
class Committer {
 public:
  Committer(Database& database, double database_timeout) : database_(database), database_timeout_(database_timeout) {}

  std::optional<Failure> start();
  std::vector<Outcome> commit(std::span<const Write> writes, const std::stop_token& stop);

 private:
  using Clock = std::chrono::steady_clock;

  std::vector<Outcome> try_until_known(std::span<const Write> writes, const std::stop_token& stop);
  std::optional<Mark> next_mark();
  std::optional<Failure> connect(const std::stop_token& stop);
  std::vector<Outcome> one_by_one(std::span<const Write> writes, const std::stop_token& stop);
  Attempt<bool> settle(const Mark& mark, const std::stop_token& stop);
  bool patient(const std::stop_token& stop) const;
  void lose();

  Database& database_;
  std::chrono::duration<double> database_timeout_;
  std::unique_ptr<Connection> connection_;
  std::optional<Clock::time_point> lost_since_;
  i64 batch_ = 0;
};

// How many writes come in a second, of late.
class WriteRate {
 public:
  void add(size_t writes, std::chrono::steady_clock::time_point now) {
    constexpr double weight = .2;
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    if (seconds > 0) a_second_ += weight * (double(writes) / seconds - a_second_);
  }
  double a_second() const { return a_second_; }

 private:
  std::chrono::steady_clock::time_point last_;
  double a_second_ = 0;
};

class Writer {
 public:
  Writer(Database& database, const StoreOptions& options)
      : committer_(database, options.database_timeout), longest_queue_(options.longest_queue) {}

  std::optional<Failure> start();
  void write(Write write, Store::Callback callback);
  Counters counters() const;

 private:
  void work(const std::stop_token& stop);
  void gather(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
  void count(const std::vector<Outcome>& outcomes, double seconds);

  Committer committer_;
  size_t longest_queue_;
  mutable std::mutex mutex_;
  std::condition_variable_any something_waits_;
  std::deque<std::pair<Write, Store::Callback>> queue_;
  bool gathering_ = false;  // the thread waits for more
  WriteRate rate_;
  Counters counters_;
  std::jthread thread_;  // the last member, so the first to end: it commits what waits
};

}  // namespace volpe::store
