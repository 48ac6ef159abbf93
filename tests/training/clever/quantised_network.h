// The network that players use, made from a learning one.
#pragma once

#include "training/clever/network.h"

namespace volpe::clever {

inline Weights quantised(const Network& network) {
  Weights weights;
  for (int row = 0; row < rows; ++row) network.quantise_row(row, weights);
  network.quantise_rest(weights);
  return weights;
}

}  // namespace volpe::clever
