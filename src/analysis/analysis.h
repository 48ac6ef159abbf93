// The analysis of a game: what each decision gave away, what luck each roll was, and how that adds up to the result
// (docs/analysis.md).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/rolls.h"
#include "analysis/why.h"
#include "players/evaluator.h"
#include "record/play.h"

namespace volpe {

// Whose evaluator is used if nobody says otherwise.
inline constexpr std::string_view default_evaluator = "expert";

// One event, as the evaluator saw it.
struct Moment {
  std::string event;
  bool roll = false;
  int seat = 0;            // who decided, or who rolled
  Value position_value{};  // of the position after it, to each seat
  Value luck{};            // of a roll, for each seat: what it is worth now minus the mean over all rolls

  // Of a decision:
  bool forced = false;         // nothing else was legal
  double value = 0, best = 0;  // of what was decided and of the best, to the mover
  double mean = 0;             // over all that was legal
  std::string better;          // the best decision, if it was another
  Reasons why;                 // of the best decision
  double loss() const { return best - value; }
  Value gift{};  // to the other seats: what the loss left to them
};

// What a seat's game adds up to: result = start + luck - loss + gifts + unexplained.
struct SeatAnalysis {
  double start = 0;   // what the seat could expect before the first event
  double result = 0;  // how it ended; of an unfinished game, what the last position is worth
  double luck = 0;
  double loss = 0;                 // of its own decisions
  double gifts = 0;                // from the others' losses
  double unexplained = 0;          // what the evaluator cannot account for: its own error
  int decisions = 0;               // that were not forced
  std::optional<double> accuracy;  // 0 to 100; none without a decision that mattered
};

struct Analysis {
  std::string game, level;
  std::vector<std::string> names;
  bool match = false;  // values are points; else with several seats winning chances, with one the total
  bool finished = false;
  int rolls = 0;
  std::vector<Moment> moments;
  std::vector<SeatAnalysis> seats;

  bool chances() const { return seats.size() > 1 && !match; }
};

// The decisions with the greatest losses, worst first, as indices of moments; those without loss are not among them.
std::vector<size_t> worst_decisions(const Analysis& analysis, size_t most = 5);

// Sums the moments up for each seat; `start` and `result` are there already.
void sum_up(Analysis& analysis);

// Assesses positions by an evaluator.
template <Game G>
class Analyst {
 public:
  using State = typename G::State;

  Analyst(const Evaluator<G>& evaluator, bool match, int rolls) : evaluator_(evaluator), match_(match), rolls_(rolls) {}

  // A position: what its decisions are worth to the mover, if it has some, and what it is worth to everybody when the
  // best of them is made.
  struct Assessment {
    std::vector<double> decision_values;
    size_t best = 0;
    Value value{};
  };

  Assessment assess(const State& state) const {
    if (G::legal(state) == 0) return {{}, 0, evaluator_.value(state)};
    Assessment assessed{evaluator_.values(state), 0, {}};
    assessed.best = size_t(std::max_element(assessed.decision_values.begin(), assessed.decision_values.end()) -
                           assessed.decision_values.begin());
    assessed.value = after(state, assessed, assessed.best);
    return assessed;
  }

  // To everybody, what the n-th legal decision is worth.
  Value after(const State& state, const Assessment& assessed, size_t n) const {
    const int mover = G::mover(state), seats = G::setup(state).seats;
    Value value{};
    if (seats == 2 && !match_) {
      value[size_t(1 - mover)] = 1 - assessed.decision_values[n];  // one of the two wins
    } else if (seats > 1) {
      State next = state;
      G::apply(next, Decision(nth(G::legal(state), int(n))));
      value = evaluator_.value(next);
    }
    value[size_t(mover)] = assessed.decision_values[n];
    return value;
  }

  // What a position that waits for dice is worth: the mean over the rolls.
  Value mean(const State& state) const {
    Value sum{};
    for (const auto& [roll, weight] : rolls_to_average<G>(state, rolls_)) {
      State next = state;
      G::roll(next, roll);
      const Value value = assess(next).value;
      for (size_t seat = 0; seat < max_seats; ++seat) sum[seat] += weight * value[seat];
    }
    return sum;
  }

  Value expected(const State& state) const {
    const bool chance = !G::over(state) && G::legal(state) == 0;
    return chance ? mean(state) : assess(state).value;
  }

  Moment decision(const State& state, Decision decision) const {
    const Mask legal = G::legal(state);
    const Assessment assessed = assess(state);
    const auto chosen = size_t(size(legal & (bit(decision) - 1)));  // which of the legal ones
    Moment moment;
    moment.event = G::write(state, decision);
    moment.seat = G::mover(state);
    moment.forced = size(legal) == 1;
    moment.value = assessed.decision_values[chosen];
    moment.best = assessed.decision_values[assessed.best];
    for (double value : assessed.decision_values) moment.mean += value / double(assessed.decision_values.size());
    constexpr double nothing = 1e-9;  // less is the rounding of numbers, not a loss
    const bool lost = moment.loss() > nothing;
    const auto best = lost ? Decision(nth(legal, int(assessed.best))) : decision;
    moment.position_value = lost ? after(state, assessed, chosen) : assessed.value;
    moment.why = why<G>(state, best);
    if (!lost) return moment;
    moment.better = G::write(state, best);
    for (size_t seat = 0; seat < max_seats; ++seat)
      if (int(seat) != moment.seat) moment.gift[seat] = moment.position_value[seat] - assessed.value[seat];
    return moment;
  }

  Moment roll(const State& state, const typename G::Roll& roll) const {
    State next = state;
    G::roll(next, roll);
    Moment moment;
    moment.event = G::write(state, roll);
    moment.roll = true;
    moment.seat = G::due(state).seat;
    moment.position_value = assess(next).value;
    const Value before = mean(state);
    for (size_t seat = 0; seat < max_seats; ++seat) moment.luck[seat] = moment.position_value[seat] - before[seat];
    return moment;
  }

 private:
  const Evaluator<G>& evaluator_;
  bool match_;
  int rolls_;
};

// Analyses a game. `go_on(n)` hears that n events are done; when it says no, the analysis ends there, unfinished.
template <Game G>
Analysis analyze(const Play<G>& play, const Evaluator<G>& evaluator, int rolls,
                 const std::function<bool(size_t)>& go_on) {
  const Header header = play.header();
  Analysis analysis{std::string(G::name), "", header.names, !header.match.empty(), false, rolls, {}, {}};
  const Analyst<G> analyst(evaluator, analysis.match, rolls);
  typename G::State state = play.first();
  const int seats = G::setup(state).seats;
  const Value start = analyst.expected(state);
  Value result = start;
  for (const Event<G>& event : play.events()) {
    if (!go_on(analysis.moments.size())) break;
    const Decision* decision = std::get_if<Decision>(&event);
    analysis.moments.push_back(decision != nullptr ? analyst.decision(state, *decision)
                                                   : analyst.roll(state, std::get<typename G::Roll>(event)));
    result = analysis.moments.back().position_value;
    apply<G>(state, event);
  }
  analysis.finished = G::over(state);
  if (analysis.finished) result = ending_value(G::ending(state), seats, analysis.match);
  for (size_t seat = 0; seat < size_t(seats); ++seat) {
    analysis.seats.emplace_back();
    analysis.seats[seat].start = start[seat];
    analysis.seats[seat].result = result[seat];
  }
  sum_up(analysis);
  return analysis;
}

}  // namespace volpe
