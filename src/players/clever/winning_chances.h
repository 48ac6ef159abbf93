// Winning chances from what every seat may expect: totals taken as independent and normal.
#pragma once

#include <array>

#include "players/evaluator.h"

namespace volpe::clever {

struct ExpectedTotal {
  double mean = 0, deviation = 0;  // of the final total
};

// The chance of a normal number to be below x. From a table made by the compiler, so that it is the same everywhere.
double below_normal(double x);

// For each seat the chance to have the highest total.
Value winning_chances(const std::array<ExpectedTotal, max_seats>& seats, int count);

}  // namespace volpe::clever
