// The players of Clever that stand on the value network, by name.
#include "players/roster.h"

#include "players/clever/expert.h"
#include "players/clever/levels.h"
#include "players/clever/table_search.h"
#include "players/clever/weights.h"

namespace volpe::clever {
namespace {

class Expert final : public Player<Clever> {
 public:
  explicit Expert(const std::shared_ptr<const Weights>& weights) : solo_(weights), table_(weights) {}

  Decision choose(const State& state, Random&) const override {
    return state.seats == 1 ? solo_.choose(state) : table_.to_win(state);
  }

 private:
  mutable SoloSearch solo_;  // these remember values, which changes no choice
  mutable TableSearch table_;
};

// Looks one step ahead and plays for the own total, whoever else is at the table.
class RacePlayer final : public Player<Clever> {
 public:
  explicit RacePlayer(const std::shared_ptr<const Weights>& weights) : table_(weights) {}

  Decision choose(const State& state, Random&) const override { return table_.to_score(state); }

 private:
  mutable TableSearch table_;
};

class ExpertJudge final : public Judge<Clever> {
 public:
  explicit ExpertJudge(const std::shared_ptr<const Weights>& weights) : solo_(weights), table_(weights) {}

  Worth worth(const State& state) const override {
    return state.seats == 1 ? Worth{solo_.value(state)} : table_.chances(state);
  }

  std::vector<double> values(const State& state) const override {
    constexpr int blocks = 6;
    return state.seats == 1 ? solo_.values(state, blocks) : Judge::values(state);
  }

 private:
  mutable SoloSearch solo_;
  mutable TableSearch table_;
};

// One model serves every seat count and option for now.
Result<std::shared_ptr<const Weights>> shipped() { return weights_named("clever-solo.model"); }

}  // namespace
}  // namespace volpe::clever

namespace volpe {

template <>
Result<std::unique_ptr<Player<Clever>>> make_race_player<Clever>() {
  const auto weights = clever::shipped();
  if (!weights) return weights.error();
  return std::unique_ptr<Player<Clever>>(std::make_unique<clever::RacePlayer>(*weights));
}

template <>
Result<std::unique_ptr<Player<Clever>>> make_level_player<Clever>(int level, bool) {
  const auto weights = clever::shipped();
  if (!weights) return weights.error();
  using Made = std::unique_ptr<Player<Clever>>;
  if (level == highest_level) return Made(std::make_unique<clever::Expert>(*weights));
  return Made(std::make_unique<clever::LevelPlayer>(*weights, level));
}

template <>
Result<std::unique_ptr<Judge<Clever>>> make_expert_judge<Clever>(bool) {
  const auto weights = clever::shipped();
  if (!weights) return weights.error();
  return std::unique_ptr<Judge<Clever>>(std::make_unique<clever::ExpertJudge>(*weights));
}

}  // namespace volpe
