// The evaluator that sees Clever as its expert does.
#pragma once

#include <memory>
#include <vector>

#include "players/clever/solo_search.h"
#include "players/clever/table_search.h"
#include "players/evaluator.h"

namespace volpe::clever {

// Searches remember values, which changes no answer.
class SoloEvaluator final : public Evaluator<Clever> {
 public:
  explicit SoloEvaluator(std::shared_ptr<const Weights> network) : search_(std::move(network)) {}

  Value value(const State& state) const override { return {search_.value(state)}; }
  std::vector<double> values(const State& state) const override {
    constexpr int blocks = 6;
    return search_.values(state, blocks);
  }

 private:
  mutable SoloSearch search_;
};

class TableEvaluator final : public Evaluator<Clever> {
 public:
  explicit TableEvaluator(std::shared_ptr<const Weights> network) : search_(std::move(network)) {}

  Value value(const State& state) const override { return search_.chances(state); }

 private:
  mutable TableSearch search_;
};

}  // namespace volpe::clever
