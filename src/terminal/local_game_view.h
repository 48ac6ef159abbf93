// The room of a game at this keyboard: people, bots and dice around a LocalGame, a match of them, and a game that goes
// on from its record.
#pragma once

#include <memory>

#include "terminal/game_view.h"
#include "terminal/local_game.h"

namespace volpe {

// Fails if a bot's model is missing.
Result<std::unique_ptr<Room>> make_room(const Plan& plan);

// Goes on with a game that was left, or with the next of its match.
Result<std::unique_ptr<Room>> resume_room(const Kept& kept);

}  // namespace volpe
