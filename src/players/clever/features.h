// What the value network of Clever sees of a seat: one row of its first table for each group of features.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "players/clever/chains.h"

namespace volpe::clever {

// Where in a game a seat stands. A solo game has four clocks a round (before the three active rolls and the passive
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

// ---- The groups: each takes exactly one of its rows.

enum Group : u8 {
  yellow_marks,
  blue_marks,
  green_orange,
  actions,       // clock, rerolls, extra dice
  fox_points,    // round, foxes, lowest area
  lowest_area,   // round, foxes, which area is lowest
  orange_sum,    // marks, points
  purple_order,  // round, marks, last value
  purple_sum,    // marks, points
  dice_to_roll,  // pair of rounds, roll, set of dice
  blue_white,    // values of dice that will not be rolled again in this turn, and extra dice held
  yellow_green,
  orange_purple,
  green_clock,
  orange_clock,
  blue_clock,
  place,
  lowest_two,    // foxes, which areas are lowest and second lowest, by how much
  yellow_chain,  // for each area, what a mark there may set off
  blue_chain,
  green_chain,
  orange_chain,
  purple_chain,
  yellow_sets_off,  // for each area, and for all together, what a mark there brings: points, extra dice
  blue_sets_off,
  green_sets_off,
  orange_sets_off,
  purple_sets_off,
  all_set_off,
  groups
};

inline constexpr int low_steps = 24, sum_steps = 36, held_steps = 4, gap_steps = 8;
inline constexpr int set_off_steps = 48, extra_steps = 3;
inline constexpr int most_actions = 5;  // rerolls or extra dice that are told apart
inline constexpr int group_rows[groups] = {
    1 << yellow_boxes,
    1 << blue_boxes,
    12 * 12,
    clocks*(most_actions + 1) * (most_actions + 1),
    6 * 6 * low_steps,
    6 * 6 * areas,
    12 * sum_steps,
    6 * 12 * 7,
    12 * sum_steps,
    3 * 4 * 64,
    49 * held_steps,
    49 * held_steps,
    49 * held_steps,
    clocks * 12,
    clocks * 12,
    clocks * 12,
    places,
    6 * areas* areas* gap_steps,
    chains,
    chains,
    chains,
    chains,
    chains,
    set_off_steps* extra_steps,
    set_off_steps* extra_steps,
    set_off_steps* extra_steps,
    set_off_steps* extra_steps,
    set_off_steps* extra_steps,
    set_off_steps* extra_steps,
};
inline constexpr auto first_row = [] {
  std::array<int, groups + 1> from{};
  for (int group = 0; group < groups; ++group) from[group + 1] = from[group] + group_rows[group];
  return from;
}();
inline constexpr int rows = first_row[groups];
static_assert(rows < 1 << 16);

struct Features {
  std::array<u16, groups> row;
  u8 clock;
  u16 points;  // the five areas, foxes not counted
};

// All that the features are made of: what two states must share to be worth the same to a seat.
struct SeatInput {
  const Sheet& sheet;
  int orange_points, purple_points;
  int clock, place;
  PerDie values;  // of dice that will not be rolled again in this turn
  DiceSet due;

  SeatInput(const State& state, int seat)
      : sheet(state.sheets[seat]), orange_points(orange_score(sheet)), purple_points(purple_score(sheet)) {
    const auto [number, rolling] = clock_of(state, seat);
    clock = number;
    place = place_of(state, seat);
    values = rolling ? state.values : 0;
    due = rolling ? Clever::due_dice(state) : clock == black_clock ? 0 : all_dice;
  }

  std::array<int, areas> points() const {
    return {yellow_points[sheet.marks[yellow]], blue_points[size(Mask{sheet.marks[blue]})],
            green_points[sheet.marks[green]], orange_points, purple_points};
  }
  int rerolls() const { return std::min<int>(sheet.rerolls, most_actions); }
  int extras() const { return std::min<int>(sheet.extras, most_actions); }
  int last_purple() const { return static_cast<int>(sheet.written[1] & 7); }

  // What chains depend on: different for sheets on which they differ.
  u64 chain_key() const {
    u64 word = 0;
    const auto put = [&](int bits, auto number) { word = word << bits | u64(number); };
    put(yellow_boxes, sheet.marks[yellow]);
    put(blue_boxes, sheet.marks[blue]);
    for (int area : {green, orange, purple}) put(4, sheet.marks[area]);
    put(3, sheet.foxes);
    put(7, orange_points);
    put(7, purple_points);
    return word;
  }

