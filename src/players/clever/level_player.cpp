// How the weaker levels of Clever choose.
#include "players/clever/level_player.h"

namespace volpe::clever {
namespace {

// What catches the eye: the points that the mark brings at once, and a little for every bonus it earns.
double appeal(const State& state, Decision decision) {
  const bool bonus = state.phase == Phase::bonus || state.phase == Phase::round_bonus;
  if (!bonus && decision >= take_reroll) return decision == take_reroll ? 1 : 0;
  const int box = bonus ? bonus_mark_of[decision].box : take_of[decision].box;
  const int value = bonus ? bonus_mark_of[decision].value : of(state.values, take_of[decision].die);
  Sheet sheet = state.sheets[state.mover];
  const int before = score(sheet).total;
  Gains gains = mark(sheet, box, value);
  sheet.foxes = u8(sheet.foxes + count(gains, fox));
  constexpr double points_of_a_bonus = 3;
  double sum = score(sheet).total - before;
  for (; gains != 0; gains >>= gain_bits) sum += points_of_a_bonus * (gains & 7);
  return sum;
}

// About normal, deviation 1.
double normal_noise(Random& random) {
  constexpr int steps = 1 << 20;
  double sum = 0;
  for (int n = 0; n < 12; ++n) sum += random.below(steps);
  return sum / steps - 6;
}

}  // namespace

Decision LevelPlayer::choose(const State& state, Random& random) const {
  const Level& level = (state.seats == 1 ? solo_levels : table_levels)[level_];
  const std::vector<double> totals = search_.totals(state);
  const double best = *std::max_element(totals.begin(), totals.end());
  double most = -1e9;
  Decision chosen = 0;
  size_t n = 0;
  for (int decision : Members{state.legal}) {
    const double total = totals[n++];
    const double appearance = level.insight * (total - best) + (1 - level.insight) * appeal(state, Decision(decision)) +
                              level.noise * normal_noise(random);
    if (total < best - level.bound || appearance <= most) continue;
    most = appearance;
    chosen = Decision(decision);
  }
  return chosen;
}

}  // namespace volpe::clever
