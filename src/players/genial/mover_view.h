// A position as its mover sees it.
#pragma once

#include "players/genial/race.h"

namespace volpe::genial {

// Seats are counted from the mover on, colours are named so that the mover's rows descend.
struct MoverView {
  MoverView(const Race& race, const State& state);

  int seats, boxes, turn, by;
  int place;                              // of the mover's sheet
  std::array<PerSymbol, max_seats> rows;  // the mover's first
  std::array<PerSymbol, max_seats> dice;
  PerSymbol opposing;  // dice of all others
};

}  // namespace volpe::genial
