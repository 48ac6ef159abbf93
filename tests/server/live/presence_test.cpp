// Presence: who views a table, here and on another server, whose messages the test carries.
#include "server/live/presence.h"

#include "server/live/service_fixture.h"

namespace volpe::server {
namespace {

using PresenceTest = ServiceTest;

std::string handle(const TableSnapshot& snapshot, size_t seat) { return snapshot.table->seats()[seat].who; }

auto here_is(JsonArray here) {
  return [here](const JsonObject& message) { return message.at("here") == Json(here); };
}

TEST_F(PresenceTest, ShowsWhoComesAndGoes) {
  const Person anna = person("Anna"), bela = person("Bela");
  const auto service = service_on(*store);
  const Id table = begun(*service, anna, bela);
  Updates hers;
  const auto first = service->subscribe(table, anna, false, hers.add(), [](const auto&) {});
  hers.await(here_is({true, false}));
  Updates his, guests;
  auto second = service->subscribe(table, bela, false, his.add(), [](const auto&) {});
  hers.await(here_is({true, true}));
  his.await(here_is({true, true}));
  const auto guest = service->subscribe(table, std::nullopt, false, guests.add(), [](const auto&) {});
  guests.await(here_is({true, true}));
  second.reset();
  guests.await(here_is({true, false}));
}

TEST_F(PresenceTest, ShowsPeopleOnAnotherServerUntilItFallsSilent) {
  const Person anna = person("Anna"), bela = person("Bela");
  TableServiceOptions options;
  options.peer_timeout = 10;
  const auto service = service_on(*store, options);
  const Id table = begun(*service, anna, bela);
  const auto snapshot = wait<Result<TableSnapshot>>([&](auto done) { service->snapshot(table, anna, done); });
  Updates updates;
  const auto subscription = service->subscribe(table, anna, false, updates.add(), [](const auto&) {});
  updates.await(here_is({true, false}));
  const JsonObject looks{{"looks", JsonObject{{table, JsonArray{handle(*snapshot, 1)}}}}};
  service->on_peer_message({"another server", boost::json::serialize(looks)});
  updates.await(here_is({true, true}));
  pass_seconds(9);
  service->on_peer_message({"another server", "{}"});  // a heartbeat
  pass_seconds(9);
  const size_t before = updates.texts().size();
  EXPECT_TRUE(here_is({true, true})(*parse_object(updates.texts().back()))) << "it was heard nine seconds ago";
  pass_seconds(6);
  updates.await(here_is({true, false}));
  EXPECT_GT(updates.texts().size(), before);
}

TEST_F(PresenceTest, IgnoresWhatIsNoMessage) {
  const auto service = service_on(*store);
  for (const char* text : {"", "[]", "{\"looks\":7}", "{\"looks\":{\"t\":7}}", "{\"something\":\"newer\"}"})
    service->on_peer_message({"another server", text});
  settle();
}

}  // namespace
}  // namespace volpe::server
