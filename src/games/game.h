// The Game concept: what a game is to everything that stands on it. Read this header first.
//
// A game is a pure function of its options and its events. Its State is a small trivially copyable value that two
// kinds of events move on: a Roll where dice are due (chance), a Decision where a seat must choose. The state holds no
// random numbers and no history: what it shows, every player may know. Copying a state is how one takes back.
//
// The inner loop of everything, be it a simulation, a search or a server, is
//
//   for (State state = G::start(setup);;)
//     if (G::over(state)) break;
//     else if (Mask legal = G::legal(state)) G::apply(state, <one member of legal>);
//     else G::roll(state, <a Roll of the dice that are due>);
//
// legal, apply and roll do not allocate, throw, or check: that is the fast door, for callers that choose from `legal`.
// Whatever comes from outside goes through the checked door, G::read, which turns text into an event or says what is
// wrong with it.
#pragma once

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <concepts>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "base/bits.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/random.h"

namespace volpe {

inline constexpr int max_seats = 4;

// A decision is a member of the mask of legal decisions, 0 to 63; its meaning depends on the state (see G::write).
using Decision = u8;

// A rule that tables play differently. The first value is the default; unused places are empty.
struct Option {
  std::string_view name;
  std::array<std::string_view, 3> values;
};

// The chosen value of each option of a game, as an index into its values, in the order of the rules page.
using Options = std::array<u8, 4>;

struct Setup {
  int seats = 0;
  Options options{};
};

// Where in a round the next throw stands. Within a round these grow in the order (kind, seat, roll); a throw that does
// not grow begins a new round, and one that stays equal is a reroll: src/dice makes its coordinates from that alone.
struct Due {
  u8 kind;  // the game's own kinds of rolls, in the order they come in a round
  u8 seat;
  u8 roll;  // 1, 2, 3 within the turn
  constexpr u64 order() const { return u64{kind} << 16 | u64{seat} << 8 | roll; }
};

// How a finished game ended.
struct Ending {
  std::array<int, max_seats> totals{};
  Mask winners = 0;  // a set of seats
};

template <class G>
using Event = std::variant<typename G::Roll, Decision>;

// What of a position is written.
struct PositionView {
  int ply = 0;
  Mask redacted = 0;     // seats of which only what lies on the table is known
  bool effects = false;  // also what each decision would do
};

template <class G>
concept Game = requires(typename G::State& state, const typename G::State& seen, const Setup& setup,
                        const typename G::Roll& roll, Decision decision, std::string_view text, u32 number, int ply,
                        const boost::json::object& json, JsonText& written, const PositionView& view) {
  requires std::is_trivially_copyable_v<typename G::State>;
  requires std::has_unique_object_representations_v<typename G::State>;  // comparable and hashable by its bytes
  requires sizeof(typename G::State) <= 256;

  // The name, 1 to max_seats seats, and the options of the rules page.
  { G::name } -> std::convertible_to<std::string_view>;
  { G::min_seats } -> std::convertible_to<int>;
  { G::max_seats } -> std::convertible_to<int>;
  { G::options[0] } -> std::convertible_to<const Option&>;

  // The rules: the fast door.
  { G::start(setup) } -> std::same_as<typename G::State>;
  { G::over(seen) } -> std::same_as<bool>;
  { G::legal(seen) } -> std::same_as<Mask>;  // empty at chance and when over
  { G::mover(seen) } -> std::same_as<int>;   // the seat that decides; only where legal is not empty
  // Whether what the mover chooses makes no difference to the seats that decide after it, up to the next roll: then
  // none of them needs to wait. Only where legal is not empty.
  { G::independent(seen) } -> std::same_as<bool>;
  { G::due(seen) } -> std::same_as<Due>;  // only at chance
  { G::apply(state, decision) } -> std::same_as<void>;
  { G::roll(state, roll) } -> std::same_as<void>;
  { G::ending(seen) } -> std::same_as<Ending>;  // only when over
  { G::setup(seen) } -> std::same_as<Setup>;

  // Chance: one of G::throws equally likely throws of all dice, 0 <= number < G::throws. A state takes from a roll only
  // the dice that are due.
  { G::throws } -> std::convertible_to<u32>;
  { G::thrown(number) } -> std::same_as<typename G::Roll>;

  // Notation: the checked door.
  { G::write(seen, decision) } -> std::same_as<std::string>;
  { G::write(seen, roll) } -> std::same_as<std::string>;  // before the roll is applied
  { G::read(seen, text) } -> std::same_as<Result<Event<G>>>;

  // The JSON view of docs/engine-protocol.md, as text and as values.
  { G::write_position(written, seen, view) } -> std::same_as<void>;
  { G::position(seen, view) } -> std::same_as<boost::json::object>;
  { G::position(seen, ply) } -> std::same_as<boost::json::object>;
  { G::effects(seen) } -> std::same_as<boost::json::array>;
  { G::set_up(json) } -> std::same_as<Result<typename G::State>>;

  // Seats on paper, of which neither sheets nor decisions are known: where the first roll of a turn is due, a text
  // tells what the seat has left on the table when the turn was over. It is no event, and a game with such texts has no
  // record. PositionView::redacted leaves out of a position what is not known of some seats.
  { G::turn_begins(seen) } -> std::same_as<bool>;
  { G::leave(seen, text) } -> std::same_as<Result<typename G::State>>;
};

template <class G>
void apply(typename G::State& state, const Event<G>& event) {
  if (const Decision* decision = std::get_if<Decision>(&event))
    G::apply(state, *decision);
  else
    G::roll(state, *std::get_if<typename G::Roll>(&event));
}

// A hash of a state's bytes.
template <class State>
u64 hash(const State& state) {
  static_assert(std::has_unique_object_representations_v<State> && sizeof(State) % 8 == 0);
  u64 sum = 0;
  for (size_t at = 0; at < sizeof(State); at += 8) {
    u64 word;
    std::memcpy(&word, reinterpret_cast<const char*>(&state) + at, 8);
    sum = mix(sum ^ word) + at;
  }
  return sum;
}

template <class State>
bool same(const State& a, const State& b) {
  static_assert(std::has_unique_object_representations_v<State>);
  return std::memcmp(&a, &b, sizeof(State)) == 0;
}

}  // namespace volpe
