// GameController: turns keys into commands of a GameView and renders its state.
#pragma once

#include "terminal/game_view.h"
#include "terminal/ui.h"

namespace volpe {

enum class AfterGame { menu, leave };

// Plays until the person goes back to the menu after the game, or leaves.
AfterGame run_game(const Ui& ui, GameView& game);

}  // namespace volpe
