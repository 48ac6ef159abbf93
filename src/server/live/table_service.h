// The hall: all tables that are in use on this server, who watches them, and the bots that play there.
//
// A table is brought here from the store when somebody asks for it. What is done at it is done one after the other:
// checked, written, and shown only when it is durable. Another server may write to the same table: then ours is read
// again and what was asked for is tried again on it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "server/live/bots.h"
#include "store/store.h"
#include "tables/table.h"

namespace volpe::server {

using Text = std::shared_ptr<const std::string>;

struct HallOptions {
  int threads = 2;                        // that read, check and let bots think
  int pace = 900;                         // milliseconds between what bots do, so that people can follow
  size_t most_tables = 100;               // open and running ones of a person
  double idle = 60;                       // seconds after which a table that nobody watches is put away
  double silence = 10;                    // seconds after which another server that tells nothing is taken for dead
  Bytes32 day_key{};                      // from which the dice of the days follow
  std::function<i64()> time;              // milliseconds since 1970
  std::vector<MissingBots> missing = {};  // who is not let in
};

// Somebody who looks at a table, until it is destroyed.
class Watcher {
 public:
  virtual ~Watcher() = default;
};

struct HallCounters {
  u64 tables = 0;    // here now
  u64 watchers = 0;  // now
  u64 waiting = 0;   // requests that wait for their table
  u64 entries = 0;   // written
  u64 refused = 0;   // requests that were not allowed
  u64 retried = 0;   // because another server was faster
};

class Hall {
 public:
  using Answer = std::function<void(const Result<JsonObject>&)>;
  using See = std::function<void(const Text&)>;

  virtual ~Hall() = default;  // after all watchers, before the store
  // Ends when everything that was asked for is answered; nothing is called back after that.
  virtual void close() = 0;

  // All answers come from a thread of the hall.

  // Opens a table: answers {"table", "revision"}.
  virtual void open(const store::Person& person, JsonObject request, Answer answer) = 0;
  // Does something at a table. A key that was used there before is answered again and nothing is done. Answers
  // {"revision"}. A request that is stale is answered with an error; the view says how things stand.
  virtual void act(const store::Id& table, const store::Person& person, std::string key, JsonObject request,
                   Answer answer) = 0;
  // A question about a table, put to it as it is now.
  using Question = std::function<Result<JsonObject>(const Table& table, const std::string& who,
                                                    const std::vector<std::string>& names)>;
  virtual void ask(const store::Id& table, const std::optional<store::Person>& person, Question question,
                   Answer answer) = 0;
  // Shows a table now and after every change, as {"type":"table",…} and {"type":"presence",…}, until the watcher is
  // destroyed. The answer is empty, or says why there is nothing to see.
  virtual std::shared_ptr<Watcher> watch(const store::Id& table, const std::optional<store::Person>& person, See see,
                                         Answer answer) = 0;
  // The view of a table, with names and presence.
  virtual void view(const store::Id& table, const std::optional<store::Person>& person, Answer answer) = 0;

  virtual void changed(const store::Notice& notice) = 0;  // by another server
  virtual void heard(const store::Told& told) = 0;        // from another server
  virtual void forget(const store::Id& person) = 0;       // the person's name is shown no more
  virtual void renamed(const store::Id& person, const std::string& name) = 0;
  virtual HallCounters counters() const = 0;

  // A seat of the person is waited for now, which was not so before. Set before anything else is called.
  std::function<void(const store::Id& person, const store::Id& table)> on_turn;
};

std::unique_ptr<Hall> make_hall(store::Store& store, HallOptions options);

}  // namespace volpe::server
