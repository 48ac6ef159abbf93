// A turn with three rolls against every outcome of the other's dice at once: the inner loop of solving Genial for two.
#pragma once

#include "players/genial/dice_outcomes.h"

namespace volpe::genial {

inline constexpr int board_width = 128;  // outcomes, padded for vectors

// What each own outcome (row) is worth when scored best against each outcome of the other's (column).
using Board = float[two_seat_outcomes][board_width];

// The worth of the turn for each column. Sums run in a fixed order, so that every machine gets the same bits.
void value_of_rolling(const Board& board, float* value);

}  // namespace volpe::genial
