// The store on PostgreSQL alone: several servers, notices, a database that is restarted or cut off.
#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <set>

#include "store/groups.h"
#include "store/store_fixture.h"

namespace volpe::store {
namespace {

class PostgresStore : public testing::Test {
 protected:
  void SetUp() override {
    if (admin_address().empty()) GTEST_SKIP() << "no tests/with_postgres around";
    database_ = new_database();
    address_ = address_of(database_);
  }
  std::string database_, address_;
};

TEST_F(PostgresStore, MustBeUtf8) {
  const std::string latin = new_database("ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
  EXPECT_EQ(refusal(address_of(latin)), "the database must have the encoding UTF8");
}

TEST_F(PostgresStore, LeavesBackupsToItsOwnTools) {
  EXPECT_NE(opened(address_)->backup("x")->message.find("pg_dump"), std::string::npos);
}

TEST_F(PostgresStore, IsOpenedByManyServersAtOnce) {
  std::vector<std::future<std::string>> secrets;
  for (int n = 0; n < 6; ++n)
    secrets.push_back(std::async(std::launch::async, [this, n] {
      const auto store = opened(address_);
      return *store->setting("secret", "of server " + std::to_string(n));
    }));
  std::set<std::string> different;
  for (auto& secret : secrets) different.insert(secret.get());
  EXPECT_EQ(different.size(), 1u);
}

// Two servers, four threads on each, all on the same tables; every thread adds its entries whatever the others do.
TEST_F(PostgresStore, IsSharedWithoutLossOrDoubling) {
  constexpr int tables = 3, threads = 4, rounds = 60;
  const std::array<std::unique_ptr<Store>, 2> stores = {opened(address_), opened(address_)};
  std::atomic<int> conflicts = 0;
  std::vector<std::thread> crowd;
  for (int n = 0; n < 2 * threads; ++n)
    crowd.emplace_back([&, n] {
      Store& store = *stores[size_t(n % 2)];
      for (int round = 0; round < rounds; ++round) {
        const Id table = "t" + std::to_string((n + round) % tables);
        const std::string body = std::to_string(n) + "/" + std::to_string(round);
        i64 after = revision(store, table);
        for (;;) {
          const Outcome outcome = store.write_and_wait(change(table, after, {body, body + "'"}));
          if (outcome.kind == Outcome::done) break;
          ASSERT_EQ(outcome.kind, Outcome::conflict) << outcome.message;
          after = outcome.revision;
          ++conflicts;
        }
      }
    });
  for (std::thread& thread : crowd) thread.join();
  std::multiset<std::string> all;
  for (int n = 0; n < tables; ++n) {
    const auto list = bodies(*stores[0], "t" + std::to_string(n));
    EXPECT_EQ(revision(*stores[1], "t" + std::to_string(n)), i64(list.size()));
    for (size_t at = 0; at < list.size(); at += 2) EXPECT_EQ(list[at] + "'", list[at + 1]) << "a change was torn";
    all.insert(list.begin(), list.end());
  }
  EXPECT_EQ(all.size(), size_t{2} * 2 * threads * rounds);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  EXPECT_GT(conflicts, 0) << "nobody was in anybody's way, so this tested nothing";
}

// Both write the same revision at the same moment: one of them does, the other learns where the table stands.
TEST_F(PostgresStore, LetsOneOfTwoServersHaveARevision) {
  const std::array<std::unique_ptr<Store>, 2> stores = {opened(address_), opened(address_)};
  stores[0]->write_and_wait(person("anna"));
  stores[0]->write_and_wait(change("t", 0, {"start"}));
  for (i64 after = 1; after < 100; ++after) {
    std::array<std::promise<Outcome>, 2> promises;
    for (size_t n = 0; n < 2; ++n) {
      Change next = change("t", after, {"of server " + std::to_string(n)}, after);
      next.listing = Listing{"clever", Stage::playing, true, "of server " + std::to_string(n)};
      next.seats = Seats(n + 1, "anna");
      stores[n]->write(next, [&promises, n](const Outcome& outcome) { promises[n].set_value(outcome); });
    }
    const std::array<Outcome, 2> outcomes = {promises[0].get_future().get(), promises[1].get_future().get()};
    const size_t winner = outcomes[0].kind == Outcome::done ? 0 : 1;
    EXPECT_EQ(outcomes[winner].kind, Outcome::done);
    EXPECT_EQ(outcomes[1 - winner].kind, Outcome::conflict);
    for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome.revision, after + 1);
    EXPECT_EQ(bodies(*stores[0], "t").back(), "of server " + std::to_string(winner));
    EXPECT_EQ((*stores[0]->table("t"))->summary, "of server " + std::to_string(winner));
    EXPECT_EQ(stores[0]->people_at("t")->size(), winner + 1);
  }
}

// A table is removed while another server plays on: nothing of it is left, and no write hurts its neighbours.
TEST_F(PostgresStore, RemovesATableThatIsPlayedElsewhere) {
  const std::array<std::unique_ptr<Store>, 2> stores = {opened(address_), opened(address_)};
  for (int round = 0; round < 30; ++round) {
    const Id table = "t" + std::to_string(round);
    ASSERT_EQ(stores[0]->write_and_wait(change(table, 0, {"start"})).kind, Outcome::done);
    std::thread remover([&] { EXPECT_EQ(stores[1]->write_and_wait(RemoveTable{table}).kind, Outcome::done); });
    for (i64 after = 1;; ++after) {
      const auto outcomes = written_together(
          *stores[0], {change(table, after, {"x"}), change(table + " " + std::to_string(after), 0, {"y"})});
      EXPECT_EQ(outcomes[1].kind, Outcome::done);
      if (outcomes[0].kind == Outcome::done) continue;
      EXPECT_EQ(outcomes[0].kind, Outcome::conflict) << outcomes[0].message;
      EXPECT_EQ(outcomes[0].revision, 0);
      break;
    }
    remover.join();
    EXPECT_TRUE(stores[0]->entries(table)->empty());
  }
}

// Batches that touch the same tables and people in opposite orders.
TEST_F(PostgresStore, DoesNotLockItselfUp) {
  const std::array<std::unique_ptr<Store>, 2> stores = {opened(address_), opened(address_)};
  stores[0]->write_and_wait(person("anna"));
  stores[0]->write_and_wait(person("berta"));
  const auto batches = [&](Store& store, bool backwards) {
    for (int round = 0; round < 20; ++round) {
      std::vector<Write> writes;
      for (int n = 0; n < 20; ++n) {
        const int at = backwards ? 19 - n : n;
        writes.emplace_back(change("shared" + std::to_string(at), round, {"x"}));
        Change own = finished((backwards ? "b" : "f") + std::to_string(20 * round + at), 1,
                              "day " + std::to_string(20 * round + at));
        if (backwards) std::swap(*(*own.scores)[0].person, *(*own.scores)[1].person);
        writes.emplace_back(own);
      }
      for (const Outcome& outcome : written_together(store, writes))
        EXPECT_TRUE(outcome.kind == Outcome::done || outcome.kind == Outcome::conflict) << outcome.message;
    }
  };
  std::thread forwards([&] { batches(*stores[0], false); });
  batches(*stores[1], true);
  forwards.join();
  for (int n = 0; n < 400; ++n)
    EXPECT_EQ(stores[0]->board("day " + std::to_string(n), 10)->size(), 2u) << "each of the two counts once";
}

// Notices as they come in.
class NoticeLog {
 public:
  StoreOptions options() {
    return {.on_change = [this](const Notice& notice) {
      const std::lock_guard lock(mutex_);
      notices_.push_back(notice);
      changed_.notify_all();
    }};
  }
  // Waits until one has come that fits.
  bool receives(const Id& table, i64 revision) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] {
      return std::ranges::any_of(notices_, [&](auto& n) { return n.table == table && n.revision == revision; });
    });
  }
  bool has_received(const Id& table) {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(notices_, [&](auto& notice) { return notice.table == table; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Notice> notices_;
};

TEST_F(PostgresStore, TellsTheOtherServers) {
  NoticeLog first_log, second_log;
  const auto first = opened(address_, first_log.options()), second = opened(address_, second_log.options());
  const Id odd = "a table with spaces, 'quotes',\nlines and 🦊";
  std::vector<std::shared_ptr<void>> followed;
  for (const Id& table : {odd, Id("t"), Id("of the second")}) {
    followed.push_back(first->follow(table));
    followed.push_back(second->follow(table));
  }
  first->write_and_wait(change(odd, 0, {"x", "y"}));
  EXPECT_TRUE(second_log.receives(odd, 2));
  first->write_and_wait(change(odd, 0, {"refused"}));
  first->write_and_wait(change("t", 0, {"x"}));
  EXPECT_TRUE(second_log.receives("t", 1));
  first->write_and_wait(RemoveTable{"t"});
  EXPECT_TRUE(second_log.receives("t", 0));
  second->write_and_wait(change("of the second", 0, {"x"}));
  EXPECT_TRUE(first_log.receives("of the second", 1));
  EXPECT_FALSE(first_log.has_received(odd)) << "its own changes are no news";
}

// Whatever is written after a table is followed is told, also when its group was left and is joined again.
TEST_F(PostgresStore, TellsOfTablesThatAreFollowed) {
  NoticeLog log;
  const auto writer = opened(address_), reader = opened(address_, log.options());
  const Id table = "t", same_group = [&] {
    for (int n = 0;; ++n)
      if (const Id id = "n" + std::to_string(n); group_of(id) == group_of(table)) return id;
  }();
  writer->write_and_wait(change("nobody follows this", 0, {"x"}));
  writer->write_and_wait(change(table, 0, {"x"}));
  writer->write_and_wait(change(same_group, 0, {"x"}));
  for (i64 after = 1; after < 30; ++after) {
    const auto followed = reader->follow(table), twice = reader->follow(table);
    writer->write_and_wait(change(same_group, after, {"x"}));
    writer->write_and_wait(change(table, after, {"x"}));
    EXPECT_TRUE(log.receives(table, after + 1));
  }
  EXPECT_FALSE(log.has_received(same_group));
  EXPECT_FALSE(log.has_received("nobody follows this"));
}

// Whoever sits at a table that is followed, and what they are called, is news there too.
TEST_F(PostgresStore, TellsOfPeopleAtTablesThatAreFollowed) {
  NoticeLog log;
  const auto writer = opened(address_), reader = opened(address_, log.options());
  writer->write_and_wait(person("anna"));
  writer->write_and_wait(person("berta"));
  std::vector<std::shared_ptr<void>> followed;
  const std::vector<Write> writes = {Rename{"anna", "Änne"}, ReplaceName{"Bert", "?"}, ForgetPerson{"anna"}};
  for (size_t n = 0; n < writes.size(); ++n) {
    const Id table = "t" + std::to_string(n);
    writer->write_and_wait(finished(table, 1, {}));
    followed.push_back(reader->follow(table));
    EXPECT_EQ(writer->write_and_wait(writes[n]).kind, Outcome::done);
    EXPECT_TRUE(log.receives(table, 0));
  }
}

TEST_F(PostgresStore, SendsOneNoticeForEachGroupOfACommit) {
  NoticeLog log;
  const auto writer = opened(address_), reader = opened(address_, log.options());
  PGconn* bystander = PQconnectdb(address_.c_str());
  for (size_t group = 0; group < group_count; ++group)
    PQclear(PQexec(bystander, ("LISTEN " + channel_of(group)).c_str()));
  const auto notices_of = [&](const std::vector<Id>& tables) {
    std::vector<Write> writes;
    std::vector<std::shared_ptr<void>> followed;
    for (const Id& table : tables) {
      writes.emplace_back(change(table, 0, {"x"}));
      followed.push_back(reader->follow(table));
    }
    for (const Outcome& outcome : written_together(*writer, writes)) EXPECT_EQ(outcome.kind, Outcome::done);
    for (const Id& table : tables) EXPECT_TRUE(log.receives(table, 1)) << table;
    PQclear(PQexec(bystander, "SELECT 1"));
    size_t notices = 0;
    for (; PGnotify* notice = PQnotifies(bystander); ++notices) PQfreemem(notice);
    return notices;
  };
  std::vector<Id> many, long_ones;
  for (int n = 0; n < 900; ++n) many.push_back("t" + std::to_string(n));
  for (int n = 0; long_ones.size() < 100; ++n)
    if (const Id id = std::to_string(n) + std::string(190, 'x'); group_of(id) == 0) long_ones.push_back(id);
  EXPECT_EQ(notices_of({"one"}), 1u);
  EXPECT_EQ(notices_of(many), group_count);
  EXPECT_EQ(notices_of(long_ones), 3u) << "a notice has less than 8,000 bytes";
  PQfinish(bystander);
}

TEST_F(PostgresStore, PassesOnWhatServersTell) {
  std::promise<PeerMessage> received;
  const auto first = opened(address_),
             second = opened(address_, {.on_peer_message = [&](const PeerMessage&told) { received.set_value(told); }});
  second->write_and_wait(Broadcast{"what one says itself is no news"});
  EXPECT_EQ(first->write_and_wait(Broadcast{"hello 'there', 🦊"}).kind, Outcome::done);
  EXPECT_EQ(received.get_future().get().text, "hello 'there', 🦊");
  EXPECT_EQ(first->write_and_wait(Broadcast{std::string(longest_broadcast + 1, 'x')}).kind, Outcome::refused);
}

TEST_F(PostgresStore, LosesNothingWhenPostgresIsRestarted) {
  NoticeLog log;
  const auto store = opened(address_, {.database_timeout = 60}), listener = opened(address_, log.options());
  const auto followed = listener->follow("followed");
  constexpr int threads = 6;
  std::atomic<int> done = 0;
  std::atomic<bool> over = false;
  std::vector<std::set<std::string>> acknowledged(threads);
  std::vector<std::thread> crowd;
  for (int n = 0; n < threads; ++n)
    crowd.emplace_back([&, n] {
      const Id table = "t" + std::to_string(n % 3);
      i64 after = 0;
      for (int round = 0; !over; ++round) {
        const std::string body = std::to_string(n) + "/" + std::to_string(round);
        Outcome outcome;
        do {
          outcome = store->write_and_wait(change(table, after, {body}));
          ASSERT_TRUE(outcome.kind == Outcome::done || outcome.kind == Outcome::conflict) << outcome.message;
          after = outcome.revision;
        } while (outcome.kind == Outcome::conflict);
        acknowledged[size_t(n)].insert(body);
        ++done;
        done.notify_all();
      }
    });
  const auto until = [&](int count) {
    for (int now = done; now < count; now = done) done.wait(now);
  };
  for (int restart = 0; restart < 3; ++restart) {
    until(done + 200);
    control_postgres("-m immediate restart");
  }
  until(done + 200);
  over = true;
  for (std::thread& thread : crowd) thread.join();
  EXPECT_TRUE(log.receives("", 0)) << "after a lost connection anything may have changed";
  store->write_and_wait(change("followed", 0, {"x"}));
  EXPECT_TRUE(log.receives("followed", 1)) << "it listens again";

  std::multiset<std::string> kept;
  for (int n = 0; n < 3; ++n)
    for (const std::string& body : bodies(*store, "t" + std::to_string(n))) kept.insert(body);
  for (const auto& bodies : acknowledged)
    for (const std::string& body : bodies) EXPECT_EQ(kept.count(body), 1u) << body;
  EXPECT_EQ(std::set<std::string>(kept.begin(), kept.end()).size(), kept.size()) << "something is there twice";
}

TEST_F(PostgresStore, SaysThatTheDatabaseIsAwayAndComesBack) {
  const auto store = opened(address_, {.database_timeout = .2});
  ASSERT_EQ(store->write_and_wait(change("t", 0, {"before"})).kind, Outcome::done);
  control_postgres("-m immediate stop");
  const Outcome away = store->write_and_wait(change("t", 1, {"while it is away"}));
  const auto read = store->entries("t");
  control_postgres("start");
  EXPECT_EQ(away.kind, Outcome::unavailable);
  EXPECT_NE(away.message.find("cannot be reached"), std::string::npos) << away.message;
  EXPECT_EQ(away.message.find('\n'), std::string::npos);
  ASSERT_FALSE(bool(read));
  EXPECT_EQ(read.error().code, Code::unavailable);
  EXPECT_EQ(store->write_and_wait(change("t", 1, {"after"})).kind, Outcome::done);
  EXPECT_EQ(bodies(*store, "t"), (std::vector<std::string>{"before", "after"}));
}

// The connection is cut around a COMMIT: the store finds out what became of it, and acknowledges once and truly.
TEST_F(PostgresStore, SettlesACommitWhoseAnswerWasLost) {
  Cable cable(database_);
  const auto store = opened(cable.address());
  const auto direct = opened(address_);
  i64 after = 0;
  for (const Cable::Cut how : {Cable::before, Cable::after, Cable::torn, Cable::after}) {
    const auto outcomes = written_together(
        *store,
        {change("t", after, {"same", "same"}), person("p" + std::to_string(after)), change("none", 7, {"conflict"})},
        [&] { cable.cut_next(how); });
    ASSERT_TRUE(cable.was_cut());
    EXPECT_EQ(kinds(outcomes), (std::vector<Outcome::Kind>{Outcome::done, Outcome::done, Outcome::conflict})) << how;
    EXPECT_EQ(bodies(*direct, "t").size(), size_t(after + 2)) << how;
    after += 2;
  }
  EXPECT_EQ(store->write_and_wait(change("t", after, {"on it goes"})).kind, Outcome::done);
}

}  // namespace
}  // namespace volpe::store
