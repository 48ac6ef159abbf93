// The best way through a turn of Genial: optimal stopping over three rolls.
#include "players/genial/turn_search.h"

namespace volpe::genial {

TurnSearch::TurnSearch(const Race& race, const State& state, const LeafEvaluator& leaf)
    : race_(race), view_(race, state), leaf_(leaf), cases_(race.plan().cases_against(view_.opposing)) {}

Value TurnSearch::best_of(int outcome) const {
  const Turn& turn = race_.turn(view_.place);
  Value best{};
  best[0] = -1;
  for (u16 way : race_.plan().cases[cases_[size_t(outcome)]])
    for (u16 result : turn.results[way])
      if (const Value value = leaf_.value(turn.after[result], outcome); value[0] > best[0]) best = value;
  return best[0] < 0 ? leaf_.value(race_.sheets().sorted(view_.place), outcome) : best;
}

Value TurnSearch::rolling(int rolls) const {
  const std::vector<DiceOutcome>& own = dice_outcomes(race_.plan().own);
  if (best_.empty())
    for (size_t n = 0; n < own.size(); ++n) best_.push_back(best_of(int(n)));
  Value promise{};
  promise[0] = -1;
  for (int roll = 0; roll < rolls; ++roll) {
    Value mean{};
    for (size_t n = 0; n < own.size(); ++n) {
      const Value& one = best_[n][0] > promise[0] ? best_[n] : promise;
      for (size_t seat = 0; seat < max_seats; ++seat) mean[seat] += own[n].chance * one[seat];
    }
    promise = mean;
  }
  return promise;
}

Value TurnSearch::scored(const State& state, int decision) const {
  const PerSymbol rows = cross(state.rows[state.turn], earned(state, decision), state.boxes);
  return leaf_.value(race_.sheets().number(renamed(rows, view_.by)), outcome_number(view_.dice[0]));
}

std::vector<double> TurnSearch::values(const State& state) const {
  std::vector<double> list;
  for (int decision : Members{state.legal})
    list.push_back(decision == reroll_all ? rolling(3 - state.roll)[0] : scored(state, decision)[0]);
  return list;
}

Value TurnSearch::value(const State& state) const {
  if (state.phase == Phase::roll) return rolling(3 - state.roll);
  Value best{};
  best[0] = -1;
  for (int decision : Members{state.legal}) {
    const Value one = decision == reroll_all ? rolling(3 - state.roll) : scored(state, decision);
    if (one[0] > best[0]) best = one;
  }
  return best;
}

}  // namespace volpe::genial
