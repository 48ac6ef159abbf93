// Starts and resumes games at this keyboard.
#pragma once

#include <memory>

#include "terminal/game_plan.h"
#include "terminal/game_view.h"
#include "terminal/saved_games.h"

namespace volpe {

// Fails if a bot's model is missing.
Result<std::unique_ptr<GameView>> start_local_game(const GamePlan& plan);

// Continues a saved game, or starts the next game of its match if it is over.
Result<std::unique_ptr<GameView>> resume_local_game(const SavedGame& saved);

}  // namespace volpe
