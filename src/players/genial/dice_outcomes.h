// How dice can fall, order aside: every chance node of Genial in one list.
#pragma once

#include <vector>

#include "games/genial/rules.h"

namespace volpe::genial {

inline constexpr int two_seat_falls = 126;  // of the four dice that each of two players has
inline constexpr int most_opposing = 6;     // dice that the opponents of a player have together

struct Fall {
  PerSymbol dice;
  int ways;  // of 6^n throws
  double chance;
};

// All falls of n dice, 0 <= n <= 6, and the place of one in that list.
const std::vector<Fall>& falls(int n);
int fall_number(PerSymbol dice);

constexpr int dice_in(PerSymbol dice) {
  int sum = 0;
  for (int symbol = 0; symbol < symbols; ++symbol) sum += of(dice, symbol);
  return sum;
}

}  // namespace volpe::genial
