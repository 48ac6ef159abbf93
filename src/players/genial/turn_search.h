// The best way through a turn of Genial: all outcomes of the dice and all ways to score them.
#pragma once

#include "players/genial/leaf_evaluator.h"
#include "players/genial/mover_view.h"

namespace volpe::genial {

class TurnSearch {
 public:
  TurnSearch(const Race& race, const State& state, const LeafEvaluator& leaf);

  // To each seat, the mover first, when so many rolls are left and the best is made of each. At least one.
  Value rolling(int rolls) const;

  // What each legal decision is worth to the mover, in the order of their numbers.
  std::vector<double> values(const State& state) const;

  // To each seat, the mover first, before a roll or a decision.
  Value value(const State& state) const;

 private:
  Value best_of(int outcome) const;
  Value scored(const State& state, int decision) const;

  const Race& race_;
  const MoverView view_;
  const LeafEvaluator& leaf_;
  std::vector<u16> cases_;
  mutable std::vector<Value> best_;  // of each outcome; made when first asked for
};

}  // namespace volpe::genial
