// The bounds of what may be written, checked before anything waits: what passes cannot harm the writes beside it.
#pragma once

#include "store/store.h"

namespace volpe::store {

// UTF-8 without NUL: what both databases keep as it is.
bool good_text(std::string_view text);

// Why a write cannot be taken, as a sentence; empty if it can.
std::string out_of_bounds(const Write& write);

}  // namespace volpe::store
