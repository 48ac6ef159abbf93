// Weaker players of Genial who err as people do: they race without minding the others, and mistake the worth of what
// looks nearly as good as the best.
#pragma once

#include "games/genial/genial.h"
#include "players/genial/turn_search.h"

namespace volpe::genial {

// What a decision of levels 1 to 4 may lose at most, in turns that the player's own sheet then takes longer. Measured
// to make neighbours about 150 Elo apart.
constexpr double most_lost(int seats, int level) {
  constexpr double turns[5][5] = {
      {}, {}, {0, 1.4, 0.9, 0.54, 0.28}, {0, 3.4, 1.75, 1.05, 0.6}, {0, 3.4, 2.2, 1.5, 0.9}};
  return turns[seats][level];
}

class LevelPlayer final : public Player<Genial> {
 public:
  LevelPlayer(std::shared_ptr<const Race> race, int level) : race_(std::move(race)), level_(level) {}

  // Any decision that loses less than the bound and does not throw crosses away; the more it loses the less likely.
  Decision choose(const State& state, Random& random) const override;

 private:
  std::shared_ptr<const Race> race_;
  int level_;
};

}  // namespace volpe::genial
