// The menu: resume a saved game, or choose a new one.
#pragma once

#include <memory>

#include "terminal/game_view.h"
#include "terminal/ui.h"

namespace volpe {

// The game that was chosen; null if the person leaves. `folder` has the saved games.
std::unique_ptr<GameView> choose_game(const Ui& ui, const std::string& folder);

}  // namespace volpe
