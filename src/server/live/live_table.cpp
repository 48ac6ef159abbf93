// Who is at a live table.
#include "server/live/live_table.h"

#include <algorithm>

namespace volpe::server {

std::optional<store::Id> person_of(const LiveTable& live, const std::string& who) {
  const auto found = live.people.find(who);
  return found == live.people.end() ? std::nullopt : std::optional<store::Id>(found->second.person);
}

bool views_here(const LiveTable& live, const std::string& who) {
  return std::any_of(live.subscribers.begin(), live.subscribers.end(),
                     [&](const Subscriber& subscriber) { return subscriber.who == who; });
}

std::vector<std::string> seat_names(const LiveTable& live) {
  std::vector<std::string> names;
  for (const tables::Seat& seat : live.table->seats()) {
    const auto person = live.people.find(seat.who);
    const auto given = live.names.find(seat.place);
    if (person != live.people.end() && !seat.who.empty())
      names.push_back(given != live.names.end() ? given->second : seat.paper ? std::string() : person->second.name);
    else
      names.push_back(seat.who.empty() && !seat.bot.empty() ? "bot:" + seat.bot : "?");
  }
  return names;
}

}  // namespace volpe::server
