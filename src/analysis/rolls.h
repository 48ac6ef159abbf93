// The rolls that stand for all rolls of a position: luck is measured against their mean. Few different rolls are all
// there, with their chances; of many a sample, the same for the same position.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "games/games.h"

namespace volpe {

template <Game G>
struct WeightedRoll {
  typename G::Roll roll;
  double weight;  // all together 1
};

// For a state that waits for dice. At most `most` different rolls are counted out; if there are more, whole blocks of
// six rolls are drawn, about `most` rolls and at least one block.
template <Game G>
std::vector<WeightedRoll<G>> rolls_to_average(const typename G::State& state, int most);

// How many rolls an analysis looks at if nobody says otherwise: all of Genial's, six blocks of Clever's.
template <Game G>
inline constexpr int usual_rolls = 36;
template <>
inline constexpr int usual_rolls<Genial> = 126;

// Six rolls of dice with faces 0 to 5, [roll][die], in which each die shows each face once: a sample of six that no
// die's luck can spoil.
using Block = std::array<std::array<int, 6>, 6>;
inline Block random_block(Random& random) {
  Block block{};
  for (size_t die = 0; die < 6; ++die) {
    std::array<int, 6> faces = {0, 1, 2, 3, 4, 5};
    for (int n = 5; n > 0; --n) std::swap(faces[size_t(n)], faces[size_t(random.below(n + 1))]);
    for (size_t roll = 0; roll < 6; ++roll) block[roll][die] = faces[roll];
  }
  return block;
}

}  // namespace volpe
