// The writer: its queue, its thread, and how it deals with lost connections.
#include "store/writer.h"

#include <algorithm>

#include "concurrency/event_loop.h"
#include "store/bounds.h"

namespace volpe::store {
namespace {

constexpr size_t longest_batch = 1000;  // keeps transactions, and so the locks on a shared database, short

i64 milliseconds_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::vector<Outcome> all(size_t count, Outcome::Kind kind, const std::string& message) {
  return std::vector<Outcome>(count, Outcome{kind, 0, message});
}

// The bucket of a value: that of the first bound that is not below it.
template <class T, size_t n>
size_t bucket(const std::array<T, n>& bounds, T value) {
  return size_t(std::lower_bound(bounds.begin(), bounds.end(), value) - bounds.begin());
}

void wait(std::chrono::duration<double> time, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any nothing;
  nothing.wait_for(lock, stop, time, [] { return false; });
}

}  // namespace

std::optional<Failure> Committer::start() {
  if (std::optional<Failure> failure = connect(std::stop_token())) return failure;
  if (std::optional<Mark> mark = next_mark()) return introduce(*connection_, *mark);
  return {};
}

std::optional<Mark> Committer::next_mark() {
  if (!database_.shared()) return {};
  return Mark{database_.signature(), ++batch_, milliseconds_now()};
}

bool Committer::patient(const std::stop_token& stop) const {
  return !stop.stop_requested() && lost_since_ && Clock::now() - *lost_since_ < database_timeout_;
}

void Committer::lose() {
  connection_.reset();
  if (!lost_since_) lost_since_ = Clock::now();
}

std::optional<Failure> Committer::connect(const std::stop_token& stop) {
  constexpr std::chrono::duration<double> longest_pause(1);
  for (std::chrono::duration<double> pause(.02); !connection_; pause = std::min(2 * pause, longest_pause)) {
    auto connection = database_.connect(Database::Use::write);
    if (connection) {
      connection_ = std::move(*connection);
      break;
    }
    if (connection.error().kind != Failure::lost || !patient(stop)) return connection.error();
    wait(pause, stop);
  }
  return {};
}

// Whether a transaction was committed whose COMMIT got no answer.
Attempt<bool> Committer::settle(const Mark& mark, const std::stop_token& stop) {
  for (;;) {
    if (std::optional<Failure> failure = connect(stop)) return *failure;
    Attempt<bool> found = committed(*connection_, mark);
    if (found) return found;
    lose();
    if (!patient(stop)) return found;
  }
}

std::vector<Outcome> Committer::one_by_one(std::span<const Write> writes, const std::stop_token& stop) {
  std::vector<Outcome> outcomes;
  for (size_t at = 0; at < writes.size(); ++at) outcomes.push_back(commit(writes.subspan(at, 1), stop).front());
  return outcomes;
}

std::vector<Outcome> Committer::commit(std::span<const Write> writes, const std::stop_token& stop) {
  std::vector<Outcome> outcomes = try_until_known(writes, stop);
  if (connection_) lost_since_.reset();
  return outcomes;
}

std::vector<Outcome> Committer::try_until_known(std::span<const Write> writes, const std::stop_token& stop) {
  const Clock::time_point begun = Clock::now();
  for (;;) {
    if (std::optional<Failure> failure = connect(stop))
      return all(writes.size(), Outcome::unavailable, failure->message);
    const std::optional<Mark> mark = next_mark();
    BatchEnd end = write_batch(*connection_, writes, mark);
    if (!end.failure) return std::move(end.outcomes);
    const Failure& failure = *end.failure;
    switch (failure.kind) {
      case Failure::own:
        if (writes.size() > 1) return one_by_one(writes, stop);
        return all(1, Outcome::refused, failure.message);
      case Failure::clash:
        if (Clock::now() - begun > database_timeout_) return all(writes.size(), Outcome::unavailable, failure.message);
        break;
      case Failure::unable: return all(writes.size(), Outcome::unavailable, failure.message);
      case Failure::lost:
        lose();
        if (end.unknown && mark) {
          Attempt<bool> settled = settle(*mark, stop);
          if (!settled) return all(writes.size(), Outcome::unavailable, settled.error().message);
          if (*settled) return std::move(end.outcomes);
        }
        if (!patient(stop)) return all(writes.size(), Outcome::unavailable, failure.message);
    }
  }
}

std::optional<Failure> Writer::start() {
  if (std::optional<Failure> failure = committer_.start()) return failure;
  thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
  return {};
}

void Writer::write(Write write, Store::Callback callback) {
  if (const std::string problem = out_of_bounds(write); !problem.empty())
    return callback({Outcome::refused, 0, problem});
  {
    const std::lock_guard lock(mutex_);
    if (queue_.size() < longest_queue_) {
      queue_.emplace_back(std::move(write), std::move(callback));
      if (!gathering_ || queue_.size() >= longest_batch) something_waits_.notify_one();
      return;
    }
    ++counters_.not_done;
  }
  callback({Outcome::unavailable, 0, "the store is too busy: " + std::to_string(longest_queue_) + " writes wait"});
}

// Under load it pays to wait for writes that are on their way: fewer commits for the same writes. A lone player's write
// never waits.
void Writer::gather(std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
  constexpr double load = 1000;  // writes a second
  constexpr std::chrono::milliseconds longest(3);
  if (rate_.a_second() >= load) {
    gathering_ = true;
    something_waits_.wait_for(lock, stop, longest, [&] { return queue_.size() >= longest_batch; });
    gathering_ = false;
  }
  rate_.add(std::min(queue_.size(), longest_batch), std::chrono::steady_clock::now());
}

void Writer::work(const std::stop_token& stop) {
  for (;;) {
    std::vector<Write> writes;
    std::vector<Store::Callback> callbacks;
    {
      std::unique_lock lock(mutex_);
      if (!something_waits_.wait(lock, stop, [&] { return !queue_.empty(); })) return;
      gather(lock, stop);
      while (!queue_.empty() && writes.size() < longest_batch) {
        writes.push_back(std::move(queue_.front().first));
        callbacks.push_back(std::move(queue_.front().second));
        queue_.pop_front();
      }
    }
    const auto begun = std::chrono::steady_clock::now();
    const std::vector<Outcome> outcomes = committer_.commit(writes, stop);
    count(outcomes, std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
    const PostBatch batch;  // the outcomes enter each event loop as one
    for (size_t at = 0; at < outcomes.size(); ++at) callbacks[at](outcomes[at]);
  }
}

void Writer::count(const std::vector<Outcome>& outcomes, double seconds) {
  const auto done =
      u64(std::count_if(outcomes.begin(), outcomes.end(), [](auto& o) { return o.kind == Outcome::done; }));
  const std::lock_guard lock(mutex_);
  counters_.done += done;
  counters_.not_done += outcomes.size() - done;
  if (done == 0) return;
  ++counters_.commits;
  counters_.commit_seconds += seconds;
  ++counters_.commits_by_seconds[bucket(Counters::seconds, seconds)];
  ++counters_.commits_by_writes[bucket(Counters::writes, done)];
}

Counters Writer::counters() const {
  const std::lock_guard lock(mutex_);
  Counters counters = counters_;
  counters.waiting = queue_.size();
  return counters;
}

}  // namespace volpe::store
