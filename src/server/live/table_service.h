// The tables in use on this server: commands, snapshots, subscriptions, and the bots that play there.
//
// A table belongs to one event loop, by the hash of its id. It is read from the store when somebody asks for it. Its
// commands run one after the other: each is checked, written, and shown to subscribers only when it is durable. If
// another server has written to the same table meanwhile, the table is read again and the command tried again.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "concurrency/event_loop.h"
#include "concurrency/thread_pool.h"
#include "server/live/bot_players.h"
#include "store/store.h"
#include "tables/command_parser.h"

namespace volpe::server {

// A table as it was when it was asked for, for the person who asked.
struct TableSnapshot {
  std::shared_ptr<const tables::Table> table;
  std::string who;                 // the person's handle there; empty for guests
  std::vector<std::string> names;  // of the seats, as they are shown
};

using SharedText = std::shared_ptr<const std::string>;
using OnResult = std::function<void(const Result<JsonObject>&)>;
using OnSnapshot = std::function<void(const Result<TableSnapshot>&)>;
using OnView = std::function<void(const Result<std::string>&)>;
using OnUpdate = std::function<void(const SharedText&)>;
using OnTurn = std::function<void(const store::Id& person, const store::Id& table)>;

struct TableServiceOptions {
  int bot_threads = 2;                         // on which bots think
  int bot_pace = 900;                          // milliseconds between what bots do, so that people can follow
  size_t most_open_tables = 100;               // open and running ones of a person
  double evict_after = 60;                     // seconds after which a table without subscriptions leaves memory
  double peer_timeout = 10;                    // seconds of silence after which another server is taken for dead
  Bytes32 day_key{};                           // from which the dice of the days follow
  std::vector<MissingBots> missing_bots = {};  // bots that are refused
};

// A subscription to a table; destroying it unsubscribes.
class Subscription {
 public:
  virtual ~Subscription() = default;
  // Unsubscribes; no update comes after `then`.
  virtual void end(std::function<void()> then) = 0;
};

struct TableCounters {
  u64 tables = 0;         // in memory now
  u64 subscriptions = 0;  // now
  u64 queued = 0;         // commands that wait for their table
  u64 entries = 0;        // written
  u64 refused = 0;        // commands that were not allowed
  u64 retried = 0;        // because another server was faster
};

// Safe from any thread. What is asked gets its result on the table's event loop, so callbacks must not block; requests
// of one caller at one table keep their order.
class TableService {
 public:
  virtual ~TableService() = default;  // after all subscriptions, before the store
  // Returns when every request has its result; no callback runs after that. Not from an event loop.
  virtual void close() = 0;

  // Opens a table. The result is {"table", "revision"}.
  virtual void open(const store::Person& person, JsonObject request, OnResult on_result) = 0;
  // Runs a command at a table. A key that was used there before gives the same result again and does nothing. The
  // result is {"revision"}, or an error if the command is stale or not allowed; the view shows the state.
  virtual void execute(const store::Id& table, const store::Person& person, const std::string& key, JsonObject request,
                       OnResult on_result) = 0;
  virtual void snapshot(const store::Id& table, const std::optional<store::Person>& person, OnSnapshot on_snapshot) = 0;
  // What a person sees of a table, with names and presence, as JSON text.
  virtual void view(const store::Id& table, const std::optional<store::Person>& person, OnView on_view) = 0;
  // Sends the table now and after every change, as {"type":"table",…} and {"type":"presence",…}, until the subscription
  // is destroyed; with `changes`, what comes after the first is {"type":"delta",…}. The result is empty, or why there
  // is nothing to see.
  virtual std::shared_ptr<Subscription> subscribe(const store::Id& table, const std::optional<store::Person>& person,
                                                  bool changes, OnUpdate on_update, OnResult on_result) = 0;

  virtual void on_remote_change(const store::Notice& notice) = 0;
  virtual void on_peer_message(const store::PeerMessage& message) = 0;
  virtual void forget_person(const store::Id& person) = 0;  // the person's name is not shown any more
  virtual void rename_person(const store::Id& person, const std::string& name) = 0;
  virtual TableCounters counters() const = 0;

  // A seat of the person is waited for from now on; called on the table's loop. Set before any other call.
  OnTurn on_turn;
};

// Store, loops and readers must outlive the service; `readers` are threads on which it waits for the store.
std::unique_ptr<TableService> make_table_service(store::Store& store, EventLoops& loops, ThreadPool& readers,
                                                 TableServiceOptions options);

}  // namespace volpe::server
