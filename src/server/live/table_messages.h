// What subscribers are sent of a live table, as JSON text: whole views, changes of views, presence.
#pragma once

#include "server/live/live_table.h"
#include "tables/view_changes.h"

namespace volpe::server {

// What everybody sees of the table now; `here` says of each seat whether its person views the table. What only one
// person sees is added when it is asked for.
ShownView shared_part(const LiveTable& live, const std::vector<bool>& here);
// What only one person sees.
const std::string& personal_part(ShownView& view, const LiveTable& live, const std::string& who);

// The view of one person, as GET shows it.
std::string view_text(ShownView& view, const LiveTable& live, const std::string& who);
// {"type":"table",…}: the same as a message.
std::string table_message(ShownView& view, const LiveTable& live, const std::string& who);
// {"type":"delta",…}: what is not as it was in the view that was shown before; `shared` are the changes of what
// everybody sees.
std::string changes_message(const tables::ViewChanges& shared, const ShownView& before, ShownView& view,
                            const LiveTable& live, const std::string& who);
// {"type":"presence",…}.
std::string presence_message(const LiveTable& live, const std::vector<bool>& here);

}  // namespace volpe::server
