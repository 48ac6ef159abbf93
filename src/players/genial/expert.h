// The expert of Genial: it takes what its evaluator values most.
#pragma once

#include "players/genial/expert_evaluator.h"
#include "players/genial/race_player.h"

namespace volpe::genial {

class Expert final : public Player<Genial> {
 public:
  explicit Expert(ExpertEvaluator evaluator) : evaluator_(std::move(evaluator)) {}

  Decision choose(const State& state, Random&) const override {
    return best_decision(state.legal, evaluator_.values(state));
  }

 private:
  ExpertEvaluator evaluator_;
};

}  // namespace volpe::genial
