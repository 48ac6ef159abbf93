// The roster: every player by name, and the evaluator that sees the game as that player does.
//
//   random          any legal decision
//   greedy          what looks best at once
//   race            plays for its own sheet as if nobody else were there
//   level1-level5   for people to play against; level5 is the expert
//   expert          the best there is
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "players/evaluator.h"
#include "players/model_source.h"
#include "players/player.h"

namespace volpe {

inline constexpr std::string_view player_names[] = {"random", "greedy", "race",   "level1", "level2",
                                                    "level3", "level4", "level5", "expert"};
inline constexpr int highest_level = 5;

// 1 to highest_level, 0 if the name is no level.
inline int level_named(std::string_view name) {
  if (name == "expert") return highest_level;
  const bool is_level = name.size() == 6 && name.starts_with("level") && name[5] >= '1' && name[5] <= '5';
  return is_level ? name[5] - '0' : 0;
}

// Each game has these in players/<game>/roster.cpp. They fail if a model that the setup needs is missing or damaged.
template <Game G>
Result<std::unique_ptr<Player<G>>> make_race_player(const ModelSource& models, const Setup& setup);
template <Game G>
Result<std::unique_ptr<Player<G>>> make_level_player(const ModelSource& models, int level, const Setup& setup,
                                                     bool match);
template <Game G>
Result<std::unique_ptr<Evaluator<G>>> make_expert_evaluator(const ModelSource& models, const Setup& setup, bool match);
// Why a level cannot play some setup. Networks that are looked at are not kept in memory.
template <Game G>
std::optional<Error> missing_model(const ModelSource& models, int level);

// Error of a name that is not on the roster.
inline Error unknown_player(std::string_view name) {
  std::string names;
  for (std::string_view known : player_names) names += (names.empty() ? "" : ", ") + std::string(known);
  return {Code::unknown_level, "there is no player called '" + std::string(name.substr(0, 60)) + "': " + names};
}

// A player for games with this setup. In a match the expert plays for points.
template <Game G>
Result<std::unique_ptr<Player<G>>> make_player(const ModelSource& models, std::string_view name, const Setup& setup,
                                               bool match = false) {
  using Made = std::unique_ptr<Player<G>>;
  if (name == "random") return Made(std::make_unique<RandomPlayer<G>>());
  if (name == "greedy") return Made(std::make_unique<GreedyPlayer<G>>());
  if (name == "race") return make_race_player<G>(models, setup);
  if (const int level = level_named(name); level != 0) return make_level_player<G>(models, level, setup, match);
  return unknown_player(name);
}

// The evaluator of that level for games with this setup: the expert's own, for the others the mean of games that they
// play to the end. In a match it counts points.
template <Game G>
Result<std::unique_ptr<Evaluator<G>>> make_evaluator(const ModelSource& models, std::string_view name,
                                                     const Setup& setup, bool match) {
  if (level_named(name) == highest_level) return make_expert_evaluator<G>(models, setup, match);
  constexpr int games = 100;
  Result<std::unique_ptr<Player<G>>> player = make_player<G>(models, name, setup, match);
  if (!player) return player.error();
  return std::unique_ptr<Evaluator<G>>(std::make_unique<RolloutEvaluator<G>>(std::move(*player), match, games));
}

}  // namespace volpe
