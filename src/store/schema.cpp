// The steps of the schema, and how a database takes them.
#include "store/schema.h"

#include <algorithm>

namespace volpe::store {

const char* const time_last_entries =
    "UPDATE entries SET time = t.time FROM tables t WHERE t.id = entries.table_id AND entries.revision = "
    "(SELECT max(last.revision) FROM entries last WHERE last.table_id = t.id)";

const std::vector<Step>& schema_steps() {
  static const std::vector<Step> steps = {
      {1,
       1,
       {
           R"(CREATE TABLE people (
                id text /*pg COLLATE "C"*/ PRIMARY KEY,
                token text /*pg COLLATE "C"*/ NOT NULL UNIQUE,
                recovery text /*pg COLLATE "C"*/ NOT NULL UNIQUE,
                name text NOT NULL,
                time bigint NOT NULL))",
           R"(CREATE TABLE tables (
                id text /*pg COLLATE "C"*/ PRIMARY KEY,
                revision bigint NOT NULL,
                game text NOT NULL,
                stage text NOT NULL,
                listed bigint NOT NULL,
                summary text NOT NULL,
                time bigint NOT NULL))",
           "CREATE INDEX tables_by_stage ON tables (stage, listed, time)",
           R"(CREATE TABLE entries (
                table_id text /*pg COLLATE "C"*/ NOT NULL REFERENCES tables ON DELETE CASCADE,
                revision bigint NOT NULL,
                key text /*pg COLLATE "C"*/,
                body text NOT NULL,
                PRIMARY KEY (table_id, revision)) /*sqlite WITHOUT ROWID*/)",
           "CREATE UNIQUE INDEX entries_by_key ON entries (table_id, key) WHERE key IS NOT NULL",
           R"(CREATE TABLE seats (
                table_id text /*pg COLLATE "C"*/ NOT NULL REFERENCES tables ON DELETE CASCADE,
                seat bigint NOT NULL,
                person text /*pg COLLATE "C"*/ REFERENCES people ON DELETE SET NULL,
                PRIMARY KEY (table_id, seat)) /*sqlite WITHOUT ROWID*/)",
           "CREATE INDEX seats_by_person ON seats (person) WHERE person IS NOT NULL",
           R"(CREATE TABLE scores (
                table_id text /*pg COLLATE "C"*/ NOT NULL REFERENCES tables ON DELETE CASCADE,
                seat bigint NOT NULL,
                person text /*pg COLLATE "C"*/ REFERENCES people ON DELETE SET NULL,
                game text NOT NULL,
                seats bigint NOT NULL,
                total bigint NOT NULL,
                body text NOT NULL,
                time bigint NOT NULL,
                daily text /*pg COLLATE "C"*/,
                counted bigint NOT NULL,
                PRIMARY KEY (table_id, seat)) /*sqlite WITHOUT ROWID*/)",
           "CREATE INDEX scores_by_person ON scores (person, time) WHERE person IS NOT NULL",
           "CREATE INDEX scores_by_daily ON scores (daily, total) WHERE counted = 1",
           "CREATE UNIQUE INDEX scores_counted_once ON scores (person, daily) WHERE counted = 1",
           R"(CREATE TABLE settings (
                key text /*pg COLLATE "C"*/ PRIMARY KEY,
                value text NOT NULL))",
           // What each writer has committed last: how it finds out about a commit whose answer was lost.
           R"(CREATE TABLE writers (
                id text PRIMARY KEY,
                batch bigint NOT NULL,
                time bigint NOT NULL))",
       }},
      // Not a column of seats: a server that knows step 1 only forgets people, too, and must not leave names behind.
      {2,
       1,
       {
           R"(CREATE TABLE seat_names (
                table_id text /*pg COLLATE "C"*/ NOT NULL REFERENCES tables ON DELETE CASCADE,
                seat bigint NOT NULL,
                person text /*pg COLLATE "C"*/ NOT NULL REFERENCES people ON DELETE CASCADE,
                name text NOT NULL,
                PRIMARY KEY (table_id, seat)) /*sqlite WITHOUT ROWID*/)",
           "CREATE INDEX seat_names_by_person ON seat_names (person)",
       }},
      // An entry is all that an event writes. Servers that know less would look for the revision in `tables`. SQLite
      // keeps entries in the order in which they came, and not by table: entries of many tables then share a page, and
      // pages that are full are left alone, where the ends of all tables were split and balanced again and again.
      {3,
       3,
       {
           "/*pg DROP INDEX entries_by_key*/",
           "/*pg ALTER TABLE entries ADD COLUMN time bigint NOT NULL DEFAULT 0*/",
           R"(/*sqlite CREATE TABLE entries_as_they_came (
                table_id text NOT NULL REFERENCES tables ON DELETE CASCADE,
                revision bigint NOT NULL,
                key text,
                body text NOT NULL,
                time bigint NOT NULL DEFAULT 0,
                PRIMARY KEY (table_id, revision))*/)",
           R"(/*sqlite INSERT INTO entries_as_they_came (table_id, revision, key, body)
                SELECT table_id, revision, key, body FROM entries ORDER BY table_id, revision*/)",
           "/*sqlite DROP TABLE entries*/",
           "/*sqlite ALTER TABLE entries_as_they_came RENAME TO entries*/",
           time_last_entries,
           "ALTER TABLE tables DROP COLUMN revision",
       }},
  };
  return steps;
}

