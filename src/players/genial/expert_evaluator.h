// The evaluator that sees Genial as its expert does: exact for two where there is a solution, else by what a turn's end
// is worth among racers.
#pragma once

#include "games/genial/genial.h"
#include "players/genial/compact.h"
#include "players/genial/models.h"
#include "players/genial/solution.h"
#include "players/genial/turn_search.h"

namespace volpe::genial {

// What the expert knows of games with one setup. For two, the solution or else the compact model, if they fit.
struct ExpertModels {
  std::shared_ptr<const Race> race;
  std::shared_ptr<const Solution> solution;
  std::shared_ptr<const Compact> compact;
};

// An error if a model that the setup needs is missing or damaged.
Result<ExpertModels> expert_models(const Models& models, const Setup& setup);

class ExpertEvaluator final : public Evaluator<Genial> {
 public:
  ExpertEvaluator(ExpertModels models, bool match) : models_(std::move(models)), match_(match) {}

  Value value(const State& state) const override;
  std::vector<double> values(const State& state) const override;

 private:
  std::unique_ptr<LeafEvaluator> leaf(const State& state) const;

  ExpertModels models_;
  bool match_;
};

}  // namespace volpe::genial
