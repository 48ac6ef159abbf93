// The tables in use on this server: commands, queries, subscriptions, and the bots that play there.
//
// A table is loaded from the store when somebody asks for it. Its commands run one after the other: each is checked,
// written, and shown to subscribers only when it is durable. If another server has written to the same table meanwhile,
// the table is read again and the command retried.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "server/live/bot_players.h"
#include "store/store.h"
#include "tables/command_parser.h"

namespace volpe::server {

using SharedText = std::shared_ptr<const std::string>;
using OnResult = std::function<void(const Result<JsonObject>&)>;
using OnUpdate = std::function<void(const SharedText&)>;

struct TableServiceOptions {
  int threads = 2;                             // that read and check, and as many on which bots think
  int bot_pace = 900;                          // milliseconds between what bots do, so that people can follow
  size_t most_open_tables = 100;               // open and running ones of a person
  double evict_after = 60;                     // seconds after which a table without subscriptions leaves memory
  double peer_timeout = 10;                    // seconds of silence after which another server is taken for dead
  Bytes32 day_key{};                           // from which the dice of the days follow
  std::function<i64()> time;                   // milliseconds since 1970
  std::vector<MissingBots> missing_bots = {};  // bots that are refused
};

// A subscription to a table; destroying it unsubscribes.
class Subscription {
 public:
  virtual ~Subscription() = default;
};

struct TableCounters {
  u64 tables = 0;         // in memory now
  u64 subscriptions = 0;  // now
  u64 queued = 0;         // commands that wait for their table
  u64 entries = 0;        // written
  u64 refused = 0;        // commands that were not allowed
  u64 retried = 0;        // because another server was faster
};

class TableService {
 public:
  virtual ~TableService() = default;  // after all subscriptions, before the store
  // Returns when every request has its result; no callback runs after that.
  virtual void close() = 0;

  // All results come from a thread of the service.

  // Opens a table. The result is {"table", "revision"}.
  virtual void open(const store::Person& person, JsonObject request, OnResult on_result) = 0;
  // Runs a command at a table. A key that was used there before gives the same result again and does nothing. The
  // result is {"revision"}, or an error if the command is stale or not allowed; the view shows the state.
  virtual void execute(const store::Id& table, const store::Person& person, std::string key, JsonObject request,
                       OnResult on_result) = 0;
  // Runs a query on the table as it is now.
  using Query = std::function<Result<JsonObject>(const tables::Table& table, const std::string& who,
                                                 const std::vector<std::string>& names)>;
  virtual void query(const store::Id& table, const std::optional<store::Person>& person, Query query,
                     OnResult on_result) = 0;
  // Sends the table now and after every change, as {"type":"table",…} and {"type":"presence",…}, until the subscription
  // is destroyed. The result is empty, or why there is nothing to see.
  virtual std::shared_ptr<Subscription> subscribe(const store::Id& table, const std::optional<store::Person>& person,
                                                  OnUpdate on_update, OnResult on_result) = 0;
  // The view of a table, with names and presence.
  virtual void view(const store::Id& table, const std::optional<store::Person>& person, OnResult on_result) = 0;

  virtual void on_remote_change(const store::Notice& notice) = 0;
  virtual void on_peer_message(const store::PeerMessage& message) = 0;
  virtual void forget_person(const store::Id& person) = 0;  // the person's name is not shown any more
  virtual void rename_person(const store::Id& person, const std::string& name) = 0;
  virtual TableCounters counters() const = 0;

  // A seat of the person is waited for from now on. Set before any other call.
  std::function<void(const store::Id& person, const store::Id& table)> on_turn;
};

std::unique_ptr<TableService> make_table_service(store::Store& store, TableServiceOptions options);

}  // namespace volpe::server
