// A live table as rows of the store: listing, seats, names of seats, scores.
#pragma once

#include "server/live/live_table.h"

namespace volpe::server {

store::Listing listing_of(const tables::Table& table);

// Whether the entry between the two changes the line in lists; also if it may have been archived meanwhile, so that a
// table that is played again is back.
bool listing_changes(const tables::Table& table, const tables::Table& next);

// Who sits where; the host comes last, so that the table is among theirs before they sit.
store::Seats seats_row(const LiveTable& live, const tables::Table& table);

// The names of seats at `next`. A seat keeps its name as long as somebody keeps the seat; `given` is for a new one.
std::map<int, std::string> names_after(const LiveTable& live, const tables::Table& next,
                                       const std::optional<std::string>& given);

std::vector<store::SeatName> seat_name_rows(const LiveTable& live, const tables::Table& table,
                                            const std::map<int, std::string>& names);

// Nothing before the table is over.
std::optional<std::vector<store::Score>> score_rows(const LiveTable& live, const tables::Table& table);

// The change that appends one entry and leads to `next`. Listing, seats and names are written only when they change.
store::Change change_for(const LiveTable& live, const JsonObject& entry, const tables::Table& next,
                         const std::map<int, std::string>& next_names, const std::optional<store::Id>& key);

}  // namespace volpe::server
