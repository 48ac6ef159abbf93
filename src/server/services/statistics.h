// How a person has played, and the boards of the days.
#pragma once

#include "base/json.h"
#include "store/store.h"

namespace volpe::server {

// Games, wins, best and mean totals of a person by game and number of seats, Clever also by area, and the last games.
Result<JsonObject> statistics_of(store::Store& store, const store::Id& person);

// The counted scores of a day, best first.
Result<JsonObject> board_of(store::Store& store, const std::string& date);

}  // namespace volpe::server
