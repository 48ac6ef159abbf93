// The help of a game on the whole screen.
#pragma once

#include "terminal/ui.h"

namespace volpe {

// Shows the keys, signs and rules of a game until a key is pressed; returns false if the terminal is gone.
bool show_help(const Ui& ui, const GameRenderer& renderer);

}  // namespace volpe
