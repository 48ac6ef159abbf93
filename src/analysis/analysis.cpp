// Summing an analysis up: totals of each seat, accuracy, the worst decisions.
#include "analysis/analysis.h"

#include <algorithm>

namespace volpe {
namespace {

SeatAnalysis summed(SeatAnalysis sum, const std::vector<Moment>& moments, size_t seat) {
  double stake = 0;  // how much better the best decisions were than choosing blindly
  for (const Moment& moment : moments) {
    sum.luck += moment.luck[seat];
    sum.gifts += moment.gift[seat];
    if (moment.roll || moment.seat != int(seat) || moment.forced) continue;
    ++sum.decisions;
    sum.loss += moment.loss();
    stake += moment.best - moment.mean;
  }
  sum.unexplained = sum.result - (sum.start + sum.luck - sum.loss + sum.gifts);
  if (stake > 0) sum.accuracy = 100 * std::max(0.0, 1 - sum.loss / stake);
  return sum;
}

}  // namespace

void sum_up(Analysis& analysis) {
  for (size_t seat = 0; seat < analysis.seats.size(); ++seat)
    analysis.seats[seat] = summed(analysis.seats[seat], analysis.moments, seat);
}

std::vector<size_t> worst_decisions(const Analysis& analysis, size_t most) {
  std::vector<size_t> list;
  for (size_t n = 0; n < analysis.moments.size(); ++n)
    if (!analysis.moments[n].better.empty()) list.push_back(n);
  std::stable_sort(list.begin(), list.end(),
                   [&](size_t a, size_t b) { return analysis.moments[a].loss() > analysis.moments[b].loss(); });
  list.resize(std::min(list.size(), most));
  return list;
}

}  // namespace volpe
