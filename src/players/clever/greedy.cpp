// Greedy Clever: the decision after which the sheet is worth most, by points and a hand-made guess of what they
// promise.
#include <algorithm>

#include "games/clever/clever.h"
#include "players/player.h"

namespace volpe {
namespace {

using namespace clever;

// The numbers below were found by trying many values in solo games: by hill climbing on the mean total.

// What each bonus is worth on its own, in the order of `Bonus`.
constexpr double worth[] = {3.3, 3, 8, 16, 15, 4, 25, 5.5, 21, 1};

// A line that is filled in part promises that part of its prize.
double promise(int marks, u16 line, double prize) { return prize * size(Mask(marks & line)) / size(Mask(line)); }

double yellow_worth(int marks) {
  double value = promise(marks, lines.yellow_diagonal, worth[yellow_diagonal_bonus]);
  for (int n = 0; n < 4; ++n)
    value += promise(marks, lines.yellow_row[n], worth[yellow_row_bonus[n]]) +
             promise(marks, lines.yellow_column[n], yellow_column_points[n] * 0.35);
  return value;
}

double blue_worth(int marks) {
  double value = blue_points[size(Mask(marks))] * 2.0;
  for (int n = 0; n < 3; ++n) value += promise(marks, lines.blue_row[n], worth[blue_row_bonus[n]]);
  for (int n = 0; n < 4; ++n) value += promise(marks, lines.blue_column[n], worth[blue_column_bonus[n]]);
  return value;
}

// In a row, a step towards the next bonus is worth a part of it.
double row_worth(int marks, const Bonus (&bonus)[row_boxes]) {
  double value = 0;
  for (int n = 0, since = 0; n < row_boxes; ++n) {
    ++since;
    if (bonus[n] == none) continue;
    const int made = marks - (n + 1 - since);
    if (made > 0) value += worth[bonus[n]] * (made < since ? 0.85 * made / since : 1.0);
    since = 0;
  }
  return value;
}

double sheet_worth(const Sheet& sheet) {
  const Score points = score(sheet);
  double value = yellow_worth(sheet.marks[yellow]) + blue_worth(sheet.marks[blue]);
  value += points.area[green] + row_worth(sheet.marks[green], green_bonus);
  value += points.area[orange] * 0.67 + row_worth(sheet.marks[orange], orange_bonus);
  value += points.area[purple] * 1.1 + row_worth(sheet.marks[purple], purple_bonus);
  // The weakest area counts for every fox, those still to come too.
  return value + *std::min_element(points.area, points.area + areas) * (0.7 + 1.75 * sheet.foxes);
}

int rounds_left(const State& state) { return rounds_for[state.seats] - state.round; }

// What a decision gains: the sheet's worth, and less for dice that can no longer be rolled in this turn.
double gain_of(const State& state, int decision) {
  const Sheet& sheet = state.sheets[state.mover];
  const bool bonus = state.phase == Phase::bonus || state.phase == Phase::round_bonus;
  Sheet marked = sheet;
  const int die = bonus ? 0 : take_of[decision].die;
  const int value = bonus ? bonus_mark_of[decision].value : of(state.values, die);
  mark(marked, bonus ? bonus_mark_of[decision].box : take_of[decision].box, value);
  double gain = sheet_worth(marked) - sheet_worth(sheet);
  if (state.phase == Phase::pick && state.roll < 3) {
    const int lost = size(Mask(below(state.values, value) & state.rolled & ~(1 << die)));
    const int stay = size(state.rolled) - 1 - lost;
    gain -= lost * (state.roll == 1 ? 6 : 1.5);
    if (stay == 0) gain -= state.roll == 1 ? 16 : 34;
  }
  return gain;
}

// What not taking a die is worth.
double gain_without(const State& state, int decision) {
  const Sheet& sheet = state.sheets[state.mover];
  if (decision == take_reroll) {
    const int spare = sheet.rerolls - rounds_left(state);  // more than one a round is plenty
    return (state.roll == 1 ? 2.4 : state.roll == 2 ? 1.9 : 4.4) + (spare > 0 ? 0.5 : 0);
  }
  if (decision == take_done) {
    const int spare = sheet.extras - 2 * rounds_left(state);
    return rounds_left(state) == 0 ? 0 : spare > 0 ? 3.8 : 8;
  }
  return 0;
}

}  // namespace

template <>
Decision GreedyPlayer<Clever>::choose(const State& state, Random&) const {
  const bool bonus = state.phase == Phase::bonus || state.phase == Phase::round_bonus;
  int best = lowest(state.legal);
  double most = -1e9;
  for (int decision : Members{state.legal}) {
    const double gain = bonus || decision < take_reroll ? gain_of(state, decision) : gain_without(state, decision);
    if (gain > most) best = decision, most = gain;
  }
  return Decision(best);
}

template class GreedyPlayer<Clever>;

}  // namespace volpe
