// From a request to the entry that is written: only known fields, and what the server adds to them.
#pragma once

#include <functional>

#include "tables/table.h"

namespace volpe::tables {

// Returns 32 new random bytes at each call.
using FreshBytes = std::function<Bytes32()>;

// The entry for a request at a table, without `by` and `at`: an error if the request is stale or not one at all.
// Whether the entry is allowed is up to the table.
Result<JsonObject> parse_command(const JsonObject& request, const Table& table, const FreshBytes& fresh);

// The name that a request gives the seat it takes, if any. Names are not part of entries.
Result<std::optional<std::string>> parse_seat_name(const JsonObject& request);

// The entries that open a table: defaults for what the request leaves out, fresh secrets for the dice, and the bots on
// their seats.
Result<std::vector<JsonObject>> opening_entries(const JsonObject& request, const std::string& host,
                                                const Bytes32& day_key, i64 now, const FreshBytes& fresh);

// The day of a time, UTC: "2026-11-16".
std::string date_of(i64 milliseconds);

}  // namespace volpe::tables
