// What the results of a tournament prove: ratings with intervals, and the sequential test (docs/arena.md).
#pragma once

#include <vector>

#include "arena/standings.h"

namespace volpe {

// 95 %; low and high are not finite after a single duplicate.
struct Interval {
  double value = 0, low = 0, high = 0;
};

struct Ratings {
  std::vector<Interval> player;                   // Elo, the mean of all is 0; with one seat the mean total
  std::vector<std::vector<Interval>> difference;  // [a][b]: a minus b
  bool bounded = false;  // somebody won or lost everything: a shared duplicate was added to get finite numbers
};
Ratings rate(const Standings& standings);

// Two answers to "by how much is the first player better than the second", in Elo, or in points with one seat.
struct Hypotheses {
  double h0 = 0, h1 = 0;
};

// The sequential test: how strongly the results speak for h1 against h0, and what is accepted once that is enough.
struct Sprt {
  double llr = 0, lower = 0, upper = 0;
  int accepted = -1;  // 0, 1, or -1: not settled
};
Sprt sequential_test(const Hypotheses& hypotheses, const Standings& standings);

}  // namespace volpe
