// How a seat among others looks at its paths.
#include "players/clever/table_search.h"

#include <cmath>

namespace volpe::clever {
namespace {

// How far a final total scatters around its mean: at the start of a game about as far as the expert's alone (its
// deviation is 24), less with every pick.
constexpr double deviation_at_start = 22, picks_at_start = 24;

}  // namespace

TableSearch::ExpectedTotals TableSearch::expected_totals(const State& state) {
  ExpectedTotals seats{};
  for (int seat = 0; seat < state.seats; ++seat) {
    const double left = std::max(0.3, double(picks_left(state, seat)));
    seats[size_t(seat)] = {cache_(state, seat), deviation_at_start * std::sqrt(left / picks_at_start)};
  }
  return seats;
}

Value TableSearch::chances_at(const State& state) {
  if (state.phase == Phase::over) return ending_value(ending(state), state.seats, false);
  return winning_chances(expected_totals(state), state.seats);
}

// Until dice are due, or a seat is to decide: everybody else does what is best for their own total.
State TableSearch::answered(State state, int seat) {
  while (state.legal != 0 && state.mover != seat) {
    const int mover = state.mover;
    const auto total = [&](const State& end) { return cache_(end, mover); };
    state = best_path(state, total).end;
  }
  return state;
}

double TableSearch::own_value(const State& end, int seat) {
  const double points = 1e-7 * cache_(end, seat);  // a game that is won or lost is played for points
  // Only the active seat's choices change what the others find in the tray.
  const bool feeds_others = end.active == seat && end.phase == Phase::passive;
  return points + chances_at(feeds_others ? answered(end, seat) : end)[size_t(seat)];
}

Decision TableSearch::to_win(const State& state) {
  const int seat = state.mover;
  const auto value = [&](const State& end) { return own_value(end, seat); };
  return best_path(state, value).first;
}

Decision TableSearch::to_score(const State& state) {
  const int seat = state.mover;
  const auto total = [&](const State& end) { return cache_(end, seat); };
  return best_path(state, total).first;
}

std::vector<double> TableSearch::totals(const State& state) {
  const int seat = state.mover;
  const auto total = [&](const State& end) { return cache_(end, seat); };
  std::vector<double> list;
  for (int decision : Members{state.legal}) list.push_back(best_path_with(Decision(decision), state, total).value);
  return list;
}

Value TableSearch::chances(State state) {
  while (state.legal != 0) {
    const int mover = state.mover;
    const auto value = [&](const State& end) { return own_value(end, mover); };
    state = best_path(state, value).end;
  }
  return chances_at(state);
}

}  // namespace volpe::clever
