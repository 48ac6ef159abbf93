// The expert of solo Clever: lines valued by the network, the best of them by what may be rolled after them.
#pragma once

#include <memory>

#include "players/clever/lines.h"
#include "players/clever/values.h"
#include "players/judge.h"

namespace volpe::clever {

// How far the expert looks. One step: the network's value at the end of each line. Two steps: the best few lines are
// compared by the mean of the best values after rolls that all of them share.
struct Sight {
  int lines = 5;      // that are compared, 1 for one step
  double within = 5;  // points of the best
  int blocks = 13;    // of six rolls, at most
  double sure = 2.5;  // standard errors behind the leader at which a line is dropped
};
inline constexpr Sight one_step{1, 0, 0, 0};

class SoloSearch {
 public:
  explicit SoloSearch(std::shared_ptr<const Weights> weights) : weights_(std::move(weights)), values_(*weights_) {}

  Decision choose(const State& state, const Sight& sight);

  // For each legal decision the value of the best line that begins with it, by the mean over some blocks of rolls.
  std::vector<double> values(const State& state, int blocks);

  // One step ahead.
  double value(const State& state) {
    if (is_end(state)) return values_(state);
    return best_line(state, values_).value;
  }

 private:
  // The mean over six rolls of the best value after each; at other ends the value itself.
  double after_rolls(const State& end, const std::array<Roll, 6>& rolls);

  std::shared_ptr<const Weights> weights_;
  Values values_;
};

}  // namespace volpe::clever
