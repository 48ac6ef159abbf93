// The search for two to four seats: paths valued by the chance to win, or by the seat's own total alone.
#pragma once

#include <memory>

#include "players/clever/eval_cache.h"
#include "players/clever/turn_search.h"
#include "players/clever/winning_chances.h"

namespace volpe::clever {

class TableSearch {
 public:
  explicit TableSearch(std::shared_ptr<const Weights> weights) : weights_(std::move(weights)), cache_(*weights_) {}

  // The decision that begins the path with the best chance to win. What is left in the tray counts: the others are
  // taken to answer with what is best for them.
  Decision to_win(const State& state);

  // The decision that begins the path with the highest expected total, whatever the others do.
  Decision to_score(const State& state);

  // For each legal decision, in the order of their numbers, the expected total of the best path that begins with it.
  std::vector<double> totals(const State& state);

  // For each seat its chance to win, if everybody goes on with what is best for them until dice are due.
  Value chances(State state);

 private:
  using ExpectedTotals = std::array<ExpectedTotal, max_seats>;
  ExpectedTotals expected_totals(const State& state);
  State answered(State state, int seat);
  Value chances_at(const State& state);
  double own_value(const State& end, int seat);

  std::shared_ptr<const Weights> weights_;
  EvalCache cache_;
};

}  // namespace volpe::clever
