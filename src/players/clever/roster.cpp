// Clever's players and judges that stand on the value network.
#include "players/clever/roster.h"

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
    return state.seats == 1 ? solo_.choose(state, Sight{}) : table_.to_win(state);
  }

 private:
  mutable SoloSearch solo_;  // these remember values, which changes no choice
  mutable TableSearch table_;
};

// Looks one step ahead and plays for the own total, whoever else is at the table.
class Scorer final : public Player<Clever> {
 public:
  explicit Scorer(const std::shared_ptr<const Weights>& weights) : table_(weights) {}

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
    constexpr int blocks = 10;
    return state.seats == 1 ? solo_.values(state, blocks) : Judge::values(state);
  }

 private:
  mutable SoloSearch solo_;
  mutable TableSearch table_;
};

}  // namespace

Result<std::unique_ptr<Player<Clever>>> make_player(std::string_view name) {
  const auto weights = weights_named("clever-solo.model");
  if (!weights) return weights.error();
  if (name.starts_with("level") && name != "level5")
    return std::unique_ptr<Player<Clever>>(std::make_unique<LevelPlayer>(*weights, name.back() - '1'));
  if (name == "score") return std::unique_ptr<Player<Clever>>(std::make_unique<Scorer>(*weights));
  return std::unique_ptr<Player<Clever>>(std::make_unique<Expert>(*weights));
}

Result<std::unique_ptr<Judge<Clever>>> make_judge(std::string_view) {
  const auto weights = weights_named("clever-solo.model");
  if (!weights) return weights.error();
  return std::unique_ptr<Judge<Clever>>(std::make_unique<ExpertJudge>(*weights));
}

}  // namespace volpe::clever
