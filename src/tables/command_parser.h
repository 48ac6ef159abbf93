// From what a person asks for to the entry that is written: only known fields, and what the server itself knows.
#pragma once

#include "tables/table.h"

namespace volpe::server {

// The entry for a request at a table, but for `by` and `at`: an error if it is stale or not a request at all. Whether
// it is allowed, the table says.
Result<JsonObject> entry_for(const JsonObject& request, const Table& table);

// What the person calls the seat that they ask for, if anything. It is no part of the entry: entries hold no names.
Result<std::optional<std::string>> seat_name_in(const JsonObject& request);

// The entries that open a table, with defaults for what the request leaves out, fresh secrets for its dice, and its
// bots on their seats.
Result<std::vector<JsonObject>> opening(const JsonObject& request, const std::string& host, const Bytes32& day_key,
                                        i64 now);

// The day of a time, UTC: "2026-11-16".
std::string date_of(i64 milliseconds);

}  // namespace volpe::server
