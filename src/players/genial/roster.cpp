// The players of Genial by name.
#include "players/roster.h"

#include "players/genial/expert.h"
#include "players/genial/level_player.h"
#include "players/genial/models.h"
#include "players/genial/race_player.h"

namespace volpe {
namespace {

using NewPlayer = Result<std::unique_ptr<Player<Genial>>>;
using NewEvaluator = Result<std::unique_ptr<Evaluator<Genial>>>;

std::shared_ptr<const genial::Race> race_for(const ModelSource& models, const Setup& setup) {
  const genial::State state = genial::start(setup);
  return models.genial_models.race(state.seats, state.boxes, state.four_joker);
}

}  // namespace

template <>
NewPlayer make_race_player<Genial>(const ModelSource& models, const Setup& setup) {
  return NewPlayer(std::make_unique<genial::RacePlayer>(race_for(models, setup)));
}

template <>
NewPlayer make_level_player<Genial>(const ModelSource& models, int level, const Setup& setup, bool match) {
  if (level < highest_level) return NewPlayer(std::make_unique<genial::LevelPlayer>(race_for(models, setup), level));
  Result<genial::ExpertModels> needed = genial::expert_models(models.genial_models, setup);
  if (!needed) return needed.error();
  return NewPlayer(std::make_unique<genial::Expert>(genial::ExpertEvaluator(std::move(*needed), match)));
}

template <>
NewEvaluator make_expert_evaluator<Genial>(const ModelSource& models, const Setup& setup, bool match) {
  Result<genial::ExpertModels> needed = genial::expert_models(models.genial_models, setup);
  if (!needed) return needed.error();
  return NewEvaluator(std::make_unique<genial::ExpertEvaluator>(std::move(*needed), match));
}

// The expert for two needs the solution or the compact model.
template <>
std::optional<Error> missing_model<Genial>(const ModelSource& models, int level) {
  if (level < highest_level) return {};
  const auto solution = models.genial_models.solution(genial::Compact::boxes, genial::Compact::four_joker);
  if (!solution) return solution.error();
  if (*solution) return {};
  return models.genial_models.missing_compact();
}

}  // namespace volpe
