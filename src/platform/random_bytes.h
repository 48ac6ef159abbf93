// Random bytes of the operating system: secrets, ids and seeds that nobody can guess.
#pragma once

#include <string>

#include "base/bytes.h"

namespace volpe {

Bytes32 random_secret();
// 32 hexadecimal digits.
std::string random_id();
// For dice that anybody may throw again.
u64 random_seed();
// A number below `bound`, all equally likely.
u32 random_below(u32 bound);

}  // namespace volpe
