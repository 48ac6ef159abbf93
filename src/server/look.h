// Positions to look at: of a game after any of its events, or set up by hand, also after events that are only tried.
#pragma once

#include "record/record.h"

namespace volpe::server {

// A game that starts with the `position` of a request.
Result<AnyPlay> position_in(const JsonObject& request);

// {"ply", "events"}, both optional: the position after the first events of a game and then some others, with its
// effects; the event that led there, and who made it.
Result<JsonObject> look(const AnyPlay& play, const JsonObject& request);

}  // namespace volpe::server
