// The expert of solo Clever: paths valued by the network, the best of them by what may be rolled after them.
#pragma once

#include <memory>
#include <vector>

#include "players/clever/eval_cache.h"
#include "players/clever/turn_search.h"
#include "players/evaluator.h"

namespace volpe::clever {

class SoloSearch {
 public:
  explicit SoloSearch(std::shared_ptr<const Weights> weights) : weights_(std::move(weights)), cache_(*weights_) {}

  // Two steps ahead: the best few paths are compared by the mean of the best values after rolls that all of them share.
  Decision choose(const State& state);

  // For each legal decision the value of the best path that begins with it, by the mean over some blocks of rolls.
  std::vector<double> values(const State& state, int blocks);

  // One step ahead.
  double value(const State& state) {
    if (is_end(state, 0)) return cache_(state);
    return best_path(state, cache_).value;
  }

 private:
  std::vector<Path> best_paths(const State& state);
  // The mean over six rolls of the best value after each; at other ends the value itself.
  double after_rolls(const State& end, const std::array<Roll, 6>& rolls);

  std::shared_ptr<const Weights> weights_;
  EvalCache cache_;
};

}  // namespace volpe::clever
