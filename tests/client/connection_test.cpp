// A connection to the real program that is lost and comes back without losing or doubling anything.
#include "client/connection.h"

#include <sqlite3.h>

#include <boost/json/serialize.hpp>
#include <functional>
#include <set>

#include "client/flaky_proxy.h"

namespace volpe::client {
namespace {

// The next notification that is wanted; nothing if it does not come.
std::optional<Notification> wait_for(Connection& connection, const std::function<bool(const Notification&)>& wanted) {
  for (;;) {
    while (auto next = connection.next())
      if (wanted(*next)) return next;
    pollfd file{connection.readable_file(), POLLIN, 0};
    if (poll(&file, 1, never) <= 0) return {};
  }
}

std::optional<JsonObject> answer(Connection& connection, const std::string& id) {
  auto found = wait_for(connection, [&](const Notification& next) { return text_at(next.message, "id") == id; });
  if (!found) return {};
  return found->message;
}

bool comes(Connection& connection, Notification::Type type) {
  return wait_for(connection, [&](const Notification& next) { return next.type == type; }).has_value();
}

JsonObject sit(const std::string& table, int seat) {
  return {{"op", "do"}, {"table", table}, {"do", "sit"}, {"seat", seat}, {"seed", random_id()}};
}

TEST(Connection, ShowsATableAndAnswers) {
  const RunningServer running;
  const std::string anna = running.person("Anna"), table = running.table(anna, {{"game", "genial"}, {"seats", 2}});
  const auto connection = connect(running.server, anna);
  connection->watch(table);
  ASSERT_TRUE(comes(*connection, Notification::Type::connected));
  const auto seen =
      wait_for(*connection, [](const Notification& next) { return text_at(next.message, "type") == "table"; });
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->message.at("host"), true);
  const auto done = answer(*connection, connection->request(sit(table, 1)));
  ASSERT_TRUE(done);
  EXPECT_EQ(done->at("type"), "done") << boost::json::serialize(*done);
  const auto refused = answer(*connection, connection->request({{"op", "do"}, {"table", table}, {"do", "start"}}));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->at("type"), "error");
  connection->unwatch(table);
  EXPECT_TRUE(answer(*connection, "unwatch"));
}

TEST(Connection, EveryRequestIsAnsweredOnce) {
  const RunningServer running;
  const std::string anna = running.person("Anna"), table = running.table(anna, {{"game", "genial"}, {"seats", 2}});
  const auto connection = connect(running.server, anna);
  std::multiset<std::string> asked, answered;
  for (int n = 0; n < 100; ++n) asked.insert(connection->request({{"op", "look"}, {"table", table}}));
  while (answered.size() < asked.size()) {
    const auto next =
        wait_for(*connection, [&](const Notification& some) { return asked.contains(text_at(some.message, "id")); });
    ASSERT_TRUE(next);
    answered.insert(text_at(next->message, "id"));
  }
  EXPECT_EQ(answered, asked);
}

TEST(Connection, RequestsAreDoneInTheirOrder) {
  const RunningServer running;
  const std::string anna = running.person("Anna"), table = running.table(anna, {{"game", "genial"}, {"seats", 2}});
  const auto connection = connect(running.server, anna);
  std::vector<std::string> asked, answered;
  for (int n = 0; n < 20; ++n) {
    asked.push_back(connection->request(sit(table, 0)));
    asked.push_back(connection->request({{"op", "do"}, {"table", table}, {"do", "stand"}, {"seat", 0}}));
  }
  while (answered.size() < asked.size()) {
    const auto next =
        wait_for(*connection, [](const Notification& some) { return text_at(some.message, "id").size() == 32; });
    ASSERT_TRUE(next);
    EXPECT_EQ(next->message.at("type"), "done") << boost::json::serialize(next->message);
    answered.push_back(text_at(next->message, "id"));
  }
  EXPECT_EQ(answered, asked);
}

