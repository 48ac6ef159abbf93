// The evaluator of Genial's expert: which value of a turn's end a position gets.
#include "players/genial/expert_evaluator.h"

#include "players/genial/multi_seat_value.h"
#include "players/genial/solved_value.h"

namespace volpe::genial {
namespace {

// In a match for two, points: the chance to win from the one value, what a loser keeps from the other.
class MatchPointsValue final : public LeafEvaluator {
 public:
  MatchPointsValue(std::unique_ptr<LeafEvaluator> chances, const Race& race, const State& state)
      : chances_(std::move(chances)), wins_(race, state, false), points_(race, state, true), boxes_(state.boxes) {}

  Value value(int sheet, int outcome) const override {
    const Value chance = chances_->value(sheet, outcome), wins = wins_.value(sheet, outcome),
                points = points_.value(sheet, outcome);
    Value value{};
    for (size_t seat = 0; seat < 2; ++seat) {
      const double loses = 1 - wins[seat];
      const double kept = loses > 1e-9 ? (points[seat] - boxes_ * wins[seat]) / loses : 0;
      value[seat] = boxes_ * chance[seat] + kept * (1 - chance[seat]);
    }
    return value;
  }

 private:
  std::unique_ptr<LeafEvaluator> chances_;
  MultiSeatValue wins_, points_;
  int boxes_;
};

// From seats counted from the mover on to seats of the game.
Value by_seat(const Value& from_mover, const State& state) {
  Value value{};
  for (int n = 0; n < state.seats; ++n) value[size_t((state.turn + n) % state.seats)] = from_mover[size_t(n)];
  return value;
}

}  // namespace

Result<ExpertModels> expert_models(const Models& models, const Setup& setup) {
  const State state = start(setup);
  ExpertModels found{models.race(state.seats, state.boxes, state.four_joker), nullptr, nullptr};
  if (state.seats > 2) return found;
  Result<std::shared_ptr<const Solution>> solution = models.solution(state.boxes, state.four_joker);
  if (!solution) return solution.error();
  found.solution = std::move(*solution);
  if (found.solution || state.boxes != Compact::boxes || state.four_joker != Compact::four_joker) return found;
  Result<std::shared_ptr<const Compact>> compact = models.compact();
  if (!compact) return compact.error();
  found.compact = std::move(*compact);
  return found;
}

std::unique_ptr<LeafEvaluator> ExpertEvaluator::leaf(const State& state) const {
  const Race& race = *models_.race;
  std::unique_ptr<LeafEvaluator> chances;
  if (models_.solution)
    chances = std::make_unique<SolvedValue>(*models_.solution, race, state);
  else if (models_.compact)
    chances = std::make_unique<CompactValue>(*models_.compact, race, state);
  else
    return std::make_unique<MultiSeatValue>(race, state, match_);
  if (!match_) return chances;
  return std::make_unique<MatchPointsValue>(std::move(chances), race, state);
}

Value ExpertEvaluator::value(const State& state) const {
  if (state.phase == Phase::over) return ending_value(genial::ending(state), state.seats, match_);
  if (state.phase == Phase::opening) return starting_value(*models_.race, state.seats, match_);
  const std::unique_ptr<LeafEvaluator> end = leaf(state);
  return by_seat(TurnSearch(*models_.race, state, *end).value(state), state);
}

std::vector<double> ExpertEvaluator::values(const State& state) const {
  const std::unique_ptr<LeafEvaluator> end = leaf(state);
  return TurnSearch(*models_.race, state, *end).values(state);
}

}  // namespace volpe::genial
