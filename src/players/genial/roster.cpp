// The players of Genial by name.
#include "players/genial/roster.h"

#include "players/genial/compact.h"
#include "players/genial/expert.h"
#include "players/genial/level.h"
#include "players/genial/race_player.h"

namespace volpe::genial {
namespace {

// 1 to 5, or 0.
int level_named(std::string_view name) {
  if (name == "expert") return highest_level;
  const bool is_level = name.size() == 6 && name.starts_with("level") && name[5] >= '1' && name[5] <= '5';
  return is_level ? name[5] - '0' : 0;
}

// The expert needs the solution or the compact model; what is there must be sound.
Result<bool> expert_can_play() {
  const Result<const Solution*> solution = solution_for(7, 4);
  if (!solution) return solution.error();
  if (*solution != nullptr) return true;
  const Result<const Compact*> compact = Compact::shipped();
  if (!compact) return compact.error();
  return true;
}

}  // namespace

bool on_roster(std::string_view name) { return name == "race" || level_named(name) != 0; }

Result<std::unique_ptr<Player<Genial>>> make_player(std::string_view name, bool match) {
  using Made = std::unique_ptr<Player<Genial>>;
  if (name == "race") return Made(std::make_unique<RacePlayer>());
  const int level = level_named(name);
  if (level < highest_level) return Made(std::make_unique<LevelPlayer>(level));
  if (const Result<bool> able = expert_can_play(); !able) return able.error();
  return Made(std::make_unique<Expert>(match));
}

Result<std::unique_ptr<Judge<Genial>>> make_judge(std::string_view name, bool match) {
  using Made = std::unique_ptr<Judge<Genial>>;
  if (level_named(name) == highest_level) {
    if (const Result<bool> able = expert_can_play(); !able) return able.error();
    return Made(std::make_unique<GenialJudge>(match));
  }
  constexpr int games = 100;
  Result<std::unique_ptr<Player<Genial>>> player = make_player(name, match);
  if (!player) return player.error();
  return Made(std::make_unique<RolloutJudge<Genial>>(std::move(*player), match, games));
}

}  // namespace volpe::genial