TEST(Connection, ComesBackAfterAKillAndAsksAgain) {
  RunningServer running;
  const std::string anna = running.person("Anna"), table = running.table(anna, {{"game", "genial"}, {"seats", 2}});
  const auto connection = connect(running.server, anna);
  connection->watch(table);
  ASSERT_TRUE(wait_for(*connection, [](const Notification& next) { return text_at(next.message, "type") == "table"; }));
  running.kill();
  ASSERT_TRUE(comes(*connection, Notification::Type::lost));
  const std::string first = connection->request(sit(table, 0)), second = connection->request(sit(table, 1));
  running.start();
  ASSERT_TRUE(comes(*connection, Notification::Type::connected));
  const auto one = answer(*connection, first), two = answer(*connection, second);
  ASSERT_TRUE(one && two);
  EXPECT_EQ(one->at("revision").to_number<int>(), 2);
  EXPECT_EQ(two->at("revision").to_number<int>(), 3);
  // Watched as before.
  ASSERT_TRUE(answer(*connection, connection->request({{"op", "do"}, {"table", table}, {"do", "start"}})));
  EXPECT_EQ(running.revision(table), 4);
}

TEST(Connection, WaitsForAServerThatIsNotThereYet) {
  RunningServer running;
  const std::string anna = running.person("Anna"), table = running.table(anna, {{"game", "genial"}, {"seats", 2}});
  running.kill();
  const auto connection = connect(running.server, anna);
  const std::string id = connection->request(sit(table, 0));
  ASSERT_TRUE(comes(*connection, Notification::Type::lost));
  running.start();
  const auto done = answer(*connection, id);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->at("type"), "done");
}

// The worst moment: the request is done and its answer is lost.
TEST(Connection, DoesNothingTwice) {
  const RunningServer running;
  const std::string anna = running.person("Anna"), table = running.table(anna, {{"game", "genial"}, {"seats", 2}});
  const FlakyProxy proxy(running, "\"done\"");
  {
    const auto connection = connect(proxy.server(), anna);
    const auto done = answer(*connection, connection->request(sit(table, 0)));
    ASSERT_TRUE(done);
    EXPECT_TRUE(proxy.triggered());
    EXPECT_EQ(done->at("type"), "done") << boost::json::serialize(*done);
    EXPECT_EQ(done->at("revision").to_number<int>(), 2);
  }
  EXPECT_EQ(running.revision(table), 2);
}

// Changes the store of a running server behind its back.
void change_store(const RunningServer& running, const std::string& change) {
  sqlite3* store = nullptr;
  ASSERT_EQ(sqlite3_open((running.folder() + "/volpe.db").c_str(), &store), SQLITE_OK);
  sqlite3_busy_timeout(store, never);
  EXPECT_EQ(sqlite3_exec(store, change.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(store);
  sqlite3_close(store);
}

// The server can read neither who one is nor what happened at the table then.
TEST(Connection, WaitsForAStoreThatIsAwayForAMoment) {
  for (const std::string part : {"people", "entries"}) {
    const RunningServer running;
    const std::string anna = running.person("Anna"), table = running.table(anna, {{"game", "genial"}, {"seats", 2}});
    change_store(running, "ALTER TABLE " + part + " RENAME TO away");
    const FlakyProxy proxy(running, "\"unavailable\"",
                           [&] { change_store(running, "ALTER TABLE away RENAME TO " + part); });
    const auto connection = connect(proxy.server(), anna);
    connection->watch(table);
    const std::string id = connection->request(sit(table, 0));
    std::optional<JsonObject> shown, done;
    while (!shown || !done) {
      const auto next =
          wait_for(*connection, [](const Notification& some) { return some.type == Notification::Type::message; });
      ASSERT_TRUE(next) << part;
      EXPECT_NE(next->message.at("type"), "error") << part << boost::json::serialize(next->message);
      if (next->message.at("type") == "table") shown = next->message;
      if (text_at(next->message, "id") == id) done = next->message;
    }
    EXPECT_TRUE(proxy.triggered());
    EXPECT_EQ(shown->at("host"), true);
    EXPECT_EQ(done->at("type"), "done");
    EXPECT_EQ(running.revision(table), 2);
  }
}

TEST(Connection, CanBeLeftAtAnyMoment) {
  RunningServer running;
  const std::string anna = running.person("Anna"), table = running.table(anna, {{"game", "genial"}, {"seats", 2}});
  for (int n = 0; n < 30; ++n) {
    const auto connection = connect(running.server, anna);
    connection->watch(table);
    connection->request(sit(table, 0));
    if (n % 3 == 1) {
      EXPECT_TRUE(comes(*connection, n < 20 ? Notification::Type::connected : Notification::Type::lost));
    }
    if (n == 20) running.kill();
  }
}

}  // namespace
}  // namespace volpe::client
