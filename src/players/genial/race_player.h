// The racer as a player: the fewest turns for the player's own sheet, whatever the others do.
#pragma once

#include "games/genial/genial.h"
#include "players/genial/turn_search.h"

namespace volpe::genial {

class RaceValue final : public LeafEvaluator {
 public:
  explicit RaceValue(const Race& race) : race_(race) {}

  // More is better: the turns that are saved of those that are looked ahead.
  Value value(int sheet, int) const override { return {turns_ahead - race_.turns_left(race_.place(sheet))}; }

 private:
  const Race& race_;
};

class RacePlayer final : public Player<Genial> {
 public:
  explicit RacePlayer(std::shared_ptr<const Race> race) : race_(std::move(race)) {}

  Decision choose(const State& state, Random&) const override;

 private:
  std::shared_ptr<const Race> race_;
};

// The first decision that no other is worth more than.
Decision best_decision(Mask legal, const std::vector<double>& values);

}  // namespace volpe::genial