const std::vector<Exported>& exported_tables() {
  static const std::vector<Exported> tables = {
      {"settings", {"key", "value"}, 1},
      {"people", {"id", "token", "recovery", "name", "time"}, 1},
      {"tables", {"id", "game", "stage", "listed", "summary", "time"}, 1},
      {"entries", {"table_id", "revision", "key", "body", "time"}, 2},
      {"seats", {"table_id", "seat", "person"}, 2},
      {"seat_names", {"table_id", "seat", "person", "name"}, 2},
      {"scores", {"table_id", "seat", "person", "game", "seats", "total", "body", "time", "daily", "counted"}, 2},
  };
  return tables;
}

namespace {

// Other servers may be starting at the same moment.
constexpr const char* lock_schema = "/*pg SELECT pg_advisory_xact_lock(8651, 1)*/";

Error error_of(const Failure& failure) { return {Code::unavailable, failure.message}; }

std::optional<Error> take(Connection& connection, std::span<const Step> steps, bool look_only) {
  const Statement make_list{
      "CREATE TABLE IF NOT EXISTS volpe_schema (step bigint PRIMARY KEY, oldest bigint NOT NULL)"};
  if (!look_only)
    if (auto made = connection.run({make_list}); !made) return error_of(made.error());
  auto found = connection.run({{"SELECT coalesce(max(step), 0), coalesce(max(oldest), 0) FROM volpe_schema"}});
  if (!found) return error_of(found.error());
  const i64 taken = std::get<i64>(found->front().front()[0]), needs = std::get<i64>(found->front().front()[1]);
  const i64 known = steps.back().number;
  if (needs > known)
    return Error{Code::unavailable, "the store was made by a newer Volpe: it needs schema " + std::to_string(needs) +
                                        ", this program knows " + std::to_string(known)};
  if (look_only && taken < known)
    return Error{Code::unavailable,
                 "the store was made by an older Volpe: start its server once to bring it up to date"};
  for (const Step& step : steps) {
    if (step.number <= taken) continue;
    std::vector<Statement> statements;
    for (const char* sql : step.statements) statements.push_back({sql});
    statements.push_back({"INSERT INTO volpe_schema VALUES ($1, $2)", {step.number, step.oldest}});
    if (auto made = connection.run(statements); !made) return error_of(made.error());
  }
  return {};
}

// A database that holds something, but no schema of ours, belongs to somebody else. (On PostgreSQL we have a
// namespace.)
std::optional<Error> foreign(Connection& connection) {
  auto found =
      connection.run({{"SELECT count(*) /*sqlite , sum(name = 'volpe_schema') FROM sqlite_schema*/ /*pg , 1*/"}});
  if (!found) return error_of(found.error());
  const Row& row = found->front().front();
  if (std::get<i64>(row[0]) == 0 || std::get<i64>(row[1]) > 0) return {};
  return Error{Code::unavailable, "the store cannot be opened: it is a database of another program"};
}

}  // namespace

std::optional<Error> migrate(Connection& connection, std::span<const Step> steps, bool look_only) {
  if (std::optional<Error> refused = foreign(connection)) return refused;
  if (auto begun = connection.run({{"BEGIN"}, {lock_schema}}); !begun) return error_of(begun.error());
  std::optional<Error> failed = take(connection, steps, look_only);
  if (!failed)
    if (auto done = connection.run({{"COMMIT"}}); !done) failed = error_of(done.error());
  if (failed) (void)connection.run({{"ROLLBACK"}});
  return failed;
}

}  // namespace volpe::store
