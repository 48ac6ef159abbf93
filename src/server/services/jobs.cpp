// A queue with an end, and judges for each thread.
#include "server/services/jobs.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "analysis/advice.h"
#include "analysis/report.h"
#include "players/roster.h"
#include "server/live/bots.h"

namespace volpe::server {
namespace {

class JobQueue final : public Jobs {
 public:
  JobQueue(int threads, size_t longest) : longest_(longest) {
    for (int n = 0; n < threads; ++n) threads_.emplace_back([this] { work(); });
  }

  ~JobQueue() override {
    {
      const std::lock_guard lock(mutex_);
      ending = true;
      jobs_.clear();
    }
    more_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  bool add(std::function<void()> job) override {
    {
      const std::lock_guard lock(mutex_);
      if (ending || jobs_.size() >= longest_) return false;
      jobs_.push_back(std::move(job));
    }
    more_.notify_one();
    return true;
  }

  u64 waiting() const override {
    const std::lock_guard lock(mutex_);
    return jobs_.size();
  }

 private:
  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      more_.wait(lock, [this] { return ending || !jobs_.empty(); });
      if (ending) return;
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
    }
  }

  const size_t longest_;
  mutable std::mutex mutex_;
  std::condition_variable more_;
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
};

template <Game G>
Result<const Judge<G>*> judge(bool match) {
  thread_local std::map<bool, std::unique_ptr<Judge<G>>> judges;
  std::unique_ptr<Judge<G>>& known = judges[match];
  if (!known) {
    Result<std::unique_ptr<Judge<G>>> made = make_judge<G>(default_judge, match);
    if (!made) return made.error();
    known = std::move(*made);
  }
  return known.get();
}

template <Game G>
Result<JsonObject> advice(const typename G::State& state, bool match) {
  const Result<const Judge<G>*> by = judge<G>(match);
  if (!by) return by.error();
  return JsonObject{{"advice", advice_json(advise<G>(state, **by))}};
}

}  // namespace

std::unique_ptr<Jobs> make_jobs(int threads, size_t longest_queue) {
  return std::make_unique<JobQueue>(threads, longest_queue);
}

Result<JsonObject> advice_for_seat(const AnySitting& sitting, int seat, bool match) {
  return std::visit(
      [&](const auto& game) -> Result<JsonObject> {
        using G = typename std::decay_t<decltype(game)>::GameType;
        const std::optional<typename G::State> state = game.choice(seat);
        if (!state) return Error{Code::illegal_event, "this seat has nothing to decide"};
        return advice<G>(*state, match);
      },
      sitting);
}

Result<JsonObject> advice_for_play(const AnyPlay& play) {
  return std::visit(
      [&](const auto& p) -> Result<JsonObject> {
        using G = typename std::decay_t<decltype(p)>::GameType;
        if (G::legal(p.state()) == 0) return Error{Code::dice_due, "in this position there is nothing to decide"};
        return advice<G>(p.state(), false);
      },
      play);
}

Result<JsonObject> experts_game(const Bytes32& day_secret, const std::string& date) {
  Header header;
  header.dice = "daily " + date;
  const KeyedDice dice(day_key(day_secret, date, Clever::name, 1));
  AnySitting sitting = Sitting<Clever>(Play<Clever>(Setup{1, {}}, header, dice));
  auto& game = std::get<Sitting<Clever>>(sitting);
  while (!game.over()) {
    if (const std::optional<std::string> thrown = game.thrown()) {
      game.roll(*thrown);
      continue;
    }
    const Result<std::string> choice = bots_choice(sitting, 0, "expert", false);
    if (!choice) return choice.error();
    game.decide(0, *choice);
  }
  const JsonObject position = Clever::position(game.play().state(), game.play().ply());
  const JsonObject& result = position.at("result").get_object();
  return JsonObject{{"total", result.at("totals").get_array()[0]}, {"grade", result.at("grades").get_array()[0]}};
}

Result<JsonObject> analysis_of(const AnyPlay& play, const std::function<bool(double)>& go_on) {
  return std::visit(
      [&](const auto& p) -> Result<JsonObject> {
        using G = typename std::decay_t<decltype(p)>::GameType;
        const Result<const Judge<G>*> by = judge<G>(!p.header().match.empty());
        if (!by) return by.error();
        bool ended = false;
        Analysis analysis = analyze<G>(p, **by, usual_rolls<G>, [&](size_t done) {
          ended = !go_on(double(done) / double(p.events().size()));
          return !ended;
        });
        if (ended) return Error{Code::unavailable, "the analysis was ended"};
        analysis.level = default_judge;
        return analysis_json(analysis);
      },
      play);
}

}  // namespace volpe::server
