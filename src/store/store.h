// The store: everything a server must never lose. This header is the contract; docs/store.md says how it is kept.
//
// A table (of players) is a pure function of its entries: an append-only list, numbered by a revision from 1 without
// gaps. What an entry says is the server's business. Everything else that a server keeps about a table (its line in
// lists, who sits where, how it ended) follows from the entries and is written together with them or not at all.
//
// Writing is asynchronous. A write is answered `done` only when it is durable: it then survives the death of this
// process, of the database and of the machine. Reading is synchronous, sees everything that was answered, and is safe
// from any thread. Nothing here throws; a database that is lost or full is an outcome.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/bits.h"
#include "base/error.h"

namespace volpe::store {

// Texts are UTF-8 without NUL. Ids, keys and hashes have 1 to `longest_id` bytes and are chosen by the server; names
// have as many at most; bodies and summaries have up to `longest_text`. Times are milliseconds since 1970. A write that
// breaks these bounds is `refused`. Entries, summaries and scores must not hold names: they outlive the person.
// Names of seats do not: they are gone with the person who gave them.
inline constexpr size_t longest_id = 200;
inline constexpr size_t longest_text = 1 << 20;
using Id = std::string;

// The times of a table's entries do not fall.
struct Entry {
  std::string body;
  std::optional<Id> key = {};  // of the message that caused it
  i64 time = 0;
  bool operator==(const Entry&) const = default;
};

enum class Stage { open, playing, over, archived };

// How a table stands in lists.
struct Listing {
  std::string game = {};
  Stage stage = Stage::open;
  bool listed = false;  // or private, known by its address only
  std::string summary = {};
  bool operator==(const Listing&) const = default;
};

// How a seat ended.
struct Score {
  int seat = 0;
  std::optional<Id> person = {};
  std::string game = {};
  int seats = 0;
  i64 total = 0;
  std::string body = {};
  i64 time = 0;
  std::optional<std::string> daily = {};  // the date whose dice were played
  bool operator==(const Score&) const = default;
};

using Seats = std::vector<std::optional<Id>>;  // who sits on each, if a person does

// What a person calls a seat of theirs, when several people play at one device.
struct SeatName {
  int seat = 0;
  Id person = {};
  std::string name = {};
  bool operator==(const SeatName&) const = default;
};

// Entries that follow revision `after` of a table, and what they change. A change after revision 0 makes the table, and
// has an entry. Listing, seats, scores and names replace what the table had, if given; what stays the same is better
// not given. If the table is not at `after`, nothing of a change is written: `conflict`, with the revision it has (0:
// there is no such table). So a server that knows all entries up to `after` knows all keys of the table: a message that
// another server has written shows as a conflict, and its key when the table is read again.
// A seat or score of a person who is not there (any more) is written as nobody's, a name of theirs not at all. A
// person's first score of a daily date is counted on the board; later ones are kept, and not counted.
struct Change {
  Id table;
  i64 after = 0;
  std::vector<Entry> entries = {};
  std::optional<Listing> listing = {};
  std::optional<Seats> seats = {};
  std::optional<std::vector<Score>> scores = {};
  std::optional<std::vector<SeatName>> names = {};
};

// The table with all that belongs to it; `absent` if there is none.
struct RemoveTable {
  Id table;
};

// `conflict` if the id or one of the hashes is taken.
struct NewPerson {
  Id person;
  Id token;     // hash of the token that the person's devices show
  Id recovery;  // hash of the code that moves the person to another device
  std::string name;
  i64 time = 0;
};

// `absent` if there is no such person.
struct Rename {
  Id person;
  std::string name;
};

// A new token and recovery code for the person with this one; `absent` if nobody has it.
struct NewToken {
  Id recovery;
  Id token;
  Id next_recovery;
};

// The person with all names and hashes; their seats and scores stay, as nobody's. `absent` if there is no such person.
struct ForgetPerson {
  Id person;
};

// Another name for everybody, and every seat, of this name; `absent` if there is none.
struct ReplaceName {
  std::string name;
  std::string instead;
};

// Done also if the key has a value already, which then stays.
struct NewSetting {
  Id key;
  std::string value;
};

// Sent to the other servers on the database once, and kept nowhere. Up to `longest_broadcast` bytes.
struct Broadcast {
  std::string text;
};
inline constexpr size_t longest_broadcast = 7000;

using Write =
    std::variant<Change, RemoveTable, NewPerson, Rename, NewToken, ForgetPerson, ReplaceName, NewSetting, Broadcast>;

struct Outcome {
  enum Kind {
    done,
    conflict,
    absent,
    refused,      // out of bounds: the same write will never be done
    unavailable,  // database lost, disk full, too much waiting: not acknowledged, so read before you write it again
  };
  Kind kind = done;
  i64 revision = 0;          // of the table after the change; of conflict as said above
  std::string message = {};  // a sentence, unless done
};

struct StoredEntry : Entry {
  i64 revision = 0;
};

struct StoredTable : Listing {
  Id table;
  i64 revision = 0;  // of the last entry
  i64 time = 0;      // of the last entry
};

struct StoredScore : Score {
  Id table;
  bool counted = false;
  std::string name = {};  // of the person; empty if nobody's
};

struct Person {
  Id person;
  std::string name;
  i64 time = 0;
};

// Another server has changed a table that is followed. With an empty table: notices may have been lost, anything may
// have changed.
struct Notice {
  Id table;
  i64 revision = 0;  // 0: the table was removed, or somebody at it was forgotten or has another name
};

// What another server broadcast.
struct PeerMessage {
  Id server;
  std::string text;
};

// What /metrics shows. A commit makes all writes durable that have waited for the one before.
struct Counters {
  static constexpr std::array<double, 10> seconds = {.001, .002, .005, .01, .02, .05, .1, .2, .5, 1};
  static constexpr std::array<u64, 8> writes = {1, 4, 16, 64, 128, 256, 512, 1024};

