// How dice can come up, order aside: every chance node of Genial in one list.
#pragma once

#include <vector>

#include "games/genial/rules.h"

namespace volpe::genial {

inline constexpr int two_seat_outcomes = 126;  // of the four dice that each of two players has
inline constexpr int most_opposing = 6;        // dice that the opponents of a player have together

struct DiceOutcome {
  PerSymbol dice;
  int ways;  // of 6^n throws
  double chance;
};

// All outcomes of n dice, 0 <= n <= 6, and the place of one in that list.
const std::vector<DiceOutcome>& dice_outcomes(int n);
int outcome_number(PerSymbol dice);

constexpr int dice_in(PerSymbol dice) {
  int sum = 0;
  for (int symbol = 0; symbol < symbols; ++symbol) sum += of(dice, symbol);
  return sum;
}

}  // namespace volpe::genial
