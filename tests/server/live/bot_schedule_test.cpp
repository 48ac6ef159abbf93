// Bots at live tables: they play when their pause is over, and only while somebody may be interested.
#include "server/live/bot_schedule.h"

#include "server/live/service_fixture.h"

namespace volpe::server {
namespace {

using Bots = ServiceTest;

// A game of a person against a bot, begun; the bot throws first.
Id against_a_bot(ServiceTest& test, TableService& service, const Person& anna) {
  const Id table =
      test.open(service, anna, {{"game", "clever"}, {"seats", 2}, {"first", "1"}, {"bots", {nullptr, "level1"}}});
  EXPECT_TRUE(test.run(service, table, anna, "sit", {{"do", "sit"}, {"seat", 0}}));
  EXPECT_TRUE(test.run(service, table, anna, "start", {{"do", "start"}}));
  return table;
}

TEST_F(Bots, PlayOneByOneWhenTheirPauseIsOver) {
  const Person anna = person("Anna");
  TableServiceOptions options;
  options.bot_pace = 900;
  const auto service = service_on(*store, options);
  const Id table = against_a_bot(*this, *service, anna);
  Updates updates;
  const auto subscription = service->subscribe(table, anna, false, updates.add(), [](const auto&) {});
  i64 revision = updates.await_revision(4).at("revision").as_int64();
  clock.advance(899ms, loops);
  settle();
  EXPECT_EQ(table_at(*service, table)->revision(), revision) << "too early";
  clock.advance(1ms, loops);
  const JsonObject rolled = updates.await_revision(revision + 1);
  EXPECT_EQ(rolled.at("recent").as_array().back().at("seat"), 0) << "the bot that begins is seat 0";
  settle();
  EXPECT_EQ(table_at(*service, table)->revision(), revision + 1) << "the next one waits its pause too";
  clock.advance(900ms, loops);
  updates.await_revision(revision + 2);
}

TEST_F(Bots, PlayAWholeGameAgainstEachOther) {
  const Person anna = person("Anna");
  TableServiceOptions options;
  options.bot_pace = 0;
  const auto service = service_on(*store, options);
  const Id table = open(*service, anna, {{"game", "genial"}, {"seats", 2}, {"bots", {"level1", "level1"}}});
  Updates updates;
  const auto subscription = service->subscribe(table, anna, false, updates.add(), [](const auto&) {});
  ASSERT_TRUE(run(*service, table, anna, "start", {{"do", "start"}}));
  updates.await([](const JsonObject& view) { return view.at("type") == "table" && view.at("stage") == "over"; });
  EXPECT_EQ(service->counters().refused, 0u);
}

TEST_F(Bots, RestWhereNobodyIs) {
  const Person anna = person("Anna");
  TableServiceOptions options;
  options.bot_pace = 0;
  const auto service = service_on(*store, options);
  const Id table = open(*service, anna, {{"game", "genial"}, {"seats", 2}, {"bots", {"level1", "level1"}}});
  ASSERT_TRUE(run(*service, table, anna, "start", {{"do", "start"}}));
  clock.advance(1h, loops);
  settle();
  EXPECT_EQ(table_at(*service, table)->revision(), 4) << "only bots sit there, and nobody watches";
  Updates updates;
  const auto subscription = service->subscribe(table, std::nullopt, false, updates.add(), [](const auto&) {});
  updates.await_revision(5);
}

TEST_F(Bots, ThinkAgainWhenTheTableHasChangedMeanwhile) {
  const Person anna = person("Anna");
  TableServiceOptions options;
  options.bot_pace = 0;
  const auto here = service_on(*store, options), there = service_on(*store, options);
  const Id table = open(*here, anna, {{"game", "genial"}, {"seats", 2}, {"bots", {"level1", "level1"}}});
  ASSERT_TRUE(run(*here, table, anna, "start", {{"do", "start"}}));
  // Both servers let the bots of the same table play, and tell each other of what they write.
  Updates left, right;
  const auto tell = [&table](TableService& whom, Updates& updates) {
    return [&whom, &table, add = updates.add()](const SharedText& text) {
      add(text);
      const JsonObject message = *parse_object(*text);
      if (message.at("type") == "table") whom.on_remote_change({table, message.at("revision").as_int64()});
    };
  };
  const auto one = here->subscribe(table, std::nullopt, false, tell(*there, left), [](const auto&) {});
  const auto two = there->subscribe(table, std::nullopt, false, tell(*here, right), [](const auto&) {});
  const auto over = [](const JsonObject& view) { return view.at("type") == "table" && view.at("stage") == "over"; };
  const JsonObject end = left.await(over), same = right.await(over);
  EXPECT_EQ(end.at("revision"), same.at("revision"));
  EXPECT_EQ(end.at("position"), same.at("position"));
  EXPECT_EQ(i64(store->entries(table)->size()), end.at("revision").as_int64());
}

TEST_F(Bots, AreDroppedWhenTheServiceCloses) {
  const Person anna = person("Anna");
  TableServiceOptions options;
  options.bot_pace = 1000;
  auto service = service_on(*store, options);
  const Id table = against_a_bot(*this, *service, anna);
  service->close();
  service.reset();
  clock.advance(1h, loops);
  settle();
  EXPECT_EQ(store->entries(table)->size(), 4u);
}

}  // namespace
}  // namespace volpe::server
