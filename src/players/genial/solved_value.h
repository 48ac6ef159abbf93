// What a turn's end is worth under perfect play for two, by the solution.
#pragma once

#include "players/genial/solution.h"
#include "players/genial/turn_search.h"

namespace volpe::genial {

class SolvedValue final : public LeafEvaluator {
 public:
  SolvedValue(const Solution& solution, const Race& race, const State& state)
      : solution_(solution), race_(race), view_(race, state) {}

  Value value(int sheet, int outcome) const override {
    if (sheet == race_.sheets().full()) return {1, 0};
    const auto [pair, by] = solution_.pairs().find(view_.rows[1], race_.sheets().rows(sheet));
    const double chance = double(solution_.row(pair)[outcomes_renamed(by)[outcome]]);
    return {1 - chance, chance};
  }

 private:
  const Solution& solution_;
  const Race& race_;
  const MoverView view_;
};

}  // namespace volpe::genial
