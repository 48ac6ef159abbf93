// Greedy Genial: the scoring that brings the player's own sheet on most, and another roll while that promises more.
#include <array>

#include "games/genial/genial.h"
#include "players/genial/dice_outcomes.h"
#include "players/player.h"

namespace volpe {
namespace {

using namespace genial;

// Crosses in short rows are worth more: the game is won by the last row.
double rows_worth(PerSymbol rows, int boxes) {
  double value = 0;
  for (int symbol = 0; symbol < symbols; ++symbol) {
    const int crosses = of(rows, symbol);
    value += crosses * (2.5 * boxes - crosses);
  }
  return value;
}

// The decisions whose jokers all go to one of a set of rows, by set.
const std::array<Mask, 64>& decisions_for_targets() {
  static const std::array<Mask, 64> table = [] {
    std::array<Mask, 64> sets{};
    for (int set = 0; set < 64; ++set) {
      sets[set] = bit(score_only);
      for (int t : Members{Mask(set)}) {
        for (int from : {joker_a, joker_b, joker_three, joker_four}) sets[set] |= bit(from + t);
        for (int u : Members{Mask(set)}) sets[set] |= bit(two_jokers + symbols * t + u);
      }
    }
    return sets;
  }();
  return table;
}

// The two rows that need a joker most: the shortest.
Mask shortest_rows(PerSymbol rows) {
  int first = 0, second = -1;
  for (int symbol = 1; symbol < symbols; ++symbol)
    if (of(rows, symbol) < of(rows, first))
      second = first, first = symbol;
    else if (second < 0 || of(rows, symbol) < of(rows, second))
      second = symbol;
  return bit(first) | bit(second);
}

struct Best {
  int decision;
  double worth;
};

// The best way to score the mover's dice.
Best best_scoring(const State& state) {
  const PerSymbol rows = state.rows[state.turn];
  Best best{score_only, -1};
  for (int decision : Members{scorings(state.dice[state.turn]) & decisions_for_targets()[shortest_rows(rows)]}) {
    const double worth = rows_worth(cross(rows, earned(state, decision), state.boxes), state.boxes);
    if (worth > best.worth) best = {decision, worth};
  }
  return best;
}

// What the rolls that are left promise to somebody who stops when it is best.
double promise_of_rolling(State state) {
  const std::vector<DiceOutcome>& all = dice_outcomes(dice_for[state.seats]);
  std::array<double, 126> worth{};
  for (size_t n = 0; n < all.size(); ++n) {
    state.dice[state.turn] = all[n].dice;
    worth[n] = best_scoring(state).worth;
  }
  double promise = 0;
  for (int roll = state.roll; roll < 3; ++roll) {
    double mean = 0;
    for (size_t n = 0; n < all.size(); ++n) mean += all[n].chance * (worth[n] > promise ? worth[n] : promise);
    promise = mean;
  }
  return promise;
}

}  // namespace

template <>
Decision GreedyPlayer<Genial>::choose(const State& state, Random&) const {
  const Best best = best_scoring(state);
  const bool roll = has(state.legal, reroll_all) && promise_of_rolling(state) > best.worth;
  return Decision(roll ? reroll_all : best.decision);
}

template class GreedyPlayer<Genial>;

}  // namespace volpe
