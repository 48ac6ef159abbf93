// A game on the screen: keys become doings of a room, and what the room shows is drawn.
#pragma once

#include "terminal/game_view.h"
#include "terminal/ui.h"

namespace volpe {

enum class Then { menu, leave };

// Plays until the game is over and looked at, or somebody leaves.
Then play_in(const Desk& desk, Room& room);

// Shows keys, signs and rules of a game until a key ends it; false if the terminal is gone.
bool show_help(const Desk& desk, const Look& look);

}  // namespace volpe
