// The solution of Genial for two: the winning chance of the player who is to roll, for every pair of sheets and every
// outcome of the other's dice. It is too large to be read: src/platform maps it from a file.
#pragma once

#include "players/genial/sheets.h"

namespace volpe::genial {

class Solution {
 public:
  virtual ~Solution() = default;
  Solution(const Solution&) = delete;
  Solution& operator=(const Solution&) = delete;

  int boxes() const { return both_.sheets.boxes(); }
  int four_joker() const { return four_joker_; }
  const Sheets& sheets() const { return both_.sheets; }
  const SheetPairs& pairs() const { return both_.pairs; }

  // The mover's chances in a pair (the mover's sheet first), by the outcome of the other's dice.
  const float* row(u64 pair) const { return values_ + pair * two_seat_outcomes; }

 protected:
  // `values` are the rows of all pairs; they stay where they are.
  Solution(const float* values, int boxes, int four_joker) : values_(values), four_joker_(four_joker), both_(boxes) {}

 private:
  const float* values_;
  int four_joker_;
  TwoSeatSheets both_;
};

}  // namespace volpe::genial