  // Different for different inputs, as far as 64 bits go.
  u64 key() const {
    const u64 word = chain_key() << 9 | u64(rerolls() << 6 | extras() << 3 | last_purple());
    // The highest die leaves room above its value.
    const u64 turn = values | u64{due} << 43 | u64(clock) << 49 | u64(place) << 54;
    return mix(word ^ mix(turn));
  }
};
static_assert(clocks <= 32 && places <= 256);

// What a mark in each area may set off, and what it brings; last, what a mark in every area brings.
struct Chains {
  std::array<Earned, areas> earned;
  std::array<u8, areas + 1> brings;
};
static_assert(set_off_steps * extra_steps < 256);

inline Chains chains_of(const SeatInput& seen) {
  constexpr Gains first[areas + 1] = {
      gain(yellow_x), gain(blue_x),   gain(green_x),
      gain(orange_4), gain(purple_6), gain(yellow_x) + gain(blue_x) + gain(green_x) + gain(orange_4) + gain(purple_6)};
  const std::array<int, areas> points = seen.points();
  Chains chains{chains_from(seen.sheet), {}};
  for (int n = 0; n <= areas; ++n) {
    const Chain chain = chain_of(seen.sheet, points, first[n]);
    chains.brings[size_t(n)] =
        u8(extra_steps * std::min(chain.points / 3, set_off_steps - 1) + std::min(chain.extras, extra_steps - 1));
  }
  return chains;
}

inline Features features_of(const SeatInput& seen, const Chains& chains) {
  const Sheet& sheet = seen.sheet;
  const int blue_marked = size(Mask{sheet.marks[blue]});
  const int green_marks = sheet.marks[green], orange_marks = sheet.marks[orange], purple_marks = sheet.marks[purple];
  const std::array<int, areas> points = seen.points();
  int lowest = 0, second = 1;
  if (points[second] < points[lowest]) std::swap(lowest, second);
  for (int area = 2; area < areas; ++area)
    if (points[area] < points[lowest])
      second = std::exchange(lowest, area);
    else if (points[area] < points[second])
      second = area;
  const int gap = std::min((points[second] - points[lowest] + 1) / 2, gap_steps - 1);
  const int clock = seen.clock, foxes = sheet.foxes;
  const int round = std::min(clock / 4, 5) - (clock == black_clock ? 2 : 0);
  const int held = std::min<int>(sheet.extras, held_steps - 1);
  const auto pair = [&](int a, int b) { return 49 * held + 7 * of(seen.values, a) + of(seen.values, b); };
  const int in_group[groups] = {
      sheet.marks[yellow],
      sheet.marks[blue],
      12 * green_marks + orange_marks,
      (most_actions + 1) * ((most_actions + 1) * clock + seen.rerolls()) + seen.extras(),
      low_steps * (6 * round + foxes) + std::min(points[lowest] / 2, low_steps - 1),
      areas * (6 * round + foxes) + lowest,
      sum_steps * orange_marks + std::min(points[orange] / 2, sum_steps - 1),
      7 * (12 * round + purple_marks) + seen.last_purple(),
      sum_steps * purple_marks + std::min(points[purple] / 2, sum_steps - 1),
      64 * (clock == black_clock ? 0 : clock / 8 * 4 + clock % 4) + seen.due,
      pair(blue, white),
      pair(yellow, green),
      pair(orange, purple),
      12 * clock + green_marks,
      12 * clock + orange_marks,
      12 * clock + blue_marked,
      seen.place,
      gap_steps * (areas * (areas * foxes + lowest) + second) + gap,
      chains.earned[yellow],
      chains.earned[blue],
      chains.earned[green],
      chains.earned[orange],
      chains.earned[purple],
      chains.brings[yellow],
      chains.brings[blue],
      chains.brings[green],
      chains.brings[orange],
      chains.brings[purple],
      chains.brings[areas],
  };
  Features features;
  for (int group = 0; group < groups; ++group) features.row[group] = u16(first_row[group] + in_group[group]);
  features.clock = u8(clock);
  features.points = 0;
  for (int area : points) features.points = u16(features.points + area);
  return features;
}

inline Features features_of(const State& state, int seat) {
  const SeatInput seen(state, seat);
  return features_of(seen, chains_of(seen));
}

}  // namespace volpe::clever
