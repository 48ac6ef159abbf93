// What the value network of Clever sees of a seat: one row of its first table for each group of features.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "players/clever/chains.h"
#include "players/clever/clock.h"

namespace volpe::clever {

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
