// Jobs that take long thinking: advice and analysis. They run on the threads of a job queue, each of which has
// evaluators of its own.
#pragma once

#include <functional>

#include "tables/game_session.h"

namespace volpe::server {

// What each decision of a seat is worth: {"advice":[…]} as in the engine protocol.
Result<JsonObject> advice_for_seat(const tables::AnySession& session, int seat, bool match);
// The same for a position that was set up by hand.
Result<JsonObject> advice_for_play(const AnyPlay& play);
// The analysis of a game as `volpe analyze --json` prints it. `on_progress` is given the share that is done and returns
// whether to go on.
Result<JsonObject> analysis_of(const AnyPlay& play, const std::function<bool(double)>& on_progress);

}  // namespace volpe::server
