// The rules of Clever: the state of a game, what may be decided, and what events do. Reads next to the rules page.
#pragma once

#include <array>

#include "games/clever/dice.h"
#include "games/game.h"

namespace volpe::clever {

enum class Phase : u8 { round_bonus, roll, pick, bonus, extra, passive, over };
inline constexpr std::string_view phase_names[] = {"round_bonus", "roll", "pick", "bonus", "extra", "passive", "over"};

enum OptionName : u8 { solo_passive_extra, solo_fallback, decline };

struct State {
  Sheet sheets[max_seats];
  Mask legal;      // what the mover may decide; empty at chance and when over
  PerDie values;   // 0: the die has none now
  Gains waiting;   // mark bonuses that the mover has yet to make
  DiceSet rolled;  // on the table, may be taken or rolled again
  DiceSet placed;  // on the active player's dice fields
  DiceSet tray;
  DiceSet extra_used;  // used as extra dice by the mover in this turn
  u8 options;          // bit n: option n has its second value
  u8 seats;
  u8 round;   // from 1
  u8 active;  // the seat whose turn it is
  u8 mover;   // the seat that decides
  u8 roll;    // rolls thrown in this turn
  Phase phase;
  u8 passive_turn;  // 1 in the solo player's passive turn
};

// ---- Decisions by number
//
// With a die (phases pick, passive, extra): 0-25 take the die of the box's own colour, 26-51 the white die, for the box
// of that number. Bonus marks (round_bonus, bonus): the box number; orange and purple stand once for each number.

inline constexpr int with_white = boxes;
inline constexpr int take_reroll = 2 * boxes;
inline constexpr int take_pass = take_reroll + 1;
inline constexpr int take_done = take_reroll + 2;
inline constexpr int bonus_marks = orange_next + 4;

// A box: its area, what a mark adds to the area's marks (a bit of the set, or one to the number), and, for orange and
// purple, in which list its value is written.
struct Box {
  u16 step;
  u8 area;
  u8 list;   // of Sheet::written
  u8 width;  // bits that a value takes there: 4, or 0 where nothing is written
};
inline constexpr auto box_of = [] {
  std::array<Box, boxes> table{};
  for (int box = 0; box < first_blue; ++box) table[box] = {u16(1 << box), yellow, 0, 0};
  for (int box = first_blue; box < green_next; ++box) table[box] = {u16(1 << (box - first_blue)), blue, 0, 0};
  table[green_next] = {1, green, 0, 0};
  table[orange_next] = {1, orange, 0, 4};
  table[purple_next] = {1, purple, 1, 4};
  return table;
}();

struct Take {
  u8 die, box;
};
inline constexpr auto take_of = [] {
  std::array<Take, 2 * boxes> table{};
  for (int box = 0; box < boxes; ++box) {
    table[box] = {box_of[box].area, u8(box)};
    table[with_white + box] = {white, u8(box)};
  }
  return table;
}();

struct BonusMark {
  u8 box, value;
  Bonus uses;
};
inline constexpr auto bonus_mark_of = [] {
  std::array<BonusMark, bonus_marks> table{};
  for (int box = 0; box < orange_next; ++box) table[box] = {u8(box), 0, Bonus(box_of[box].area)};
  for (int n = 0; n < 3; ++n) table[orange_next + n] = {orange_next, u8(4 + n), Bonus(orange_4 + n)};
  table[orange_next + 3] = {purple_next, 6, purple_6};
  return table;
}();
static_assert(int(yellow_x) == int(yellow) && int(blue_x) == int(blue) && int(green_x) == int(green));

// All decisions that take one of a set of dice.
inline constexpr auto decisions_with = [] {
  std::array<Mask, 64> table{};
  for (int set = 0; set < 64; ++set)
    for (int n = 0; n < 2 * boxes; ++n)
      if (has(Mask(set), take_of[n].die)) table[set] |= bit(n);
  return table;
}();

// ---- Which boxes can be marked

constexpr bool purple_takes(int last, int value) { return last == 6 || value > last; }

// Which of the next boxes of green, orange and purple take a value: three bits for each value, from bit 3 * value up.
using RowsOpen = u32;
inline constexpr auto green_open = [] {
  std::array<RowsOpen, row_boxes + 1> by_marks{};  // a full row takes nothing
  for (int n = 0; n < row_boxes; ++n)
    for (int value = green_minimum[n]; value <= 6; ++value) by_marks[n] |= RowsOpen{1} << 3 * value;
  return by_marks;
}();
inline constexpr auto orange_open = [] {
  std::array<RowsOpen, row_boxes + 1> by_marks{};
  for (int n = 0; n < row_boxes; ++n)
    for (int value = 1; value <= 6; ++value) by_marks[n] |= RowsOpen{2} << 3 * value;
  return by_marks;
}();
inline constexpr auto purple_open = [] {
  std::array<RowsOpen, 7> by_last{};
  for (int last = 0; last <= 6; ++last)
    for (int value = 1; value <= 6; ++value)
      if (purple_takes(last, value)) by_last[last] |= RowsOpen{4} << 3 * value;
  return by_last;
}();

// The decisions that mark a box with one of a set of dice, if all six dice have values.
inline Mask marks_with(const Sheet& sheet, PerDie values, DiceSet set) {
  const int w = of(values, white);
  const RowsOpen rows = green_open[sheet.marks[green]] | orange_open[sheet.marks[orange]] |
                        (sheet.marks[purple] < row_boxes ? purple_open[sheet.written[1] & 7] : 0);
  const Mask in_blue = bit(of(values, blue) + w - 2) & ~Mask{sheet.marks[blue]};
  const Mask in_yellow = yellow_showing[of(values, yellow)] & ~sheet.marks[yellow];
  const Mask in_rows =
      (rows >> 3 * of(values, green) & 1) | (rows >> 3 * of(values, orange) & 2) | (rows >> 3 * of(values, purple) & 4);
  const Mask white_in_yellow = yellow_showing[w] & ~sheet.marks[yellow];
  const Mask white_in_rows = rows >> 3 * w & 7;
  const Mask coloured = in_yellow | in_blue << first_blue | in_rows << green_next;
  const Mask with_the_white = white_in_yellow | in_blue << first_blue | white_in_rows << green_next;
  return (coloured | with_the_white << with_white) & decisions_with[set];
}

// The free boxes of a bonus: an X in yellow or blue goes anywhere, in green on the next box whatever its minimum; a
// number goes on the next box of its row.
inline Mask bonus_boxes(const Sheet& sheet, Bonus bonus) {
  switch (bonus) {
    case yellow_x: return Mask(yellow_full & ~sheet.marks[yellow]);
    case blue_x: return Mask(blue_full & ~sheet.marks[blue]) << first_blue;
    case green_x: return Mask(sheet.marks[green] < row_boxes) << green_next;
    case purple_6: return Mask(sheet.marks[purple] < row_boxes) << (orange_next + 3);
    case black:
      return bonus_boxes(sheet, yellow_x) | bonus_boxes(sheet, blue_x) | bonus_boxes(sheet, green_x) |
             bonus_boxes(sheet, orange_6) | bonus_boxes(sheet, purple_6);
    default: return Mask(sheet.marks[orange] < row_boxes) << (orange_next + bonus - orange_4);
  }
}

// ---- Marking

// Marks a free box and returns what that earns. Value is what is written in orange and purple. Without branches: which
// area it is cannot be foreseen.
inline Gains mark(Sheet& sheet, int number, int value) {
  const Box& box = box_of[number];
  const Gains* given = &gains_of[marks_from[box.area]];
  u16& marks = sheet.marks[box.area];
  const Gains before = given[marks];
  marks = u16(marks + box.step);
  u64& list = sheet.written[box.list];
  list = list << box.width | (u64(value) & ((1u << box.width) - 1));
  return given[marks] - before;
}

// Notes reroll, extra die and fox at once; the marks to make wait.
inline void earn(State& state, Gains gains) {
  Sheet& sheet = state.sheets[state.mover];
  sheet.rerolls = u8(sheet.rerolls + count(gains, reroll));
  sheet.extras = u8(sheet.extras + count(gains, extra));
  sheet.foxes = u8(sheet.foxes + count(gains, fox));
  state.waiting += gains & mark_gains;
}

// ---- What may be decided, phase by phase

inline bool second(const State& state, OptionName option) { return has(state.options, option); }

inline Mask pick_choices(const State& state) {
  const Sheet& sheet = state.sheets[state.mover];
  const Mask marks = marks_with(sheet, state.values, state.rolled);
  const bool may_pass = marks == 0 || second(state, decline);
  return marks | Mask(may_pass) << take_pass | Mask(sheet.rerolls > 0) << take_reroll;
}

// A usable tray die must be taken; without one, a placed die may be.
inline Mask passive_choices(const State& state) {
  const Sheet& sheet = state.sheets[state.mover];
  const Mask marks = marks_with(sheet, state.values, state.tray);
  if (marks != 0) return marks | Mask(second(state, decline)) << take_pass;
  const bool fallback = state.seats > 1 || !second(state, solo_fallback);
  return bit(take_pass) | (fallback ? marks_with(sheet, state.values, state.placed) : 0);
}

// Empty if the mover holds no action, may not use it now or can mark nothing with it: then the step does not appear.
inline Mask extra_choices(const State& state) {
  const Sheet& sheet = state.sheets[state.mover];
  if (sheet.extras == 0 || (state.passive_turn == 1 && second(state, solo_passive_extra))) return 0;
  const Mask marks = marks_with(sheet, state.values, DiceSet(all_dice & ~state.extra_used));
  return marks == 0 ? 0 : marks | bit(take_done);
}

inline Mask black_choices(const State& state) { return bonus_boxes(state.sheets[state.mover], black); }

inline Mask bonus_choices(const State& state) {
  Mask marks = 0;
  for (int bonus = yellow_x; bonus <= purple_6; ++bonus)
    if (count(state.waiting, Bonus(bonus)) != 0) marks |= bonus_boxes(state.sheets[state.mover], Bonus(bonus));
  return marks;
}

// A waiting bonus that finds no free box is lost.
inline void drop_lost(State& state) {
  for (int bonus = yellow_x; bonus <= purple_6; ++bonus)
    if (bonus_boxes(state.sheets[state.mover], Bonus(bonus)) == 0) state.waiting &= ~(Gains{7} << gain_bits * bonus);
}

// ---- The course of a game. Each of these brings the state to the next chance or decision.

inline void begin_turn(State& state) {
  state.mover = state.active;
  state.values = 0;
  state.rolled = state.placed = state.tray = state.extra_used = 0;
  state.roll = 0;
  state.phase = Phase::roll;
  state.legal = 0;
}

// The black bonus of round 4, from the mover on; a seat that cannot make it is passed over.
inline void choose_black(State& state) {
  for (; state.mover < state.seats; ++state.mover)
    if ((state.legal = black_choices(state)) != 0) {
      state.phase = Phase::round_bonus;
      return;
    }
  begin_turn(state);
}

inline void begin_round(State& state) {
  state.active = 0;
  begin_turn(state);
  const Bonus bonus = round_bonus[state.round];
  for (int seat = 0; seat < state.seats; ++seat) {
    state.sheets[seat].rerolls = u8(state.sheets[seat].rerolls + (bonus == reroll));
    state.sheets[seat].extras = u8(state.sheets[seat].extras + (bonus == extra));
  }
  if (bonus == black) choose_black(state);
}

inline void end_turn(State& state) {
  if (state.seats == 1 && state.passive_turn == 0) {
    state.passive_turn = 1;
    begin_turn(state);
    return;
  }
  state.passive_turn = 0;
  if (state.active + 1 < state.seats) {
    ++state.active;
    begin_turn(state);
  } else if (state.round < rounds_for[state.seats]) {
    ++state.round;
    begin_round(state);
  } else {
    begin_turn(state);
    state.phase = Phase::over;
  }
}

inline void choose_passive(State& state) {
  state.phase = Phase::passive;
  state.legal = passive_choices(state);
}

// The mover has nothing more to do in this turn: the next passive seat, or the next turn.
inline void leave_turn(State& state) {
  state.extra_used = 0;
  const int next = state.mover + 1 < state.seats ? state.mover + 1 : 0;
  if (next == state.active) {
    end_turn(state);
  } else {
    state.mover = u8(next);
    choose_passive(state);
  }
}

// Rolls over, or the passive choice made: extra dice come next.
inline void choose_extra(State& state) {
  state.phase = Phase::extra;
  state.legal = extra_choices(state);
  if (state.legal == 0) leave_turn(state);
}

// The dice on the table are due again.
inline void roll_again(State& state) {
  state.values &= bytes_of[state.placed | state.tray];
  state.rolled = 0;
  state.phase = Phase::roll;
  state.legal = 0;
}

// No bonus waits: the course goes on where it was.
inline void go_on(State& state) {
  if (state.rolled != 0) return roll_again(state);
  if (state.values != 0) return choose_extra(state);
  ++state.mover;  // no dice yet: this was the chain of a black bonus
  choose_black(state);
}

// After a mark: what it earned, the waiting bonuses first, then the course goes on.
inline void settle(State& state, Gains gains) {
  earn(state, gains);
  if (state.waiting != 0) {
    drop_lost(state);
    if ((state.legal = bonus_choices(state)) != 0) {
      state.phase = Phase::bonus;
      return;
    }
  }
  go_on(state);
}

// The roll on the table is used up: the lower dice lie in the tray, and after the third roll all the rest.
inline void leave_roll(State& state, DiceSet to_tray) {
  if (state.roll == 3) to_tray = all_dice;
  state.tray |= state.rolled & to_tray;
  state.rolled &= DiceSet(~to_tray);
}

// ---- Events

inline void roll_dice(State& state, const Roll& roll) {
  if (state.passive_turn == 1) {
    // The three lowest go to the tray, of equal dice the nearest first.
    const PerDie order = roll.values * 8 + roll.landing;
    state.values = roll.values;
    state.tray = below(order, third_lowest(order) + 1);
    state.placed = all_dice & ~state.tray;
    choose_passive(state);
    return;
  }
  state.rolled = all_dice & ~(state.placed | state.tray);
  state.values |= roll.values & bytes_of[state.rolled];
  ++state.roll;
  state.phase = Phase::pick;
  state.legal = pick_choices(state);
}

inline void use_die(State& state, Decision decision) {
  const auto [die, box] = take_of[decision];
  const int value = of(state.values, die);
  Sheet& sheet = state.sheets[state.mover];
  if (state.phase == Phase::pick) {
    state.rolled &= DiceSet(~(1 << die));
    state.placed |= DiceSet(1 << die);
    leave_roll(state, below(state.values, value));
  } else if (state.phase == Phase::extra) {
    --sheet.extras;
    ++sheet.extras_used;
    state.extra_used |= DiceSet(1 << die);
  }
  settle(state, mark(sheet, box, value));
}

inline void make_bonus(State& state, Decision decision) {
  const auto [box, value, uses] = bonus_mark_of[decision];
  if (state.phase == Phase::bonus) state.waiting -= gain(uses);
  settle(state, mark(state.sheets[state.mover], box, value));
}

inline void use_reroll(State& state) {
  Sheet& sheet = state.sheets[state.mover];
  --sheet.rerolls;
  ++sheet.rerolls_used;
  --state.roll;
  roll_again(state);
}

inline void pass(State& state) {
  if (state.phase == Phase::pick) {
    leave_roll(state, 0);
    if (state.rolled != 0) return roll_again(state);
  }
  choose_extra(state);
}

inline void decide(State& state, Decision decision) {
  if (state.phase == Phase::bonus || state.phase == Phase::round_bonus) return make_bonus(state, decision);
  if (decision < take_reroll) return use_die(state, decision);
  if (decision == take_reroll) return use_reroll(state);
  if (decision == take_pass) return pass(state);
  leave_turn(state);
}

// A turn of which only the dice are known that it left: those on the dice fields, all others in the tray.
inline void leave_dice(State& state, PerDie values, DiceSet placed) {
  state.values = values;
  state.placed = placed;
  state.tray = all_dice & DiceSet(~placed);
  state.roll = 3;
  leave_turn(state);
}

inline State start(const Setup& setup) {
  State state{};
  state.seats = u8(setup.seats);
  for (int n = 0; n < 3; ++n) state.options |= u8(setup.options[n] << n);
  state.round = 1;
  begin_round(state);
  return state;
}

inline Ending ending(const State& state) {
  Ending end;
  int best = 0, best_total = 0;  // of the leaders so far: highest single area, total
  for (int seat = 0; seat < state.seats; ++seat) {
    const Score points = score(state.sheets[seat]);
    const int single = best_area(points);
    end.totals[seat] = points.total;
    const bool ahead = points.total > best_total || (points.total == best_total && single > best);
    if (seat == 0 || ahead) {
      end.winners = bit(seat);
      best_total = points.total;
      best = single;
    } else if (points.total == best_total && single == best) {
      end.winners |= bit(seat);
    }
  }
  return end;
}

}  // namespace volpe::clever
