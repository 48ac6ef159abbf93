// The clock of Clever: where in a game a seat stands, and how many picks it still has.
#pragma once

#include <algorithm>
#include <array>

#include "games/clever/clever.h"

namespace volpe::clever {

// A solo game has four clocks a round (before the three active rolls and the passive
// one), each of them a pick, and one more for the choice of the black bonus.
inline constexpr int black_clock = 24;
inline constexpr int clocks = 25;

// Clocks that share their layers above the first: those of an early round, and each of the last two rounds for itself,
// where little time is left to make up for a wrong value.
inline constexpr int stacks = 12;
constexpr int stack_of(int clock) { return clock == black_clock ? 3 : clock < 16 ? clock / 4 : clock - 12; }

struct Clock {
  int number;
  bool rolling;  // in the seat's own active turn, so that the dice matter
};

// The picks that a seat still has in the turn that is being played.
inline int picks_in_turn(const State& state, int seat) {
  if (seat == state.active) return state.phase == Phase::roll || state.roll == 0 ? 3 - state.roll : 0;
  if (state.phase != Phase::passive && state.phase != Phase::bonus && state.phase != Phase::extra) return 1;
  const auto place = [&](int of) { return (of - state.active + state.seats) % state.seats; };
  return place(state.mover) <= place(seat) ? 1 : 0;
}

// With more seats: all picks that a seat still has.
inline int picks_left(const State& state, int seat) {
  int left = picks_in_turn(state, seat) + (rounds_for[state.seats] - state.round) * (state.seats + 2);
  for (int turn = state.active + 1; turn < state.seats; ++turn) left += turn == seat ? 3 : 1;
  return left;
}

// With more seats the picks that are left decide: rounds are fewer and have more passive turns, but the picks of a
// whole game are 24 or 25, as in a solo game.
inline Clock clock_among(const State& state, int seat) {
  const int now = picks_in_turn(state, seat), left = picks_left(state, seat);
  const bool rolling = seat == state.active && now > 0;
  const bool active_next = now > 0 ? rolling : state.active + 1 < state.seats ? state.active + 1 == seat : seat == 0;
  const int kind = rolling ? state.roll : active_next ? 0 : 3;
  const int round = std::clamp((24 - left - kind + 2 + 4) / 4 - 1, 0, 5);
  return {4 * round + kind, rolling};
}

// Where exactly a seat makes its next pick. Alone there is one place, since the clock says all; with more seats every
// seat has its own in each round: one for each turn of the others and three for its own. Before the black bonus all
// seats of a table are in one place.
inline constexpr auto first_place = [] {
  std::array<int, max_seats + 2> from{};
  from[2] = max_seats;  // alone, and before the black bonus of two, three, four
  for (int seats = 2; seats <= max_seats; ++seats)
    from[seats + 1] = from[seats] + rounds_for[seats] * seats * (seats + 2);
  return from;
}();
inline constexpr int places = first_place[max_seats + 1];

inline int place_of(const State& state, int seat) {
  const int seats = state.seats;
  if (seats == 1) return 0;
  int round = state.round, turn = state.active, roll = turn == seat ? state.roll : 0;
  if (picks_in_turn(state, seat) == 0) {
    turn = turn + 1 < seats ? turn + 1 : 0;
    round += turn == 0 ? 1 : 0;
    roll = 0;
  }
  constexpr int black_round = 4;
  const bool chosen =
      state.round == black_round && (state.phase == Phase::roll || state.mover > seat || state.roll > 0);
  if (round == black_round && turn == 0 && roll == 0 && !chosen) return seats - 1;
  const int in_round = turn < seat ? turn : turn == seat ? turn + roll : turn + 2;
  return first_place[seats] + ((std::min(round, rounds_for[seats]) - 1) * seats + seat) * (seats + 2) + in_round;
}

inline Clock clock_of(const State& state, int seat) {
  if (state.seats > 1) return clock_among(state, seat);
  if (state.phase == Phase::round_bonus) return {black_clock, false};
  return {4 * (state.round - 1) + (state.passive_turn == 1 ? 3 : state.roll), true};
}

}  // namespace volpe::clever
