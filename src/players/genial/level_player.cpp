// Weaker players of Genial: a draw among what looks good.
#include "players/genial/level_player.h"

#include <algorithm>

#include "players/genial/race_player.h"

namespace volpe::genial {
namespace {

// Decisions to score that leave nowhere more, and somewhere fewer crosses than another.
Mask wasteful(const State& state) {
  const Mask scorings = state.legal & ~bit(reroll_all);
  std::array<PerSymbol, 64> rows{};
  for (int n : Members{scorings}) rows[size_t(n)] = cross(state.rows[state.turn], earned(state, n), state.boxes);
  Mask set = 0;
  for (int n : Members{scorings})
    for (int other : Members{scorings})
      if (rows[size_t(n)] != rows[size_t(other)] && covered(rows[size_t(n)], rows[size_t(other)])) set |= bit(n);
  return set;
}

}  // namespace

Decision LevelPlayer::choose(const State& state, Random& random) const {
  const std::vector<double> values = TurnSearch(*race_, state, RaceValue(*race_)).values(state);
  const double best = *std::max_element(values.begin(), values.end());
  const Mask wasted = wasteful(state);
  std::array<double, 64> weight{};
  double sum = 0;
  for (int n : Members{state.legal}) {
    const double lost = best - values[size_t(size(state.legal & (bit(n) - 1)))];
    const double like = 1 - lost / most_lost(state.seats, level_);
    if (like > 0 && !has(wasted, n)) weight[size_t(n)] = like * like * like;
    sum += weight[size_t(n)];
  }
  double draw = sum * (double(random.next() >> 11) / double(u64{1} << 53));
  Decision chosen = best_decision(state.legal, values);
  for (int n : Members{state.legal}) {
    if (weight[size_t(n)] <= 0) continue;
    chosen = Decision(n);
    draw -= weight[size_t(n)];
    if (draw < 0) break;
  }
  return chosen;
}

}  // namespace volpe::genial
