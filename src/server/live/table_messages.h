// What subscribers are sent of a live table: views with names and presence, as JSON text.
#pragma once

#include "server/live/live_table.h"
#include "server/live/remote_presence.h"

namespace volpe::server {

// The names of the seats as they are shown. A seat on paper is not the person who reports its turns: it has the name it
// was given, or none.
std::vector<std::string> seat_names(const LiveTable& live);

// For each seat whether its person views the table, here or on another server.
JsonArray presence_of(const LiveTable& live, const RemotePresence& remote);

// The view of one person.
JsonObject view_of(const LiveTable& live, const JsonArray& presence, const std::string& who);

// {"type":"table",…}. The part that everybody sees is most of the work, so it is serialised once for all; its end is
// left open for what only one person sees.
std::string begin_table_message(const LiveTable& live, const JsonArray& presence);
SharedText table_message(const LiveTable& live, const std::string& beginning, const std::string& who);

// {"type":"presence",…}.
SharedText presence_message(const LiveTable& live, const JsonArray& presence);

}  // namespace volpe::server
