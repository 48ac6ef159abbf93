// How a live table is brought up to date, and who is at it.
#include "server/live/live_table.h"

#include "base/json.h"
#include "tables/person_handle.h"

namespace volpe::server {

using store::Id;
using store::Person;
using tables::handle_of;
using tables::Table;

bool refresh(store::Store& store, LiveTable& live) {
  const auto entries = store.entries(live.id, live.table ? live.table->revision() + 1 : 1);
  const auto people = store.people_at(live.id);
  const auto names = store.seat_names(live.id);
  if (!entries || !people || !names) return live.loaded = false;
  if (people->empty()) live.table.reset();  // nobody opened it: it was removed
  for (const store::StoredEntry& stored : *entries) {
    const Result<JsonObject> entry = parse_object(stored.body);
    if (!entry) return live.loaded = false;
    const Result<Table> next = live.table ? live.table->after(*entry) : Table::open(*entry);
    if (!next) return live.loaded = false;
    live.table = *next;
    if (stored.key) live.keys[*stored.key] = stored.revision;
  }
  live.people.clear();
  for (const std::optional<Person>& person : *people)
    if (person) live.people[handle_of(person->person, live.id)] = *person;
  live.names.clear();
  for (const store::SeatName& name : *names) live.names[name.seat] = name.name;
  return live.loaded = true;
}

std::optional<Id> person_of(const LiveTable& live, const std::string& who) {
  const auto found = live.people.find(who);
  return found == live.people.end() ? std::nullopt : std::optional<Id>(found->second.person);
}

bool views_here(const LiveTable& live, const std::string& who) {
  return std::any_of(live.subscriptions.begin(), live.subscriptions.end(),
                     [&](const TableSubscription* subscription) { return subscription->who == who; });
}

}  // namespace volpe::server
