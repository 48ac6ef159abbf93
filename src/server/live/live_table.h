// A table in use: its state, the commands that wait for it, and who is subscribed.
//
// It belongs to one event loop, and only tasks of that loop touch it. A read or a write of the store is under way for
// it at a time, never both: while it is `busy`, its commands wait.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

#include "server/live/in_flight.h"
#include "server/live/table_service.h"

namespace volpe::server {

// A command in a table's queue.
struct PendingCommand {
  std::function<Result<JsonObject>(const tables::Table&)> entry;  // made anew when the table has changed meanwhile
  std::optional<store::Id> key = {};
  std::optional<store::Person> person = {};  // none: a bot of ours
  std::optional<std::string> seat_name = {};
  OnResult on_result = {};
  InFlight::Guard under_way = {};
  int tries = 0;
  bool refreshed = false;  // the table was read again for its sake
};

// What was shown of a table: to everybody, and to some of its people besides.
struct ShownView {
  i64 revision = 0;
  std::string shared;                           // {…
  std::map<std::string, std::string> personal;  // by handle; {…}
};

struct Subscriber {
  u64 number = 0;
  std::string who = {};  // handle; empty for guests
  bool changes = false;  // wants changes only
  OnUpdate on_update = {};
  std::shared_ptr<bool> ended = std::make_shared<bool>(false);  // perhaps before the table was read
  std::shared_ptr<const ShownView> shown = {};                  // to this subscriber, if it wants changes
};

struct LiveTable {
  explicit LiveTable(store::Id its_id) : id(std::move(its_id)) {}

  const store::Id id;

  // As the store has it.
  std::shared_ptr<const tables::Table> table;   // null: not read yet, or there is none
  std::unordered_map<std::string, i64> keys;    // of entries, with their revision
  std::map<std::string, store::Person> people;  // by handle
  std::map<int, std::string> names;             // of seats that have one, by place
  bool loaded = false;                          // holds all that the store had when it was last read
  std::shared_ptr<void> followed;               // so that notices of other servers come

  // What is under way.
  struct Next {
    std::shared_ptr<const tables::Table> table;
    std::map<int, std::string> names;
  };
  std::optional<Next> next;  // as it will be when the write is durable
  bool reading = false;
  std::vector<std::function<void(bool)>> loaders;  // that wait for any read
  std::vector<std::function<void(bool)>> readers;  // that wait for a read that begins after they asked
  bool remote_change_pending = false;              // another server has written while we were writing
  std::deque<PendingCommand> queue;

  // Who looks on, and what they know.
  std::vector<Subscriber> subscribers;
  std::vector<std::string> published_viewers;  // as other servers know them
  std::vector<bool> waited_for;                // seats whose people know that they are waited for
  bool bot_scheduled = false;
  Clock::Time used = {};

  bool busy() const { return next || reading; }
};

using LivePointer = std::shared_ptr<LiveTable>;

// The person behind a handle at the table.
std::optional<store::Id> person_of(const LiveTable& live, const std::string& who);

// Whether a person has a subscription here.
bool views_here(const LiveTable& live, const std::string& who);

// The names of the seats as they are shown. A seat on paper is not the person who reports its turns: it has the name it
// was given, or none.
std::vector<std::string> seat_names(const LiveTable& live);

}  // namespace volpe::server
