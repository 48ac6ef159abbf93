// Factorised features: what rows of the learning network share.
#pragma once

#include <span>

#include "base/bits.h"

namespace volpe::clever {

// Most features are joint: a row stands for several things at once. It is its own numbers plus a row for each of its
// factors, so that what is learned of a factor is learned for all rows that have it, and a row that was hardly ever
// seen is worth what its factors say. Rows of factors stand after those of features.
std::span<const u16> factors_of(int row);
int factor_rows();

}  // namespace volpe::clever
