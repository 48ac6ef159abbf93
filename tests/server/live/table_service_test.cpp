// Live tables on a real store: order, durability, two servers racing, refused writes, eviction and shutdown.
#include "server/live/table_service.h"

#include "server/live/service_fixture.h"
#include "tables/with_changes.h"

namespace volpe::server {
namespace {

using Service = ServiceTest;

std::string code_of(const Result<JsonObject>& result) {
  return result ? "done" : std::string(name(result.error().code));
}

// What seat 0 could decide; empty if dice are due.
std::string first_decision(const tables::Table& table) {
  const JsonObject view = table.shared_view();
  const JsonArray& legal = view.at("position").at("legal").as_array();
  return legal.empty() ? std::string() : std::string(legal[0].as_string());
}

TEST_F(Service, RunsTheCommandsOfATableInTheirOrder) {
  const Person anna = person("Anna");
  const auto service = service_on(*store);
  const Id table = open(*service, anna, {{"game", "clever"}, {"seats", 1}, {"dice", "real"}});
  constexpr int count = 60;
  std::vector<int> order;  // the results come from one loop, one at a time
  std::promise<void> last;
  for (int n = 0; n < count; ++n)
    service->execute(table, anna, std::to_string(n), {{"do", n % 2 == 0 ? "sit" : "stand"}, {"seat", 0}},
                     [&, n](const Result<JsonObject>& result) {
                       EXPECT_EQ(code_of(result), "done") << n;
                       EXPECT_EQ(result->at("revision"), n + 2);
                       order.push_back(n);
                       if (n == count - 1) last.set_value();
                     });
  last.get_future().wait();
  for (int n = 0; n < count; ++n) EXPECT_EQ(order[size_t(n)], n);
  EXPECT_EQ(store->entries(table)->size(), size_t(count) + 1);
}

TEST_F(Service, ShowsNothingBeforeItIsDurable) {
  const Person anna = person("Anna");
  const auto service = service_on(*store);
  const Id table = open(*service, anna, {{"game", "clever"}, {"seats", 1}, {"dice", "real"}});
  std::atomic<i64> shown = 0;
  std::promise<void> last;
  const auto subscription = service->subscribe(
      table, anna, false,
      [&](const SharedText& text) {
        const JsonObject message = *parse_object(*text);
        if (message.at("type") != "table") return;
        const i64 revision = message.at("revision").as_int64();
        EXPECT_GE(i64(store->entries(table)->size()), revision);
        shown = revision;
        if (revision == 41) last.set_value();
      },
      [](const auto&) {});
  for (int n = 0; n < 40; ++n)
    service->execute(table, anna, std::to_string(n), {{"do", n % 2 == 0 ? "sit" : "stand"}, {"seat", 0}},
                     [&](const Result<JsonObject>& result) {
                       EXPECT_GE(shown, result->at("revision").as_int64()) << "shown before it is acknowledged";
                     });
  last.get_future().wait();
}

TEST_F(Service, DoesNothingTwice) {
  const Person anna = person("Anna");
  const auto service = service_on(*store);
  const Id table = open(*service, anna, {{"game", "clever"}, {"seats", 1}, {"dice", "real"}});
  const JsonObject sit{{"do", "sit"}, {"seat", 0}};
  EXPECT_EQ(run(*service, table, anna, "once", sit)->at("revision"), 2);
  EXPECT_EQ(run(*service, table, anna, "once", sit)->at("revision"), 2);
  EXPECT_EQ(code_of(run(*service, table, anna, "again", sit)), "illegal_event");
  const auto other = service_on(*store);
  EXPECT_EQ(run(*other, table, anna, "once", sit)->at("revision"), 2) << "another server, which has not seen it";
  EXPECT_EQ(store->entries(table)->size(), 2u);
}

// Two services on one store are two servers: neither knows of the other's writes before it loses.
TEST_F(Service, TwoServersRaceAndNothingIsLost) {
  const Person anna = person("Anna"), bela = person("Bela");
  const auto first = service_on(*store), second = service_on(*store);
  const Id table = open(*first, anna, {{"game", "clever"}, {"seats", 2}, {"dice", "real"}});
  constexpr int rounds = 50;
  std::vector<std::future<void>> done;
  std::array<int, 2> successes{};
  for (int server = 0; server < 2; ++server)
    done.push_back(std::async(std::launch::async, [&, server] {
      TableService& at = server == 0 ? *first : *second;
      const Person& who = server == 0 ? anna : bela;
      for (int n = 0; n < rounds; ++n) {
        const auto result =
            run(at, table, who, std::to_string(n), {{"do", n % 2 == 0 ? "sit" : "stand"}, {"seat", server}});
        EXPECT_EQ(code_of(result), "done") << server << " " << n;
        successes[size_t(server)] += result ? 1 : 0;
      }
    }));
  for (auto& one : done) one.wait();
  EXPECT_EQ(successes, (std::array{rounds, rounds}));
  EXPECT_EQ(store->entries(table)->size(), size_t(2 * rounds) + 1);
  EXPECT_GT(first->counters().retried + second->counters().retried, 0u) << "they met";
  // A notice brings the other one up to date.
  const i64 revision = 2 * rounds + 1;
  for (TableService* service : {first.get(), second.get()}) service->on_remote_change({table, revision});
  settle();
  EXPECT_EQ(run(*first, table, anna, "0", {})->at("revision").as_int64(),
            run(*second, table, anna, "0", {})->at("revision").as_int64());
}

TEST_F(Service, ShowsWhatAnotherServerHasWritten) {
  const Person anna = person("Anna");
  const auto here = service_on(*store), there = service_on(*store);
  const Id table = open(*here, anna, {{"game", "clever"}, {"seats", 1}, {"dice", "real"}});
  Updates updates;
  const auto subscription = here->subscribe(table, std::nullopt, false, updates.add(), [](const auto&) {});
  updates.await_revision(1);
  ASSERT_TRUE(run(*there, table, anna, "sit", {{"do", "sit"}, {"seat", 0}}));
  here->on_remote_change({table, 2});
  updates.await_revision(2);
  ASSERT_TRUE(run(*there, table, anna, "stand", {{"do", "stand"}, {"seat", 0}}));
  here->on_remote_change({"", 0});  // notices were lost
  EXPECT_EQ(updates.await_revision(3).at("players").at(0).at("kind"), "free");
}

TEST_F(Service, TriesOnceMoreWhatAnotherServerHasMadePossible) {
  const Person anna = person("Anna"), bela = person("Bela");
  const auto here = service_on(*store), there = service_on(*store);
  const Id table = begun(*here, anna, bela);
  ASSERT_TRUE(table_at(*there, table));
  ASSERT_TRUE(run(*here, table, anna, "a", {{"do", "roll"}, {"seat", 0}, {"ply", 0}}));
  const std::string legal = first_decision(*table_at(*here, table));
  const auto decision = run(*there, table, anna, "b", {{"do", "event"}, {"seat", 0}, {"event", legal}, {"ply", 1}});
  EXPECT_EQ(code_of(decision), "done") << "there the roll was not known yet";
}

TEST_F(Service, AnswersAWriteThatTheStoreRefusesAndGoesOn) {
  const Person anna = person("Anna");
  const auto service = service_on(*store);
  const Id table = open(*service, anna, {{"game", "clever"}, {"seats", 1}, {"dice", "real"}});
  const JsonObject sit{{"do", "sit"}, {"seat", 0}};
  EXPECT_EQ(code_of(run(*service, table, anna, std::string(store::longest_id, 'k'), sit)), "bad_request");
  EXPECT_EQ(store->entries(table)->size(), 1u);
  EXPECT_EQ(code_of(run(*service, table, anna, "k", sit)), "done");
}

TEST_F(Service, AnswersWhenTheStoreIsBusyAndGoesOnAfterwards) {
  const Person anna = person("Anna");
  Id table;
  {
    const auto service = service_on(*store);
    table = open(*service, anna, {{"game", "clever"}, {"seats", 1}, {"dice", "real"}});
  }
  store.reset();
  store::StoreOptions no_room;
  no_room.longest_queue = 0;
  store = opened(no_room);
  {
    const auto service = service_on(*store);
    EXPECT_EQ(code_of(run(*service, table, anna, "a", {{"do", "sit"}, {"seat", 0}})), "unavailable");
    EXPECT_EQ(table_at(*service, table)->revision(), 1);
  }
  store.reset();
  store = opened({});
  const auto service = service_on(*store);
  EXPECT_EQ(run(*service, table, anna, "a", {{"do", "sit"}, {"seat", 0}})->at("revision"), 2);
}

TEST_F(Service, SaysWhenThereIsNoSuchTableAndKeepsNothingOfIt) {
  const Person anna = person("Anna");
  const auto service = service_on(*store);
  EXPECT_EQ(code_of(run(*service, "nowhere", anna, "a", {{"do", "sit"}, {"seat", 0}})), "not_found");
  EXPECT_FALSE(table_at(*service, "nowhere"));
  settle();
  EXPECT_EQ(service->counters().tables, 0u);
}

TEST_F(Service, EvictsIdleTablesButNoneThatSomebodyWaitsFor) {
  const Person anna = person("Anna");
  TableServiceOptions options;
  options.evict_after = 60;
  const auto service = service_on(*store, options);
  const Id idle = open(*service, anna, {{"game", "clever"}, {"seats", 1}, {"dice", "real"}});
  const Id watched = open(*service, anna, {{"game", "clever"}, {"seats", 1}, {"dice", "real"}});
  ASSERT_TRUE(table_at(*service, idle));
  Updates updates;
  auto subscription = service->subscribe(watched, anna, false, updates.add(), [](const auto&) {});
  updates.await_revision(1);
  EXPECT_EQ(service->counters().tables, 2u);
  // Commands wait for the table while the hour passes.
  std::promise<void> last;
  constexpr int count = 30;
  for (int n = 0; n < count; ++n)
    service->execute(watched, anna, std::to_string(n), {{"do", n % 2 == 0 ? "sit" : "stand"}, {"seat", 0}},
                     [&, n](const Result<JsonObject>& result) {
                       EXPECT_EQ(code_of(result), "done");
                       if (n == count - 1) last.set_value();
                     });
  clock.advance(1h, loops);
  settle();
  EXPECT_EQ(service->counters().tables, 1u) << "the idle one is gone";
  last.get_future().wait();
  EXPECT_EQ(updates.await_revision(count + 1).at("revision"), count + 1);
  subscription.reset();
  settle();
  clock.advance(1h, loops);
  settle();
  EXPECT_EQ(service->counters().tables, 0u);
  EXPECT_EQ(service->counters().subscriptions, 0u);
  EXPECT_EQ(table_at(*service, idle)->revision(), 1) << "it is read again when it is asked for";
}

TEST_F(Service, GivesEveryRequestOneResultWhenItCloses) {
  const Person anna = person("Anna");
  auto service = service_on(*store);
  std::vector<Id> tables;
  for (int n = 0; n < 4; ++n)
    tables.push_back(open(*service, anna, {{"game", "clever"}, {"seats", 1}, {"dice", "real"}}));
  constexpr int count = 200;
  std::array<std::atomic<int>, count> results{};
  std::atomic<int> acknowledged = 0;
  for (int n = 0; n < count; ++n)
    service->execute(tables[size_t(n) % tables.size()], anna, std::to_string(n),
                     {{"do", n / 4 % 2 == 0 ? "sit" : "stand"}, {"seat", 0}}, [&, n](const Result<JsonObject>& result) {
                       ++results[size_t(n)];
                       acknowledged += result ? 1 : 0;
                     });
  service->close();
  for (const auto& times : results) EXPECT_EQ(times, 1);
  size_t entries = 0;
  for (const Id& table : tables) entries += store->entries(table)->size();
  EXPECT_EQ(entries, tables.size() + size_t(acknowledged)) << "what was acknowledged, and nothing else";
  EXPECT_EQ(code_of(run(*service, tables[0], anna, "late", {{"do", "sit"}, {"seat", 0}})), "unavailable");
  service.reset();
}

TEST_F(Service, SendsNothingAfterASubscriptionHasEnded) {
  const Person anna = person("Anna");
  const auto service = service_on(*store);
  const Id table = open(*service, anna, {{"game", "clever"}, {"seats", 1}, {"dice", "real"}});
  // One ends while its table is being read, or just after, one later.
  Updates early, late;
  auto first = service->subscribe(table, anna, false, early.add(), [](const auto&) {});
  wait<int>([&](auto done) { first->end([done] { done(0); }); });
  const size_t before_end = early.texts().size();
  auto second = service->subscribe(table, anna, false, late.add(), [](const auto&) {});
  late.await_revision(1);
  wait<int>([&](auto done) { second->end([done] { done(0); }); });
  const size_t before = late.texts().size();
  ASSERT_TRUE(run(*service, table, anna, "a", {{"do", "sit"}, {"seat", 0}}));
  settle();
  EXPECT_EQ(late.texts().size(), before);
  EXPECT_EQ(early.texts().size(), before_end);
  EXPECT_EQ(service->counters().subscriptions, 0u);
}

TEST_F(Service, ShowsOneViewToEverybodyAndTheRestToEach) {
  const Person anna = person("Anna"), bela = person("Bela");
  const auto service = service_on(*store);
  const Id table = begun(*service, anna, bela);
  Updates hers, guests;
  const auto one = service->subscribe(table, anna, false, hers.add(), [](const auto&) {});
  const auto two = service->subscribe(table, std::nullopt, false, guests.add(), [](const auto&) {});
  JsonObject own = hers.await_revision(4), other = guests.await_revision(4);
  EXPECT_EQ(own.at("players").at(0).at("name"), "Anna");
  EXPECT_EQ(own.at("players").at(0).at("you"), true);
  EXPECT_EQ(other.at("players").at(0).at("you"), false);
  EXPECT_EQ(own.at("position"), other.at("position"));
  const auto view = wait<Result<std::string>>([&](auto done) { service->view(table, anna, done); });
  own.erase("type");
  JsonObject asked = *parse_object(*view);
  own.erase("here");
  asked.erase("here");
  EXPECT_EQ(asked, own);
}

// The view that a page has after a message, which is a view or changes of the one before.
JsonObject applied(const JsonObject& before, const JsonObject& message) {
  if (message.at("type") != "delta") return message;
  EXPECT_EQ(message.at("base"), before.at("revision"));
  const JsonArray unset = message.contains("unset") ? message.at("unset").as_array() : JsonArray();
  return tables::with_changes(before, unset, message.at("set").as_object()).as_object();
}

TEST_F(Service, SendsChangesThatMakeTheViewToThoseWhoAskForThem) {
  const Person anna = person("Anna");
  TableServiceOptions options;
  options.bot_pace = 0;
  const auto service = service_on(*store, options);
  const Id table =
      open(*service, anna, {{"game", "clever"}, {"seats", 2}, {"first", "0"}, {"bots", {nullptr, "level1"}}});
  ASSERT_TRUE(run(*service, table, anna, "sit", {{"do", "sit"}, {"seat", 0}}));
  Updates whole, changes;
  const auto one = service->subscribe(table, anna, false, whole.add(), [](const auto&) {});
  const auto two = service->subscribe(table, anna, true, changes.add(), [](const auto&) {});
  JsonObject view = changes.await([](const JsonObject& message) { return message.at("type") == "table"; });
  ASSERT_TRUE(run(*service, table, anna, "start", {{"do", "start"}}));
  size_t whole_bytes = 0, changed_bytes = 0;
  for (int key = 0; view.at("stage") != "over"; ++key) {
    const JsonObject message = changes.await([](const JsonObject& one) { return one.at("type") != "presence"; });
    EXPECT_EQ(message.at("type"), "delta");
    view = applied(view, message);
    JsonObject same = whole.await_revision(view.at("revision").as_int64());
    EXPECT_EQ(view, same) << boost::json::serialize(message);
    whole_bytes += boost::json::serialize(same).size();
    changed_bytes += boost::json::serialize(message).size();
    if (view.at("stage") != "playing") continue;
    JsonObject next{{"do", "roll"}, {"seat", 0}, {"ply", view.at("position").at("ply")}};
    if (const JsonArray& choices = view.at("choices").as_array(); !choices.empty()) {
      next = {{"do", "event"}, {"seat", 0}, {"event", choices[0].at("position").at("legal").at(0)}};
      for (const char* point : {"ply", "turn", "step"})
        if (const Json* value = choices[0].as_object().if_contains(point)) next[point] = *value;
    } else if (view.at("roller") != 0) {
      continue;
    }
    service->execute(table, anna, std::to_string(key), next, [](const Result<JsonObject>&) {});
  }
  EXPECT_LT(2 * changed_bytes, whole_bytes);
}

TEST_F(Service, AnnouncesATurnOnce) {
  const Person anna = person("Anna"), bela = person("Bela");
  const auto service = service_on(*store);
  std::mutex mutex;
  std::vector<std::string> turns;
  service->on_turn = [&](const Id& person, const Id&) {
    const std::lock_guard lock(mutex);
    turns.push_back(person);
  };
  const Id table = begun(*service, anna, bela);
  ASSERT_TRUE(run(*service, table, anna, "a", {{"do", "roll"}, {"seat", 0}, {"ply", 0}}));
  int key = 0;
  while (!table_at(*service, table)->waits_for(1)) {  // until Bela chooses from the tray
    const auto now = table_at(*service, table);
    const i64 ply = now->shared_view().at("position").at("ply").as_int64();
    const JsonObject roll{{"do", "roll"}, {"seat", 0}, {"ply", ply}};
    const JsonObject decide{{"do", "event"}, {"seat", 0}, {"event", first_decision(*now)}, {"ply", ply}};
    ASSERT_TRUE(run(*service, table, anna, std::to_string(++key), now->next_roll_text() ? roll : decide));
  }
  const std::lock_guard lock(mutex);
  EXPECT_EQ(turns, (std::vector<std::string>{"Anna id", "Bela id"}));
}

TEST_F(Service, ShowsNewNamesAndForgetsOldOnes) {
  const Person anna = person("Anna"), bela = person("Bela");
  const auto service = service_on(*store);
  const Id table = begun(*service, anna, bela);
  Updates updates;
  const auto subscription = service->subscribe(table, std::nullopt, false, updates.add(), [](const auto&) {});
  const auto named = [](std::string_view name) {
    return [name](const JsonObject& view) {
      return view.at("type") == "table" && view.at("players").at(0).at("name").as_string() == name;
    };
  };
  updates.await(named("Anna"));
  service->rename_person(anna.person, "Anna Volpe");
  updates.await(named("Anna Volpe"));
  service->forget_person(anna.person);
  updates.await(named("?"));
}

}  // namespace
}  // namespace volpe::server
