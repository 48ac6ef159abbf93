// Players of Clever that see less than the expert, for people to play against.
#pragma once

#include "players/clever/table_search.h"

namespace volpe::clever {

// How a level sees a decision: partly what it is really worth, partly what catches the eye (points and bonuses at
// once), and noise that is different each time. A decision that loses more than `bound` points is never taken.
struct Level {
  double insight;  // from 0, only what catches the eye, to 1
  double noise;    // points
  double bound;    // points
};

inline constexpr int weak_levels = 4;  // the fifth is the expert

// Alone people play for points; at a table levels stand closer together.
inline constexpr Level solo_levels[weak_levels] = {{0, 8, 24}, {0.14, 5.8, 16}, {0.25, 5.4, 10}, {0.6, 4, 6}};
inline constexpr Level table_levels[weak_levels] = {{0.67, 4.9, 24}, {0.77, 4.2, 16}, {0.845, 3.2, 10}, {0.915, 2, 6}};

class LevelPlayer final : public Player<Clever> {
 public:
  // Level 1 to weak_levels, with the network for the kind of game.
  LevelPlayer(std::shared_ptr<const Weights> network, int level) : search_(std::move(network)), level_(level - 1) {}

  Decision choose(const State& state, Random& random) const override;

 private:
  mutable TableSearch search_;  // remembers values, which changes no choice
  int level_;                   // from 0
};

}  // namespace volpe::clever
