// The rules of Genial: the state of a game, what may be decided, and what events do. Reads next to the rules page.
#pragma once

#include <array>
#include <string_view>

#include "games/game.h"

namespace volpe::genial {

inline constexpr int symbols = 6;
inline constexpr std::string_view letters = "roygbp";  // the fixed symbol order

inline constexpr int dice_for[5] = {0, 0, 4, 3, 2};  // dice of a player, by number of seats
inline constexpr int left_end = 3, centre_end = 6;   // boxes 1-3 are the left area, 4-6 the centre, the rest the right
inline constexpr int max_dice = 4;

enum class Phase : u8 { opening, roll, score, over };
inline constexpr std::string_view phase_names[] = {"opening", "roll", "score", "over"};

enum OptionName : u8 { opening, boxes, four_joker };

// A number for each symbol, four bits each from red up.
using PerSymbol = u32;
constexpr int of(PerSymbol numbers, int symbol) { return static_cast<int>(numbers >> 4 * symbol & 15); }
constexpr PerSymbol one(int symbol) { return PerSymbol{1} << 4 * symbol; }
constexpr PerSymbol every(int number) { return 0x111111u * static_cast<u32>(number); }

// Whether no number is below a limit of at most 8; numbers are at most 9.
constexpr bool all_at_least(PerSymbol numbers, int limit) {
  for (int symbol = 0; symbol < symbols; ++symbol)
    if (of(numbers, symbol) < limit) return false;
  return true;
}

// The faces of four dice, four bits each from the first up; a player with fewer dice throws the first ones.
struct Roll {
  u32 faces;
};
constexpr PerSymbol counted(const Roll& roll, int dice) {
  PerSymbol counts = 0;
  for (int die = 0; die < dice; ++die) counts += one(static_cast<int>(roll.faces >> 4 * die & 15));
  return counts;
}

struct State {
  PerSymbol rows[max_seats];  // crosses
  PerSymbol dice[max_seats];  // how many of each symbol lie in front of a seat
  Mask legal;
  u8 seats;
  u8 boxes;  // in a row
  u8 four_joker;
  u8 hidden;  // 1: no dice are shown before the first turn
  u8 turn;    // the seat whose turn it is, or whose opening dice are due
  u8 roll;    // rolls thrown in this turn
  Phase phase;
  u8 unused;
};

// ---- Decisions by number
//
// What a number means depends on the dice: A is the first symbol that shows at least twice, B the second. A joker for
// target t, or two jokers for t and u, are:

inline constexpr int score_only = 0;
inline constexpr int reroll_all = 1;
inline constexpr int joker_a = 2;                     // + t: two A
inline constexpr int joker_b = joker_a + symbols;     // + t: two B
inline constexpr int two_jokers = joker_b + symbols;  // + 6 t + u: two A for t, two B (or two more A, t <= u) for u
inline constexpr int joker_three = two_jokers + symbols * symbols;  // + t: three A
inline constexpr int joker_four = joker_three + symbols;            // + t: four A
inline constexpr int decisions = joker_four + symbols;
static_assert(decisions <= 64);

struct Joker {
  u8 symbol, size, target;
};

// What a decision to score uses as jokers; the other dice count as matches.
struct Jokers {
  Joker joker[2];
  int count = 0;
};

struct Pairs {
  int a, b, most;  // the symbols A and B (B is A again if it shows four times, -1 if there is none); how often A shows
};
constexpr Pairs pairs_of(PerSymbol dice) {
  Pairs pairs{-1, -1, 0};
  for (int symbol = symbols - 1; symbol >= 0; --symbol)
    if (of(dice, symbol) >= 2) pairs = {symbol, pairs.a, of(dice, symbol)};
  if (pairs.most == 4) pairs.b = pairs.a;
  return pairs;
}

constexpr Jokers jokers_of(PerSymbol dice, int decision) {
  const Pairs pairs = pairs_of(dice);
  const u8 a = u8(pairs.a), b = u8(pairs.b);
  const auto joker = [](u8 symbol, int size, int target) { return Jokers{{{symbol, u8(size), u8(target)}, {}}, 1}; };
  if (decision < joker_a) return {};
  if (decision < joker_b) return joker(a, 2, decision - joker_a);
  if (decision < two_jokers) return joker(b, 2, decision - joker_b);
  if (decision >= joker_four) return joker(a, 4, decision - joker_four);
  if (decision >= joker_three) return joker(a, 3, decision - joker_three);
  const int targets = decision - two_jokers;
  return {{{a, 2, u8(targets / symbols)}, {b, 2, u8(targets % symbols)}}, 2};
}

// The decisions to score, by how the dice fall.
inline constexpr Mask six_targets = 63;
inline constexpr Mask any_two = (bit(symbols * symbols) - 1) << two_jokers;
inline constexpr Mask ordered_two = [] {
  Mask set = 0;
  for (int t = 0; t < symbols; ++t)
    for (int u = t; u < symbols; ++u) set |= bit(two_jokers + symbols * t + u);
  return set;
}();
constexpr Mask scorings(PerSymbol dice) {
  const Pairs pairs = pairs_of(dice);
  Mask set = bit(score_only);
  if (pairs.most >= 2) set |= six_targets << joker_a;
  if (pairs.most >= 3) set |= six_targets << joker_three;
  if (pairs.most == 4) set |= six_targets << joker_four | ordered_two;
  if (pairs.b >= 0 && pairs.b != pairs.a) set |= six_targets << joker_b | any_two;
  return set;
}

// ---- Scoring

struct Crosses {
  int matches[symbols];  // earned, before any are lost
  int jokers[symbols];
};

constexpr int joker_crosses(int size, int four_joker) { return size == 2 ? 1 : size == 3 ? 2 : four_joker; }

// What the seat's dice earn with a decision. Dice used in a joker make no matches.
inline Crosses earned(const State& state, int decision) {
  PerSymbol own = state.dice[state.turn], others = 0;
  for (int seat = 0; seat < state.seats; ++seat)
    if (seat != state.turn) others += state.dice[seat];
  Crosses crosses{};
  const Jokers jokers = jokers_of(own, decision);
  for (int n = 0; n < jokers.count; ++n) {
    const auto [symbol, size, target] = jokers.joker[n];
    own -= size * one(symbol);
    crosses.jokers[target] += joker_crosses(size, state.four_joker);
  }
  for (int symbol = 0; symbol < symbols; ++symbol) crosses.matches[symbol] = of(own, symbol) * of(others, symbol);
  return crosses;
}

// The rows after a turn's crosses, made in the order that crosses the most: left first, then as far as areas open.
inline PerSymbol cross(PerSymbol rows, const Crosses& crosses, int boxes) {
  const auto fill = [&](int end) {
    PerSymbol filled = 0;
    for (int symbol = 0; symbol < symbols; ++symbol) {
      const int before = of(rows, symbol);
      const int wanted = before + crosses.matches[symbol] + crosses.jokers[symbol];
      const int reached = wanted < end ? wanted : end;
      filled |= PerSymbol(reached > before ? reached : before) << 4 * symbol;
    }
    return filled;
  };
  PerSymbol after = fill(left_end);
  if (all_at_least(after, 1)) after = fill(centre_end);
  if (all_at_least(after, left_end + 1)) after = fill(boxes);
  return after;
}

constexpr int shortest(PerSymbol rows) {
  int least = of(rows, 0);
  for (int symbol = 1; symbol < symbols; ++symbol) least = of(rows, symbol) < least ? of(rows, symbol) : least;
  return least;
}

// ---- Events

inline State start(const Setup& setup) {
  State state{};
  state.seats = u8(setup.seats);
  state.hidden = setup.options[opening];
  state.boxes = u8(7 + setup.options[boxes]);
  state.four_joker = u8(4 - setup.options[four_joker]);
  state.turn = state.hidden ? 0 : 1;
  state.phase = state.hidden ? Phase::roll : Phase::opening;
  return state;
}

inline Mask choices(const State& state) {
  return scorings(state.dice[state.turn]) | Mask(state.roll < 3) << reroll_all;
}

inline void roll_dice(State& state, const Roll& roll) {
  state.dice[state.turn] = counted(roll, dice_for[state.seats]);
  if (state.phase == Phase::opening) {
    state.turn = u8(state.turn + 1 < state.seats ? state.turn + 1 : 0);
    if (state.turn == 0) state.phase = Phase::roll;
    return;
  }
  ++state.roll;
  state.phase = Phase::score;
  state.legal = choices(state);
}

inline void end_turn(State& state) {
  state.turn = u8(state.turn + 1 < state.seats ? state.turn + 1 : 0);
  state.roll = 0;
  state.phase = Phase::roll;
}

inline void decide(State& state, Decision decision) {
  state.legal = 0;
  if (decision == reroll_all) {
    state.phase = Phase::roll;
    return;
  }
  PerSymbol& rows = state.rows[state.turn];
  rows = cross(rows, earned(state, decision), state.boxes);
  if (rows == every(state.boxes)) {
    state.phase = Phase::over;
    return;
  }
  end_turn(state);
}

// A turn of which only its end is known: the dice that it left, or that it won the game.
inline void leave_dice(State& state, PerSymbol dice) {
  state.dice[state.turn] = dice;
  end_turn(state);
}
inline void leave_as_winner(State& state) {
  state.rows[state.turn] = every(state.boxes);
  state.roll = 3;
  state.phase = Phase::over;
}

// Totals are the points for the match: a row's boxes for the winner, the shortest row for everybody else.
inline Ending ending(const State& state) {
  Ending end;
  for (int seat = 0; seat < state.seats; ++seat) end.totals[seat] = shortest(state.rows[seat]);
  end.winners = bit(state.turn);
  return end;
}

}  // namespace volpe::genial
