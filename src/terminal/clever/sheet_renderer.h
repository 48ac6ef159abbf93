// Draws the sheets of Clever.
#pragma once

#include "terminal/game_renderer.h"

namespace volpe::clever::screen {

// The sheet of the scene's seat, with the box that the selected decision would mark.
void draw_sheet(Grid& grid, const Scene& scene);

// A seat's name, points and sheet in 39 × 10 cells.
void draw_small_sheet(Grid& grid, int row, int column, const Scene& scene, int seat);

}  // namespace volpe::clever::screen
