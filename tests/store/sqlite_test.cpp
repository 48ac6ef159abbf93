// The store on SQLite alone: one server on a file, backups, damage, a full disk.
#include <sys/resource.h>

#include <csignal>
#include <fstream>

#include "store/connection.h"
#include "store/rows.h"
#include "store/schema.h"
#include "store/store_fixture.h"

namespace volpe::store {
namespace {

class SqliteStore : public testing::Test {
 protected:
  const Folder folder_;
  const std::string path_ = folder_ / "store.db";
  const std::string address_ = "sqlite:" + path_;
};

TEST(StoreAddress, IsExplainedWhenItIsWrong) {
  for (const char* wrong : {"", "sqlite:", "store.db", "mysql://x"})
    EXPECT_NE(refusal(wrong).find("a store is sqlite:PATH"), std::string::npos) << wrong;
  EXPECT_NE(refusal("sqlite:/no/such/folder/store.db").find("cannot be opened"), std::string::npos);
  EXPECT_NE(refusal("postgresql://x?y=z").find("the address of the database is wrong"), std::string::npos);
  EXPECT_NE(refusal("postgresql:///x?host=/no/such/folder").find("cannot be reached"), std::string::npos);
}

TEST_F(SqliteStore, HasOneServer) {
  auto store = opened(address_);
  EXPECT_EQ(refusal(address_), "another server has the store " + path_ + " open");
  store.reset();
  EXPECT_EQ(refusal(address_), "opened");
}

TEST_F(SqliteStore, IsReadBesideItsServer) {
  EXPECT_EQ(refusal(address_, {.read_only = true}), "there is no store " + path_);
  const auto store = opened(address_);
  const auto reader = opened(address_, {.read_only = true});
  store->write_and_wait(change("t", 0, {"x"}));
  EXPECT_EQ(exported(*reader), exported(*store));
  EXPECT_EQ(reader->write_and_wait(change("t", 1, {"y"})).kind, Outcome::refused);
  EXPECT_TRUE(import(*reader, exported(*store)));
}

TEST_F(SqliteStore, IsBackedUpWhileItIsWritten) {
  const auto store = opened(address_);
  fill(*store);
  std::atomic<bool> over = false;
  std::atomic<i64> acknowledged = 0;
  std::thread writer([&] {
    for (i64 n = 0; !over; ++n) {
      EXPECT_EQ(store->write_and_wait(change("busy", n, {"x"})).kind, Outcome::done);
      acknowledged = n + 1;
    }
  });
  while (acknowledged < 10) std::this_thread::yield();
  const i64 before = acknowledged;
  const std::string copy = folder_ / "copy.db";
  const auto failed = store->backup(copy);
  over = true;
  writer.join();
  ASSERT_FALSE(failed) << failed->message;
  EXPECT_NE(store->backup(copy)->message.find("is there already"), std::string::npos);
  EXPECT_NE(store->backup("/no/such/folder/copy.db")->message.find("cannot be written"), std::string::npos);
  const auto restored = opened("sqlite:" + copy);
  EXPECT_GE(i64(bodies(*restored, "busy").size()), before);
  EXPECT_EQ(bodies(*restored, "Table 0"), bodies(*store, "Table 0"));
}

TEST_F(SqliteStore, RefusesADamagedFile) {
  std::ofstream(path_)
      << "This is no database, and it is longer than the header of one would have to be to be checked.";
  EXPECT_NE(refusal(address_).find("file is not a database"), std::string::npos) << refusal(address_);
}

TEST_F(SqliteStore, SaysSoWhenItsPagesAreDamaged) {
  {
    const auto store = opened(address_);
    for (int n = 0; n < 50; ++n) store->write_and_wait(change("t" + std::to_string(n), 0, {std::string(5000, 'x')}));
  }
  const auto size = std::filesystem::file_size(path_);
  {
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(4096);
    file << std::string(size - 4096, '\x5a');
  }
  const auto store = open_store(address_);
  const std::string message = store ? (*store)->entries("t7").error().message : store.error().message;
  EXPECT_NE(message.find("malformed"), std::string::npos) << message;
}

TEST_F(SqliteStore, RefusesTheDatabaseOfAnotherProgram) {
  {
    auto database = sqlite_database(path_, false);
    auto connection = std::move(*(*database)->connect(Database::Use::load));
    ASSERT_TRUE(bool(connection->run({{"CREATE TABLE bookmarks (x bigint)"}})));
  }
  EXPECT_NE(refusal(address_).find("a database of another program"), std::string::npos) << refusal(address_);
}

// Those of older servers have pages of 4 kB.
TEST_F(SqliteStore, HasSmallPages) {
  const auto page_size = [&] {
    auto database = sqlite_database(path_, true);
    return number((*(*database)->connect(Database::Use::read))->run({{"PRAGMA page_size"}})->front().front()[0]);
  };
  { fill(*opened(address_)); }
  const auto text = exported(*opened(address_));
  EXPECT_EQ(page_size(), 1024);
  {
    auto database = sqlite_database(path_, false);
    auto connection = std::move(*(*database)->connect(Database::Use::load));
    ASSERT_TRUE(bool(connection->run({{"PRAGMA journal_mode = DELETE"}, {"PRAGMA page_size = 4096"}, {"VACUUM"}})));
  }
  EXPECT_EQ(page_size(), 4096);
  EXPECT_EQ(exported(*opened(address_)), text);
  EXPECT_EQ(page_size(), 1024);
}

TEST_F(SqliteStore, RefusesCleanlyWhenTheDiskIsFull) {
  const auto store = opened(address_);
  const std::string body(10'000, 'x');
  ASSERT_EQ(store->write_and_wait(change("t", 0, {body})).kind, Outcome::done);
  rlimit usual{};
  getrlimit(RLIMIT_FSIZE, &usual);
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  rlimit tight = usual;
  tight.rlim_cur = 300'000;
  setrlimit(RLIMIT_FSIZE, &tight);
  i64 kept = 1;
  Outcome outcome;
  while ((outcome = store->write_and_wait(change("t", kept, {body}))).kind == Outcome::done && kept < 1000) ++kept;
  const auto together = kinds([&] {
    std::vector<Outcome> outcomes;
    for (int n = 0; n < 3; ++n) outcomes.push_back(store->write_and_wait(change("u", 0, {body})));
    return outcomes;
  }());
  const auto while_full = bodies(*store, "t");
  setrlimit(RLIMIT_FSIZE, &usual);
  (void)std::signal(SIGXFSZ, ignored);
  EXPECT_LT(kept, 1000);
  EXPECT_EQ(outcome.kind, Outcome::unavailable);
  EXPECT_NE(outcome.message.find("fails: "), std::string::npos) << outcome.message;
  EXPECT_EQ(together, std::vector<Outcome::Kind>(3, Outcome::unavailable));
  EXPECT_EQ(i64(while_full.size()), kept);
  EXPECT_EQ(store->write_and_wait(change("t", kept, {"there is space again"})).revision, kept + 1);
  EXPECT_EQ(i64(bodies(*store, "t").size()), kept + 1);
}

}  // namespace
}  // namespace volpe::store
