// BackgroundAnalysis: the analysis of a finished game, made by a thread of its own.
#pragma once

#include <atomic>
#include <optional>
#include <thread>

#include "analysis/report.h"
#include "platform/shipped_models.h"
#include "players/roster.h"

namespace volpe {

// Starts when it is made, and is cancelled when it is destroyed.
template <class G>
class BackgroundAnalysis {
 public:
  explicit BackgroundAnalysis(const Play<G>& play)
      : thread_([this, play](const std::stop_token& stop) { run(play, stop); }) {}

  bool done() const { return done_; }
  double progress() const { return progress_; }  // 0 to 1
  // When done; empty if there is no model to analyse with.
  const std::optional<JsonObject>& result() const { return result_; }

 private:
  void run(const Play<G>& play, const std::stop_token& stop) {
    const bool match = !play.header().match.empty();
    if (const auto evaluator = make_evaluator<G>(shipped_models(), default_evaluator, G::setup(play.state()), match)) {
      const double all = double(std::max<size_t>(1, play.events().size()));
      Analysis analysis = analyze<G>(play, **evaluator, usual_rolls<G>, [&](size_t events) {
        progress_ = double(events) / all;
        return !stop.stop_requested();
      });
      analysis.level = default_evaluator;
      result_ = analysis_json(analysis);
    }
    done_ = true;
  }

  std::atomic<bool> done_ = false;
  std::atomic<double> progress_ = 0;
  std::optional<JsonObject> result_;
  std::jthread thread_;  // last: it uses the members above
};

}  // namespace volpe
