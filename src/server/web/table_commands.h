// What people do at tables, however they ask for it.
#pragma once

#include "server/live/table_service.h"

namespace volpe::server {

// Whose token it is.
Result<store::Person> person_with(store::Store& store, const std::string& token);

// A request with an `id` of the client's.
void act(Hall& hall, const store::Id& table, const store::Person& person, JsonObject body, const Hall::Answer& answer);

// {"seat", "events"}: the position that a seat would see after some decisions.
void try_at(Hall& hall, const store::Id& table, const store::Person& person, const JsonObject& body,
            const Hall::Answer& answer);

// Opens a table like one that is over, with its bots; everybody who asks gets the same, and finds it by the old table.
void rematch(Hall& hall, const store::Id& table, const store::Person& person, const Hall::Answer& answer);

}  // namespace volpe::server
