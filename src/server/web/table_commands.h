// Commands and previews at tables, the same for HTTP and WebSocket.
#pragma once

#include "server/live/table_service.h"

namespace volpe::server {

// Runs a command; `body` has an `id` of the client's, which makes it safe to send again.
void execute_command(TableService& service, const store::Id& table, const store::Person& person, JsonObject body,
                     const OnResult& on_result);

// {"seat", "events"}: the position that a seat would see after these decisions.
void preview_decisions(TableService& service, const store::Id& table, const store::Person& person,
                       const JsonObject& body, const OnResult& on_result);

// Opens a table like one that is over, with its bots. Everybody who asks gets the same table; the old one names it.
void open_rematch(TableService& service, const store::Id& table, const store::Person& person,
                  const OnResult& on_result);

}  // namespace volpe::server
