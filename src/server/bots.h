// Bots at tables: what a bot of some level decides.
#pragma once

#include <string>

#include "server/sitting.h"

namespace volpe::server {

// The event that a bot chooses for a seat that can decide; an error if its model is missing. Each thread has bots of
// its own, which remember what they have seen.
Result<std::string> bots_choice(const AnySitting& sitting, int seat, const std::string& level, bool match);

}  // namespace volpe::server
