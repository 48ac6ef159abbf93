// The rolls of Genial to average over.
#include "analysis/rolls.h"

#include <algorithm>
#include <cmath>

namespace volpe {
namespace {

using namespace genial;

// Every way the dice can fall, order aside: faces in descending order, so that each stands once.
std::vector<WeightedRoll<Genial>> every_roll(int dice) {
  std::vector<WeightedRoll<Genial>> list;
  const double all = std::pow(symbols, dice);
  for (u32 number = 0; number < u32(all); ++number) {
    const Roll roll = Genial::thrown(number);
    const PerSymbol counts = counted(roll, dice);
    double orders = 1;  // in how many orders these faces can lie
    for (int n = 2; n <= dice; ++n) orders *= n;
    for (int symbol = 0; symbol < symbols; ++symbol)
      for (int n = 2; n <= of(counts, symbol); ++n) orders /= n;
    bool sorted = true;
    for (int die = 1; die < dice; ++die)
      sorted = sorted && (roll.faces >> 4 * die & 15) <= (roll.faces >> 4 * (die - 1) & 15);
    if (sorted) list.push_back({roll, orders / all});
  }
  return list;
}

}  // namespace

template <>
std::vector<WeightedRoll<Genial>> rolls_to_average<Genial>(const State& state, int most) {
  std::vector<WeightedRoll<Genial>> list = every_roll(dice_for[state.seats]);
  if (int(list.size()) <= most) return list;
  list.clear();
  const int blocks = std::max(1, most / 6);
  Random random(hash(state));
  for (int n = 0; n < blocks; ++n)
    for (const auto& faces : random_block(random)) {
      Roll roll{0};
      for (int die = 0; die < max_dice; ++die) roll.faces |= u32(faces[size_t(die)]) << 4 * die;
      list.push_back({roll, 1.0 / (6 * blocks)});
    }
  return list;
}

}  // namespace volpe
