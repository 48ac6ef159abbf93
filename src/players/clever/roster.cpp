// The players of Clever that stand on the value network, by name.
#include "players/roster.h"

#include "players/clever/expert.h"
#include "players/clever/expert_evaluator.h"
#include "players/clever/level_player.h"
#include "players/clever/models.h"
#include "players/clever/race_player.h"

namespace volpe {

using clever::Weights;
using NewPlayer = Result<std::unique_ptr<Player<Clever>>>;
using NewEvaluator = Result<std::unique_ptr<Evaluator<Clever>>>;

template <>
NewPlayer make_race_player<Clever>(const ModelSource& models, const Setup& setup) {
  Result<std::shared_ptr<const Weights>> network = models.clever_models.network(clever::kind_alone(setup));
  if (!network) return network.error();
  return NewPlayer(std::make_unique<clever::RacePlayer>(std::move(*network)));
}

template <>
NewPlayer make_level_player<Clever>(const ModelSource& models, int level, const Setup& setup, bool) {
  Result<std::shared_ptr<const Weights>> network = models.clever_models.network(clever::kind_of(setup));
  if (!network) return network.error();
  if (level < highest_level) return NewPlayer(std::make_unique<clever::LevelPlayer>(std::move(*network), level));
  if (setup.seats > 1) return NewPlayer(std::make_unique<clever::TableExpert>(std::move(*network)));
  return NewPlayer(std::make_unique<clever::SoloExpert>(std::move(*network)));
}

template <>
NewEvaluator make_expert_evaluator<Clever>(const ModelSource& models, const Setup& setup, bool) {
  Result<std::shared_ptr<const Weights>> network = models.clever_models.network(clever::kind_of(setup));
  if (!network) return network.error();
  if (setup.seats > 1) return NewEvaluator(std::make_unique<clever::TableEvaluator>(std::move(*network)));
  return NewEvaluator(std::make_unique<clever::SoloEvaluator>(std::move(*network)));
}

template <>
std::optional<Error> missing_model<Clever>(const ModelSource& models, int) {
  for (int kind = 0; kind < clever::network_kinds; ++kind)
    if (std::optional<Error> error = models.clever_models.missing(clever::NetworkKind(kind))) return error;
  return {};
}

}  // namespace volpe
