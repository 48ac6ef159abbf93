// Opening a table: its first entries, within the limits of a person.
#pragma once

#include "server/live/table_service.h"

namespace volpe::server {

// A table that is ready to be written.
struct NewTable {
  store::Change change;
  JsonObject opened;   // the result, without the revision
  bool daily = false;  // the dice of the day: the same table wherever a person asks for it
};

// Reads the store for the person's open tables, so it may wait.
Result<NewTable> prepare_table(store::Store& store, const TableServiceOptions& options, const store::Person& person,
                               const JsonObject& request, i64 now);

// Why a bot cannot play a game on this server.
std::optional<Error> missing_bot(const TableServiceOptions& options, std::string_view game, const Json& bot);

}  // namespace volpe::server
