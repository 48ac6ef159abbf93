// What lists show of tables in use, although an event writes nothing but its entry; what is archived; and a store of
// the version before, on which play goes on.
#include "server/live/service_fixture.h"
#include "server/live/store_rows.h"
#include "server/services/archive.h"
#include "store/old_store.h"
#include "tables/person_handle.h"

namespace volpe::server {
namespace {

struct Listings : ServiceTest {
  // What a person can do now: the first decision, or a roll; nothing if the seats of others are waited for.
  static std::optional<JsonObject> next_request(const tables::Table& table, const std::string& who) {
    const JsonObject view = table.view(who);
    const JsonArray& choices = view.at("choices").as_array();
    if (!choices.empty()) {
      const JsonObject& choice = choices[0].as_object();
      JsonObject request{
          {"do", "event"}, {"seat", choice.at("seat")}, {"event", choice.at("position").at("legal").as_array()[0]}};
      for (const char* where : {"ply", "turn", "step"})
        if (const Json* at = choice.if_contains(where)) request[where] = *at;
      return request;
    }
    const Json& roller = view.at("roller");
    if (!roller.is_int64() || table.seats()[size_t(roller.as_int64())].who != who) return {};
    return JsonObject{{"do", "roll"}, {"seat", roller}, {"ply", view.at("position").at("ply")}};
  }

  // One step of the first seat that can make one.
  void play_on(TableService& at, const Id& table, const std::vector<Person>& people) {
    const auto now = table_at(at, table);
    for (const Person& one : people)
      if (const auto request = next_request(*now, tables::handle_of(one.person, table))) {
        const auto done = run(at, table, one, "step " + std::to_string(now->revision()), *request);
        ASSERT_TRUE(bool(done)) << done.error().message;
        EXPECT_EQ(done->at("revision"), now->revision() + 1);
        return;
      }
    FAIL() << "nobody can do anything";
  }

  void expect_listed_as_it_is(TableService& at, const Id& table) {
    const auto now = table_at(at, table);
    const store::StoredTable stored = **store->table(table);
    EXPECT_EQ(static_cast<const store::Listing&>(stored), listing_of(*now)) << now->revision();
    EXPECT_EQ(stored.revision, now->revision());
    EXPECT_EQ(stored.time, now->time());
  }

  std::vector<Id> listed(store::Stage stage) {
    std::vector<Id> ids;
    const auto tables = store->listed_tables(stage, 10);
    for (const store::StoredTable& table : *tables) ids.push_back(table.table);
    return ids;
  }
};

TEST_F(Listings, AreRightAfterEveryEntryOfAGame) {
  const Person anna = person("Anna"), berta = person("Berta");
  const auto service = service_on(*store);
  const Id table = open(*service, anna, {{"game", "clever"}, {"seats", 2}, {"first", "0"}, {"listed", true}});
  expect_listed_as_it_is(*service, table);
  const std::vector<std::pair<Person, JsonObject>> beginning = {{anna, {{"do", "sit"}, {"seat", 0}}},
                                                                {berta, {{"do", "sit"}, {"seat", 1}}},
                                                                {berta, {{"do", "stand"}, {"seat", 1}}},
                                                                {anna, {{"do", "bot"}, {"seat", 1}, {"bot", "level1"}}},
                                                                {anna, {{"do", "stand"}, {"seat", 1}}},
                                                                {berta, {{"do", "sit"}, {"seat", 1}}},
                                                                {anna, {{"do", "start"}}}};
  for (size_t n = 0; n < beginning.size(); ++n) {
    ASSERT_TRUE(run(*service, table, beginning[n].first, std::to_string(n), beginning[n].second)) << n;
    expect_listed_as_it_is(*service, table);
  }
  while (table_at(*service, table)->stage() == tables::TableStage::playing) {
    clock.advance(7s, loops);
    play_on(*service, table, {anna, berta});
    expect_listed_as_it_is(*service, table);
    if (HasFailure()) return;
  }
  EXPECT_EQ(store->scores_of(anna.person, 10)->size(), 1u);
}

// The line in the lists is as old as the start of the game, the last entry is not.
TEST_F(Listings, ArchiveOnlyWhatNobodyTouches) {
  const Person anna = person("Anna"), berta = person("Berta");
  const auto service = service_on(*store);
  const Id other = begun(*service, anna, berta);
  const Id table = open(*service, anna, {{"game", "clever"}, {"seats", 4}, {"listed", true}});
  for (int seat = 0; seat < 4; ++seat)
    ASSERT_TRUE(run(*service, table, anna, "sit " + std::to_string(seat), {{"do", "sit"}, {"seat", seat}}));
  ASSERT_TRUE(run(*service, table, anna, "start", {{"do", "start"}}));
  for (int hours = 0; hours < 91 * 24; hours += 23) {
    clock.advance(23h, loops);
    play_on(*service, table, {anna});
  }
  EXPECT_EQ(*archive_old_tables(*store, clock.milliseconds()), 1);
  EXPECT_EQ((*store->table(other))->stage, store::Stage::archived);
  EXPECT_EQ(listed(store::Stage::playing), std::vector<Id>{table});
}

TEST_F(Listings, ShowATableThatIsPlayedAgainAfterItWasArchived) {
  const Person anna = person("Anna");
  const auto service = service_on(*store);
  const Id table = open(*service, anna, {{"game", "clever"}, {"seats", 1}, {"dice", "real"}, {"listed", true}});
  const auto here = service->subscribe(
      table, anna, false, [](const auto&) {}, [](const auto&) {});
  clock.advance(std::chrono::hours(24 * 8), loops);
  EXPECT_EQ(*archive_old_tables(*store, clock.milliseconds()), 1);
  EXPECT_TRUE(listed(store::Stage::open).empty());
  ASSERT_TRUE(run(*service, table, anna, "sit", {{"do", "sit"}, {"seat", 0}}));
  EXPECT_EQ(listed(store::Stage::open), std::vector<Id>{table});
}

TEST_F(Listings, PlayGoesOnInAStoreOfTheVersionBefore) {
  store.reset();
  for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(folder / ("volpe.db" + std::string(end)));
  store::make_old_store(**store::sqlite_database(folder / "volpe.db", false));
  store = opened({});
  const Person anna{store::old::anna, "Anna"}, berta{store::old::berta, "Berta"};
  const auto service = service_on(*store);
  for (const Id& table : {store::old::playing, store::old::match}) {
    const i64 revision = table_at(*service, table)->revision();
    for (int n = 0; n < 20; ++n) play_on(*service, table, {anna, berta});
    EXPECT_EQ((*store->table(table))->revision, revision + 20);
    expect_listed_as_it_is(*service, table);
  }
  EXPECT_TRUE(run(*service, store::old::open, berta, "sit", {{"do", "sit"}, {"seat", 1}}));
  EXPECT_TRUE(run(*service, store::old::open, anna, "start", {{"do", "start"}}));
  expect_listed_as_it_is(*service, store::old::open);
  EXPECT_EQ(table_at(*service, store::old::over)->stage(), tables::TableStage::over);
  // What a client sent before the server was replaced, and sends again because it got no reply.
  const auto entries = store->entries(store::old::playing);
  const std::string key = *(*entries)[1].key;
  const auto again = run(*service, store::old::playing, anna, key.substr(key.find(':') + 1), {{"do", "start"}});
  EXPECT_EQ(again->at("revision"), 2);
}

}  // namespace
}  // namespace volpe::server
