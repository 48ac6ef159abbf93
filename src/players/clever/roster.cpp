// Clever's players and judges that stand on the value network.
#include "players/clever/roster.h"

#include "players/clever/expert.h"
#include "players/clever/weights.h"

namespace volpe::clever {
namespace {

class Expert final : public Player<Clever> {
 public:
  Expert(std::shared_ptr<const Weights> weights, const Sight& sight) : search_(std::move(weights)), sight_(sight) {}

  Decision choose(const State& state, Random&) const override { return search_.choose(state, sight_); }

 private:
  mutable SoloSearch search_;  // remembers values, which changes no choice
  Sight sight_;
};

class ExpertJudge final : public Judge<Clever> {
 public:
  explicit ExpertJudge(std::shared_ptr<const Weights> weights) : search_(std::move(weights)) {}

  Worth worth(const State& state) const override { return {search_.value(state)}; }

  std::vector<double> values(const State& state) const override { return search_.values(state, 10); }

 private:
  mutable SoloSearch search_;
};

}  // namespace

Result<std::unique_ptr<Player<Clever>>> make_player(std::string_view name) {
  const auto weights = weights_named("clever-solo.model");
  if (!weights) return weights.error();
  return std::unique_ptr<Player<Clever>>(std::make_unique<Expert>(*weights, name == "expert" ? Sight{} : one_step));
}

Result<std::unique_ptr<Judge<Clever>>> make_judge(std::string_view) {
  const auto weights = weights_named("clever-solo.model");
  if (!weights) return weights.error();
  return std::unique_ptr<Judge<Clever>>(std::make_unique<ExpertJudge>(*weights));
}

}  // namespace volpe::clever
