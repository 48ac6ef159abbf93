// The signature of this build: a hash over fixed games. A change of rules, dice or players changes it.
#pragma once

#include "base/bits.h"

namespace volpe {

u64 signature();

}  // namespace volpe
