// What rows of the learning network share.
#pragma once

#include <span>

#include "base/bits.h"

namespace volpe::clever {

// Most features are joint: a row stands for several things at once. It is its own numbers plus a row for each of its
// parts, so that what is learned of a part is learned for all rows that have it, and a row that was hardly ever seen is
// worth what its parts say. Rows of parts stand after those of features.
std::span<const u16> parts_of(int row);
int part_rows();

}  // namespace volpe::clever
