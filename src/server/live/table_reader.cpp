// What is read of a table, and how a live table takes it.
#include "server/live/table_reader.h"

#include "base/json.h"
#include "tables/person_handle.h"

namespace volpe::server {
namespace {

using tables::Table;

struct TableRows {
  Result<std::vector<store::StoredEntry>> entries;
  Result<std::vector<std::optional<store::Person>>> people;
  Result<std::vector<store::SeatName>> names;
};

TableRows rows_of(store::Store& store, const store::Id& id, i64 from) {
  return {store.entries(id, from), store.people_at(id), store.seat_names(id)};
}

// False if the store could not be read, or holds entries that do not make a table.
bool take_rows(LiveTable& live, const TableRows& rows) {
  if (!rows.entries || !rows.people || !rows.names) return live.loaded = false;
  if (rows.people->empty()) live.table.reset();  // nobody opened it: it was removed
  for (const store::StoredEntry& stored : *rows.entries) {
    const Result<JsonObject> entry = parse_object(stored.body);
    if (!entry) return live.loaded = false;
    Result<Table> next = live.table ? live.table->after(*entry) : Table::open(*entry);
    if (!next) return live.loaded = false;
    live.table = std::make_shared<const Table>(std::move(*next));
    if (stored.key) live.keys[*stored.key] = stored.revision;
  }
  live.people.clear();
  for (const std::optional<store::Person>& person : *rows.people)
    if (person) live.people[tables::handle_of(person->person, live.id)] = *person;
  live.names.clear();
  for (const store::SeatName& name : *rows.names) live.names[name.seat] = name.name;
  return live.loaded = true;
}

}  // namespace

void TableReader::refresh(const LivePointer& live, std::function<void(bool)> then) {
  live->readers.push_back(std::move(then));
  if (!live->reading) read(live);
}

void TableReader::load(const LivePointer& live, std::function<void(bool)> then) {
  live->loaders.push_back(std::move(then));
  if (!live->reading) read(live);
}

// Those who ask for a refresh while a read is under way wait for another: it may have missed what they want to see.
void TableReader::read(const LivePointer& live) {
  live->reading = true;
  const i64 from = live->table ? live->table->revision() + 1 : 1;
  threads_.post([this, live, id = live->id, from, waiting = std::exchange(live->readers, {}), followed = live->followed,
                 under_way = in_flight_.begin()]() mutable {
    if (!followed) followed = store_.follow(id);
    auto rows = std::make_shared<const TableRows>(rows_of(store_, id, from));
    loop_.post([this, live, rows, waiting, followed, under_way] {
      live->reading = false;
      live->followed = followed;
      const bool read_whole = take_rows(*live, *rows);
      const auto loaders = std::exchange(live->loaders, {});
      if (!live->readers.empty()) read(live);
      for (const auto& then : waiting) then(read_whole);
      for (const auto& then : loaders) then(read_whole);
      if (!live->reading) on_idle_(live);
    });
  });
}

}  // namespace volpe::server