  u64 commits = 0;
  u64 done = 0;
  u64 not_done = 0;  // whatever the reason
  u64 waiting = 0;   // in the queue now
  double commit_seconds = 0;
  std::array<u64, seconds.size() + 1> commits_by_seconds = {};  // up to each bound and above the one before; the rest
  std::array<u64, writes.size() + 1> commits_by_writes = {};
};

class Store {
 public:
  virtual ~Store() = default;  // commits what waits; may not be called from a callback

  // Never blocks. The callback is called once: at once if the write is refused or too many wait, else from the thread
  // that writes, which it must not hold up. Writes of one caller are done in their order.
  using Callback = std::function<void(const Outcome&)>;
  virtual void write(Write write, Callback callback) = 0;
  Outcome write_and_wait(Write write);  // not from a callback

  virtual Result<std::vector<StoredEntry>> entries(const Id& table, i64 from = 1) = 0;
  virtual Result<std::optional<StoredTable>> table(const Id& table) = 0;
  // Lists are the newest first and end after `limit`.
  virtual Result<std::vector<StoredTable>> listed_tables(Stage stage, int limit) = 0;
  virtual Result<std::vector<StoredTable>> tables_until(Stage stage, i64 time, int limit) = 0;  // the oldest first
  virtual Result<std::vector<StoredTable>> tables_of(const Id& person, int limit) = 0;
  // The person of each seat; none where no person sits.
  virtual Result<std::vector<std::optional<Person>>> people_at(const Id& table) = 0;
  virtual Result<std::vector<SeatName>> seat_names(const Id& table) = 0;  // of those that have one
  virtual Result<std::vector<StoredScore>> scores_of(const Id& person, int limit) = 0;
  virtual Result<std::vector<StoredScore>> board(const std::string& daily, int limit) = 0;  // counted, best first
  virtual Result<std::optional<Person>> person(const Id& person) = 0;
  virtual Result<std::optional<Person>> person_with_token(const Id& token) = 0;
  // The value of a setting, which is made if there is none: the same for all servers. Not from a callback.
  virtual Result<std::string> setting(const Id& key, const std::string& if_new) = 0;
  virtual Result<std::optional<std::string>> setting(const Id& key) = 0;

  // Everything as JSON Lines, as it is at one moment; the visitor says whether it wants more.
  virtual std::optional<Error> export_to(const std::function<bool(std::string_view line)>& visit) = 0;
  // All of an export, of either kind of store, into an empty store, or nothing. `next` gives the lines, then none.
  virtual std::optional<Error> import_from(const std::function<std::optional<std::string>()>& next) = 0;
  // A copy while the server runs, as a new file (SQLite).
  virtual std::optional<Error> backup(const std::string& path) = 0;

  // Notices of a table come as long as what this returns is kept, and of everything that is read after it has returned;
  // it may wait for the database. Null where there are no other servers.
  virtual std::shared_ptr<void> follow(const Id& table) = 0;

  virtual Counters counters() const = 0;
};

struct StoreOptions {
  bool read_only = false;    // beside a running server: for exports and backups; every write is refused
  bool maintenance = false;  // beside a running server: for single writes, which a server on SQLite is not notified of
  // Called from a thread of the store; PostgreSQL only.
  std::function<void(const Notice&)> on_change = {};
  std::function<void(const PeerMessage&)> on_peer_message = {};
  size_t longest_queue = 10'000;
  double database_timeout = 10;  // seconds that writes wait for a lost database before they end as `unavailable`
};

// "sqlite:PATH" or "postgresql://…". One server at a time on an SQLite file, any number on a PostgreSQL database.
Result<std::unique_ptr<Store>> open_store(const std::string& address, StoreOptions options = {});

}  // namespace volpe::store
