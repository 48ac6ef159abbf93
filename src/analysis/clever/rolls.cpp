// The rolls of Clever to average over.
#include "analysis/rolls.h"

#include <algorithm>

namespace volpe {
namespace {

using namespace clever;

int ways(int dice_due) {
  int all = 1;
  for (int n = 0; n < dice_due; ++n) all *= 6;
  return all;
}

// All rolls of the dice that are due; where they land decides nothing in an active turn.
std::vector<WeightedRoll<Clever>> every_roll(DiceSet due) {
  const int all = ways(size(due));
  std::vector<WeightedRoll<Clever>> list;
  for (int n = 0; n < all; ++n) {
    Roll roll{0, 0};
    int rest = n;
    for (int die = 0; die < dice; ++die) {
      if (!has(due, die)) continue;
      roll.values |= PerDie(rest % 6 + 1) << 8 * die;
      rest /= 6;
    }
    list.push_back({roll, 1.0 / all});
  }
  return list;
}

}  // namespace

template <>
std::vector<WeightedRoll<Clever>> rolls_to_average<Clever>(const State& state, int most) {
  const DiceSet due = Clever::due_dice(state);
  if (state.passive_turn == 0 && ways(size(due)) <= most) return every_roll(due);
  const int blocks = std::max(1, most / 6);
  std::vector<WeightedRoll<Clever>> list;
  Random random(hash(state));
  for (int n = 0; n < blocks; ++n)
    for (const auto& faces : random_block(random)) {
      Roll roll{0, landings[size_t(random.below(int(landings.size())))]};
      for (int die = 0; die < dice; ++die) roll.values |= PerDie(faces[size_t(die)] + 1) << 8 * die;
      list.push_back({roll, 1.0 / (6 * blocks)});
    }
  return list;
}

}  // namespace volpe
