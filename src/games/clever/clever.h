// Clever as a Game: the doors to its rules (rules.h), notation (notation.cpp) and JSON view (view.cpp).
#pragma once

#include "games/clever/rules.h"

namespace volpe {

struct Clever {
  using State = clever::State;
  using Roll = clever::Roll;

  static constexpr std::string_view name = "clever";
  static constexpr int min_seats = 1, max_seats = 4;
  static constexpr Option options[] = {{"solo_passive_extra", {"allowed", "forbidden"}},
                                       {"solo_fallback", {"allowed", "forbidden"}},
                                       {"decline", {"forbidden", "allowed"}}};

  static State start(const Setup& setup) { return clever::start(setup); }
  static bool over(const State& state) { return state.phase == clever::Phase::over; }
  static Mask legal(const State& state) { return state.legal; }
  static int mover(const State& state) { return state.mover; }
  // The passive seats, and all in the choice of the black bonus, before which there are no dice.
  static bool independent(const State& state) { return state.mover != state.active || state.values == 0; }
  static Due due(const State& state) { return {state.passive_turn, state.active, u8(state.roll + 1)}; }
  static void apply(State& state, Decision decision) { clever::decide(state, decision); }
  static void roll(State& state, const Roll& roll) { clever::roll_dice(state, roll); }
  static Ending ending(const State& state) { return clever::ending(state); }
  static Setup setup(const State& state) {
    Setup setup{state.seats, {}};
    for (int n = 0; n < 3; ++n) setup.options[n] = has(state.options, n);
    return setup;
  }

  // The dice that are due, at chance.
  static clever::DiceSet due_dice(const State& state) {
    return clever::all_dice & clever::DiceSet(~(state.placed | state.tray));
  }

  static constexpr u32 throws = clever::throws;
  static Roll thrown(u32 number) { return clever::thrown(number); }

  static std::string write(const State& state, Decision decision);
  static std::string write(const State& state, const Roll& roll);
  static Result<Event<Clever>> read(const State& state, std::string_view text);

  static void write_position(JsonText& json, const State& state, const PositionView& view);
  static boost::json::object position(const State& state, const PositionView& view);
  static boost::json::object position(const State& state, int ply) { return position(state, PositionView{ply}); }
  static boost::json::array effects(const State& state);
  static Result<State> set_up(const boost::json::object& position);

  static bool turn_begins(const State& state) {
    return state.phase == clever::Phase::roll && state.roll == 0 && state.passive_turn == 0;
  }
  // "left y3 b1 g2 | o6 p5 w5": the dice in the tray and then, if there are any, those on the dice fields.
  static Result<State> leave(const State& state, std::string_view text);
};
static_assert(Game<Clever>);

}  // namespace volpe
