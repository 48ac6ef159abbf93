// A table in use: its state, the commands that wait for it, and who is subscribed.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "concurrency/thread_pool.h"
#include "server/live/table_service.h"

namespace volpe::server {

// A command in a table's queue.
struct PendingCommand {
  std::function<Result<JsonObject>(const tables::Table&)> entry;  // made anew when the table has changed meanwhile
  std::optional<store::Id> key;
  std::optional<store::Person> person;  // none: a bot of ours
  std::optional<std::string> seat_name;
  OnResult on_result;
  int tries = 0;
  bool refreshed = false;  // the table was read again for its sake
};

struct LiveTable;

// One page's subscription; its destruction removes it from the table.
struct TableSubscription final : Subscription {
  std::weak_ptr<LiveTable> table;
  std::string who;
  OnUpdate on_update;
  std::function<void(TableSubscription*)> on_end;
  ~TableSubscription() override { on_end(this); }
};

// Commands arrive on the strand, in their order; outcomes of writes and notices come from other threads, so the mutex
// guards everything below it.
struct LiveTable : std::enable_shared_from_this<LiveTable> {
  LiveTable(store::Id its_id, Strand its_strand) : id(std::move(its_id)), strand(std::move(its_strand)) {}

  const store::Id id;
  Strand strand;
  std::mutex mutex;
  std::optional<tables::Table> table;
  std::unordered_map<std::string, i64> keys;    // of entries, with their revision
  std::map<std::string, store::Person> people;  // by handle
  std::map<int, std::string> names;             // of seats that have one, by place
  std::deque<PendingCommand> queue;
  std::vector<TableSubscription*> subscriptions;
  std::vector<std::string> published_viewers;  // as other servers know them
  std::optional<tables::Table> next;           // as it will be when the write is durable
  std::map<int, std::string> next_names;
  bool loaded = false;                 // holds all that the store had when it was last read
  bool remote_change_pending = false;  // another server has written while we were writing
  bool bot_scheduled = false;
  std::vector<bool> waited_for;  // seats, as subscribers know it
  std::chrono::steady_clock::time_point used = std::chrono::steady_clock::now();
};

using LivePointer = std::shared_ptr<LiveTable>;

// Reads what the store has more than memory. False if the store cannot be reached or the table cannot be read.
bool refresh(store::Store& store, LiveTable& live);

// The person behind a handle at the table.
std::optional<store::Id> person_of(const LiveTable& live, const std::string& who);

// Whether a person has a subscription here.
bool views_here(const LiveTable& live, const std::string& who);

}  // namespace volpe::server
