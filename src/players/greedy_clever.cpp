// Greedy Clever: the decision after which the sheet is worth most, by points and a hand-made guess of what they
// promise.
#include "games/clever/clever.h"
#include "players/player.h"

namespace volpe {
namespace {

using namespace clever;

// What each bonus is worth on its own, in the order of `Bonus`; found by trying a few values in solo games.
constexpr double worth[] = {8, 8, 8, 6, 7, 9, 9, 3, 9, 18};

// A line that is filled in part promises its prize, the more the nearer it is.
double promise(int marks, u16 line, double prize) {
  const double share = double(size(Mask(marks & line))) / size(Mask(line));
  return prize * share * share;
}

double yellow_worth(int marks) {
  double value = promise(marks, lines.yellow_diagonal, worth[yellow_diagonal_bonus]);
  for (int n = 0; n < 4; ++n)
    value += promise(marks, lines.yellow_row[n], worth[yellow_row_bonus[n]]) +
             promise(marks, lines.yellow_column[n], yellow_column_points[n] * 1.4);
  return value;
}

double blue_worth(int marks) {
  double value = blue_points[size(Mask(marks))] * 1.1;
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
    if (made > 0) value += worth[bonus[n]] * (made < since ? 0.6 * made / since : 1.0);
    since = 0;
  }
  return value;
}

double sheet_worth(const Sheet& sheet) {
  const Score points = score(sheet);
  double value = yellow_worth(sheet.marks[yellow]) + blue_worth(sheet.marks[blue]);
  value += points.area[green] + row_worth(sheet.marks[green], green_bonus);
  value += points.area[orange] + row_worth(sheet.marks[orange], orange_bonus);
  value += points.area[purple] + row_worth(sheet.marks[purple], purple_bonus);
  return value;
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
    gain -= lost * (state.roll == 1 ? 1.2 : 0.8);
    if (stay == 0) gain -= state.roll == 1 ? 8 : 4;
  }
  return gain;
}

// What not taking a die is worth.
double gain_without(const State& state, int decision) {
  const Sheet& sheet = state.sheets[state.mover];
  if (decision == take_reroll) {
    const int spare = sheet.rerolls - rounds_left(state);  // more than one a round is plenty
    return (state.roll == 1 ? 7.5 : state.roll == 2 ? 6 : 5) + (spare > 0 ? 1.5 : 0);
  }
  if (decision == take_done) {
    const int spare = sheet.extras - 2 * rounds_left(state);
    return rounds_left(state) == 0 ? 0 : spare > 0 ? 4 : 9;
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
