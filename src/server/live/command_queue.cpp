// Optimistic concurrency: check, write, and read again when another server was faster.
#include "server/live/command_queue.h"

#include "server/live/refusals.h"
#include "server/live/store_rows.h"
#include "tables/person_handle.h"

namespace volpe::server {

using store::Outcome;
using tables::Table;

void CommandQueue::push(const LivePointer& live, PendingCommand command) {
  constexpr size_t longest = 100;
  if (live->queue.size() >= longest)
    return command.on_result(Error{Code::too_many, "too much is going on at this table: try again in a moment"});
  live->queue.push_back(std::move(command));
  ++counters_.queued;
  process(live);
}

void CommandQueue::process(const LivePointer& live) {
  while (!live->busy() && !live->queue.empty()) run_first(live);
}

void CommandQueue::run_first(const LivePointer& live) {
  const PendingCommand& command = live->queue.front();
  if (!live->table) return finish_first(live, no_table());
  if (command.person) live->people.try_emplace(tables::handle_of(command.person->person, live->id), *command.person);
  if (command.key)
    if (const auto known = live->keys.find(*command.key); known != live->keys.end())
      return finish_first(live, JsonObject{{"revision", known->second}});
  Result<JsonObject> entry = command.entry(*live->table);
  if (!entry) return refuse_first(live, entry.error());
  (*entry)["at"] = std::max(clock_.milliseconds(), live->table->time());
  Result<Table> next = live->table->after(*entry);
  if (!next) return refuse_first(live, next.error());
  write(live, *entry, std::move(*next));
}

// What is not allowed here may be so after what another server has just written, so a person's command is tried once
// more if there is such a thing.
void CommandQueue::refuse_first(const LivePointer& live, const Error& error) {
  PendingCommand& command = live->queue.front();
  if (!command.person || error.code == Code::bad_request || std::exchange(command.refreshed, true))
    return finish_first(live, error);
  reader_.refresh(live, [this, live, error, known = live->table->revision()](bool read) {
    if (!read || (live->table && live->table->revision() == known)) return finish_first(live, error);
    if (live->table) on_change_(live);
  });
}

void CommandQueue::write(const LivePointer& live, const JsonObject& entry, Table next) {
  const PendingCommand& command = live->queue.front();
  std::map<int, std::string> names = names_after(*live, next, command.seat_name);
  store::Change change = change_for(*live, entry, next, names, command.key);
  live->next = {std::make_shared<const Table>(std::move(next)), std::move(names)};
  store_.write(std::move(change), [this, live, under_way = in_flight_.begin()](const Outcome& outcome) {
    loop_.post([this, live, outcome, under_way] { on_written(live, outcome); });
  });
}

void CommandQueue::on_written(const LivePointer& live, const Outcome& outcome) {
  switch (outcome.kind) {
    case Outcome::done: on_durable(live, outcome.revision); break;
    case Outcome::conflict: on_conflict(live); break;  // another server was faster, or this command went through it
    default: on_failed_write(live, outcome);
  }
  process(live);
}

void CommandQueue::on_durable(const LivePointer& live, i64 revision) {
  live->table = std::move(live->next->table);
  live->names = std::move(live->next->names);
  live->next.reset();
  if (const std::optional<store::Id>& key = live->queue.front().key) live->keys[*key] = revision;
  ++counters_.entries;
  if (std::exchange(live->remote_change_pending, false))
    reader_.refresh(live, [this, live](bool read) {
      if (read && live->table) on_change_(live);
    });
  on_change_(live);
  finish_first(live, JsonObject{{"revision", revision}});
}

void CommandQueue::on_conflict(const LivePointer& live) {
  constexpr int most_tries = 200;  // among several busy servers a command may lose many times in a row
  live->next.reset();
  live->remote_change_pending = false;
  ++counters_.retried;
  reader_.refresh(live, [this, live](bool read) {
    if (read && live->table) on_change_(live);
    if (!read || ++live->queue.front().tries > most_tries) finish_first(live, store_unavailable());
  });
}

// Not acknowledged does not mean not written: the store knows.
void CommandQueue::on_failed_write(const LivePointer& live, const Outcome& outcome) {
  live->next.reset();
  live->loaded = false;
  finish_first(live,
               outcome.kind == Outcome::refused ? Error{Code::bad_request, outcome.message} : store_unavailable());
  reader_.refresh(live, [this, live](bool read) {
    while (!read && !live->queue.empty()) finish_first(live, store_unavailable());
  });
}

void CommandQueue::finish_first(const LivePointer& live, const Result<JsonObject>& result) {
  const PendingCommand command = std::move(live->queue.front());
  live->queue.pop_front();
  live->used = clock_.now();
  --counters_.queued;
  if (!result) ++counters_.refused;
  if (command.on_result) command.on_result(result);
}

}  // namespace volpe::server
