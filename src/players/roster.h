// The roster: every player by name, and the judge that sees the game as that player does.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "players/clever/roster.h"
#include "players/genial/roster.h"
#include "players/judge.h"
#include "players/player.h"

namespace volpe {

inline constexpr std::string_view player_names[] = {"random", "greedy"};

// Error of a name that is not on the roster.
inline Error unknown_player(std::string_view name) {
  std::string names;
  for (std::string_view known : player_names) names += (names.empty() ? "" : ", ") + std::string(known);
  return {Code::unknown_level, "there is no player called '" + std::string(name.substr(0, 60)) + "': " + names};
}

template <Game G>
Result<std::unique_ptr<Player<G>>> make_player(std::string_view name, bool match = false) {
  using Made = std::unique_ptr<Player<G>>;
  if (name == "random") return Made(std::make_unique<RandomPlayer<G>>());
  if (name == "greedy") return Made(std::make_unique<GreedyPlayer<G>>());
  if constexpr (std::is_same_v<G, Clever>)
    if (name == "expert" || name == "swift") return clever::make_player(name);
  if constexpr (std::is_same_v<G, Genial>)
    if (genial::on_roster(name)) return genial::make_player(name, match);
  return unknown_player(name);
}

// The judge of that level; in a match it counts points.
template <Game G>
Result<std::unique_ptr<Judge<G>>> make_judge(std::string_view name, bool match) {
  if constexpr (std::is_same_v<G, Genial>)
    if (genial::on_roster(name)) return genial::make_judge(name, match);
  constexpr int games = 100;
  Result<std::unique_ptr<Player<G>>> player = make_player<G>(name, match);
  if (!player) return player.error();
  return std::unique_ptr<Judge<G>>(std::make_unique<RolloutJudge<G>>(std::move(*player), match, games));
}

}  // namespace volpe
