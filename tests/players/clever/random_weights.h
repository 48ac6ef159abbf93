// A network with random numbers, for tests that need no strength.
#pragma once

#include "players/clever/network.h"

namespace volpe::clever {

inline Weights random_weights(u64 seed) {
  Weights weights;
  Random random(seed);
  const auto draw = [&](int size) { return random.below(2 * size + 1) - size; };
  for (Row& row : weights.table)
    for (i16& number : row) number = i16(draw(100));
  for (Middle& middle : weights.middle)
    for (i16& number : middle) number = i16(draw(100));
  for (auto& biases : weights.middle_bias)
    for (i32& bias : biases) bias = draw(1000);
  for (auto& head : weights.heads)
    for (i16& number : head) number = i16(draw(300));
  for (i64& bias : weights.head_bias) bias = draw(1000);
  return weights;
}

}  // namespace volpe::clever
