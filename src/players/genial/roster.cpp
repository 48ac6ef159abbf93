// The players of Genial by name.
#include "players/roster.h"

#include "players/genial/compact.h"
#include "players/genial/expert.h"
#include "players/genial/levels.h"
#include "players/genial/race_player.h"

namespace volpe::genial {
namespace {

// The expert needs the solution or the compact model; what is there must be sound.
Result<bool> expert_can_play() {
  const Result<const Solution*> solution = solution_for(7, 4);
  if (!solution) return solution.error();
  if (*solution != nullptr) return true;
  return Compact::can_be_read();
}

}  // namespace
}  // namespace volpe::genial

namespace volpe {

template <>
Result<std::unique_ptr<Player<Genial>>> make_race_player<Genial>() {
  return std::unique_ptr<Player<Genial>>(std::make_unique<genial::RacePlayer>());
}

template <>
Result<std::unique_ptr<Player<Genial>>> make_level_player<Genial>(int level, bool match) {
  using Made = std::unique_ptr<Player<Genial>>;
  if (level < highest_level) return Made(std::make_unique<genial::LevelPlayer>(level));
  if (const Result<bool> able = genial::expert_can_play(); !able) return able.error();
  return Made(std::make_unique<genial::Expert>(match));
}

template <>
std::optional<Error> missing_model<Genial>(int level) {
  if (level < highest_level) return {};
  const Result<bool> able = genial::expert_can_play();
  return able ? std::nullopt : std::optional(able.error());
}

template <>
Result<std::unique_ptr<Judge<Genial>>> make_expert_judge<Genial>(bool match) {
  if (const Result<bool> able = genial::expert_can_play(); !able) return able.error();
  return std::unique_ptr<Judge<Genial>>(std::make_unique<genial::GenialJudge>(match));
}

}  // namespace volpe
