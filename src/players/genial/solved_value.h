// What a turn's end is worth under perfect play for two, by the solution.
#pragma once

#include "players/genial/search.h"
#include "players/genial/solution.h"

namespace volpe::genial {

class SolvedOutlook final : public Outlook {
 public:
  SolvedOutlook(const Solution& solution, const Race& race, const State& state)
      : solution_(solution), race_(race), table_(race, state) {}

  Value value(int sheet, int fall) const override {
    if (sheet == race_.sheets().full()) return {1, 0};
    const auto [pair, by] = solution_.pairs().find(table_.rows[1], race_.sheets().rows(sheet));
    const double chance = double(solution_.row(pair)[falls_renamed(by)[fall]]);
    return {1 - chance, chance};
  }

 private:
  const Solution& solution_;
  const Race& race_;
  const Table table_;
};

}  // namespace volpe::genial
