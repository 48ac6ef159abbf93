// What an event costs: statements and bytes, counted.
#include "store/batch.h"
#include "store/schema.h"
#include "store/store_fixture.h"

namespace volpe::store {
namespace {

// Counts the statements that pass through to a connection.
class CountingConnection final : public Connection {
 public:
  explicit CountingConnection(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
  using Connection::run;
  Attempt<std::vector<Rows>> run(std::span<const Statement> statements) override {
    ++questions;
    count += statements.size();
    return connection_->run(statements);
  }
  size_t questions = 0, count = 0;

 private:
  std::unique_ptr<Connection> connection_;
};

// An event of a game, about as long as they are.
Change event(const Id& table, i64 after) {
  Change event = change(table, after, {std::string(170, 'x')}, after + 1);
  event.entries[0].key = "0123456789abcdef:" + std::to_string(after);
  return event;
}

TEST(StoreCost, AnEventIsOneStatement) {
  const Folder folder;
  auto database = std::move(*sqlite_database(folder / "store.db", false));
  ASSERT_FALSE(migrate(**database->connect(Database::Use::load), schema_steps()));
  CountingConnection connection(std::move(*database->connect(Database::Use::write)));
  constexpr int tables = 20;
  std::vector<Write> writes;
  for (i64 after = 0; after < 3; ++after) {
    writes.clear();
    for (int n = 0; n < tables; ++n) writes.emplace_back(event("t" + std::to_string(n), after));
    connection.count = connection.questions = 0;
    for (const Outcome& outcome : write_batch(connection, writes, {}).outcomes) EXPECT_EQ(outcome.kind, Outcome::done);
  }
  EXPECT_EQ(connection.count, tables + 2u) << "BEGIN and COMMIT besides";
  EXPECT_EQ(connection.questions, 3u);
}

// Each event is a commit of its own, which is the most that it can cost; in the log, from where its pages come into the
// file at a checkpoint once for many events.
TEST(StoreCost, AnEventIsAFewKilobytes) {
  const Folder folder;
  const std::string path = folder / "store.db";
  const auto store = opened("sqlite:" + path);
  constexpr int tables = 50, begun = 20, events = 200;
  std::vector<Write> writes;
  for (i64 after = 0; after < begun; ++after)
    for (int n = 0; n < tables; ++n) writes.emplace_back(event("table number " + std::to_string(n), after));
  written_together(*store, writes);
  const auto before = std::filesystem::file_size(path + "-wal");
  for (int n = 0; n < events; ++n)
    ASSERT_EQ(store->write_and_wait(event("table number " + std::to_string(n * 7 % tables), begun + n / tables)).kind,
              Outcome::done);
  const auto bytes = (std::filesystem::file_size(path + "-wal") - before) / events;
  EXPECT_GT(bytes, 1000u);
  EXPECT_LT(bytes, 5000u) << "with what the file system and the checkpoints add, up to 8 kB";
}

}  // namespace
}  // namespace volpe::store
