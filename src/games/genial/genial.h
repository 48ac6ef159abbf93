// Genial as a Game: the doors to its rules (rules.h), notation (notation.cpp) and JSON view (view.cpp).
#pragma once

#include "games/genial/rules.h"

namespace volpe {

struct Genial {
  using State = genial::State;
  using Roll = genial::Roll;

  static constexpr std::string_view name = "genial";
  static constexpr int min_seats = 2, max_seats = 4;
  static constexpr Option options[] = {
      {"opening", {"shown", "hidden"}}, {"boxes", {"7", "8", "9"}}, {"four_joker", {"4", "3"}}};

  static State start(const Setup& setup) { return genial::start(setup); }
  static bool over(const State& state) { return state.phase == genial::Phase::over; }
  static Mask legal(const State& state) { return state.legal; }
  static int mover(const State& state) { return state.turn; }
  static bool independent(const State&) { return false; }
  static Due due(const State& state) {
    return {u8(state.phase == genial::Phase::opening ? 0 : 1), state.turn, u8(state.roll + 1)};
  }
  static void apply(State& state, Decision decision) { genial::decide(state, decision); }
  static void roll(State& state, const Roll& roll) { genial::roll_dice(state, roll); }
  static Ending ending(const State& state) { return genial::ending(state); }
  static Setup setup(const State& state) {
    return {state.seats, {state.hidden, u8(state.boxes - 7), u8(4 - state.four_joker)}};
  }

  static constexpr u32 throws = 6 * 6 * 6 * 6;
  static Roll thrown(u32 number) {
    return {number % 6 | number / 6 % 6 << 4 | number / 36 % 6 << 8 | number / 216 << 12};
  }

  static std::string write(const State& state, Decision decision);
  static std::string write(const State& state, const Roll& roll);
  static Result<Event<Genial>> read(const State& state, std::string_view text);

  static void write_position(JsonText& json, const State& state, const PositionView& view);
  static boost::json::object position(const State& state, const PositionView& view);
  static boost::json::object position(const State& state, int ply) { return position(state, PositionView{ply}); }
  static boost::json::array effects(const State& state);
  static Result<State> set_up(const boost::json::object& position);

  static bool turn_begins(const State& state) { return state.phase == genial::Phase::roll && state.roll == 0; }
  // "left rggb": the dice in front of the seat; "left won": it has crossed its whole sheet.
  static Result<State> leave(const State& state, std::string_view text);
};
static_assert(Game<Genial>);

}  // namespace volpe
