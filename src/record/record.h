// Records: a game as text (docs/record-format.md), and back through the rules.
#pragma once

#include "games/games.h"
#include "record/play.h"

namespace volpe {

inline constexpr size_t longest_record = 4 << 20;  // bytes; longest_game events fit

template <class Games>
struct PlaysOf;
template <class... G>
struct PlaysOf<std::variant<G...>> {
  using Type = std::variant<Play<G>...>;
};
using AnyPlay = PlaysOf<AnyGame>::Type;

// The game that a record holds, every event checked by the rules; or "line N: …" of the first that does not fit.
Result<AnyPlay> read_record(std::string_view text);

// Why a name cannot stand in a record; empty if it can.
std::string bad_name(std::string_view name);

// Whether dice are described as a record does: real, seeded <n>, daily <date>, fair <commitment> [<secret>].
bool good_dice(std::string_view dice);

// One word a seat, as a record lists names and seeds.
std::string by_seat(const std::vector<std::string>& words);

// The totals as a record states them: "212 198".
template <Game G>
std::string result_text(const typename G::State& state) {
  std::string text;
  const Ending end = G::ending(state);
  for (int seat = 0; seat < G::setup(state).seats; ++seat)
    text += (seat == 0 ? "" : " ") + std::to_string(end.totals[seat]);
  return text;
}

// The record of a game that was played from its start.
template <Game G>
std::string write_record(const Play<G>& play) {
  const Header header = play.header();
  const Setup setup = play.setup();
  std::string text =
      "volpe: 1\ngame: " + std::string(G::name) + "\nseats: " + std::to_string(setup.seats) + "\noptions:";
  for (int n = 0; n < option_count<G>; ++n)
    text += " " + std::string(G::options[n].name) + "=" + std::string(option_value<G>(setup.options, n));
  text += "\nnames: " + by_seat(header.names);
  if (!header.match.empty()) text += "\nmatch: " + header.match;
  text += "\ndice: " + header.dice;
  if (!header.seeds.empty()) text += "\nseeds: " + by_seat(header.seeds);
  if (G::over(play.state())) text += "\nresult: " + result_text<G>(play.state());
  text += "\n\n";
  typename G::State state = play.first();
  for (const Event<G>& event : play.events()) {
    text += write<G>(state, event) + "\n";
    apply<G>(state, event);
  }
  return text;
}

}  // namespace volpe
