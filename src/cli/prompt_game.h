// A game or a match at a plain prompt, without a full screen.
#pragma once

#include "terminal/game_plan.h"

namespace volpe {

// Plays until the end, or until the person leaves.
void play_at_prompt(const GamePlan& plan);

}  // namespace volpe
