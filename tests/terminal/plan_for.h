// A plan for games of the tests.
#pragma once

#include "terminal/game_plan.h"

namespace volpe {

// People and bots by turns, always with the same dice.
inline GamePlan plan_for(const std::string& game, int seats) {
  GamePlan plan;
  plan.game = game;
  plan.names = {"Anna", "bot:level3", "Maximiliane", "bot:level1"};
  plan.names.resize(size_t(seats));
  plan.seed = 11;
  return plan;
}

}  // namespace volpe
