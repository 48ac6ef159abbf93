// Statistics of many games from counts of totals: exact integers until the last step.
#include <cmath>

#include "arena/simulate.h"

namespace volpe {

Statistics statistics(const SeatResults& results) {
  u64 games = 0, sum = 0, squares = 0;
  for (u64 total = 0; total < results.totals.size(); ++total) {
    games += results.totals[total];
    sum += results.totals[total] * total;
    squares += results.totals[total] * total * total;
  }
  Statistics s;
  if (games == 0) return s;
  // The smallest total that at least this share of the games does not exceed.
  const auto quantile = [&](double share) {
    u64 seen = 0;
    for (size_t total = 0; total < results.totals.size(); ++total) {
      seen += results.totals[total];
      if (seen > 0 && double(seen) >= share * double(games)) return int(total);
    }
    return highest_total;
  };
  const double n = double(games);
  s.mean = double(sum) / n;
  s.sd = games < 2 ? 0 : std::sqrt(std::max(0.0, (double(squares) - double(sum) * s.mean) / (n - 1)));
  s.se = s.sd / std::sqrt(n);
  s.min = quantile(0);
  s.p5 = quantile(0.05);
  s.median = quantile(0.5);
  s.p95 = quantile(0.95);
  s.max = quantile(1);
  s.wins = double(results.win_twelfths) / 12;
  return s;
}

}  // namespace volpe
