// Sessions of pages over real sockets: who they are, what they watch, and what reaches every page of a person.
#include "server/web/websocket_sessions.h"

#include "net/raw_client.h"
#include "server/live/service_fixture.h"
#include "server/web/accounts.h"
#include "server/web/app.h"

namespace volpe::server {
namespace {

// A page that speaks JSON.
struct Page : net::Client {
  explicit Page(const net::Server& server) : Client(server) { EXPECT_EQ(upgrade().status, 101); }

  void say(const JsonObject& message) { EXPECT_TRUE(frame(boost::json::serialize(message))); }
  // The next message of a type; what comes before it is passed over.
  JsonObject await(std::string_view type) {
    for (;;) {
      const Result<JsonObject> message = parse_object(text());
      if (!message) ADD_FAILURE() << "the socket ended before '" << type << "'";
      if (!message || message->at("type").as_string() == type) return message ? *message : JsonObject{};
    }
  }
};

struct Sessions : ServiceTest {
  Sessions() {
    service = service_on(*store);
    app = make_app(*store, loops, readers, *service, jobs, {}, 1000);
    net::ServerOptions options;
    options.listen = "127.0.0.1:0";
    server = std::move(*net::start_server(options, loops, *app));
  }
  ~Sessions() override {
    server.reset();
    service->close();
    readers.close();
    loops.close();
  }

  // Somebody whose token is their name.
  Person signed_up(const std::string& name) {
    const store::NewPerson made{name + " id", token_hash(name), name + " recovery", name, 0};
    EXPECT_EQ(store->write_and_wait(made).kind, store::Outcome::done);
    return {made.person, name, 0};
  }

  JobQueue jobs{1, 10};
  std::unique_ptr<TableService> service;
  std::unique_ptr<App> app;
  std::unique_ptr<net::Server> server;
};

TEST_F(Sessions, KnowWhoAPageIsBeforeTheyReadItsNextMessage) {
  const Person anna = signed_up("Anna");
  const Id table = open(*service, anna, {{"game", "clever"}, {"seats", 1}, {"dice", "real"}});
  Page page(*server);
  for (int n = 0; n < 20; ++n) {
    page.say({{"op", "hello"}, {"id", "h"}, {"token", "Anna"}});
    page.say(
        {{"op", "do"}, {"id", std::to_string(n)}, {"table", table}, {"do", n % 2 == 0 ? "sit" : "stand"}, {"seat", 0}});
  }
  for (int n = 0; n < 20; ++n) EXPECT_EQ(page.await("done").at("revision"), n + 2);
}

TEST_F(Sessions, ShowEveryChangeOnceAndInOrder) {
  const Person anna = signed_up("Anna");
  const Id table = open(*service, anna, {{"game", "clever"}, {"seats", 1}, {"dice", "real"}});
  Page watcher(*server), player(*server);
  watcher.say({{"op", "watch"}, {"id", "w"}, {"table", table}});
  player.say({{"op", "hello"}, {"id", "h"}, {"token", "Anna"}});
  watcher.await("watching");
  for (int n = 0; n < 40; ++n)
    player.say(
        {{"op", "do"}, {"id", std::to_string(n)}, {"table", table}, {"do", n % 2 == 0 ? "sit" : "stand"}, {"seat", 0}});
  for (int n = 0; n < 40; ++n) EXPECT_EQ(watcher.await("table").at("revision"), n + 2);
}

TEST_F(Sessions, TellEveryPageOfAPersonThatTheyAreWaitedFor) {
  const Person anna = signed_up("Anna"), bela = signed_up("Bela");
  Page here(*server), there(*server), others(*server);
  for (Page* page : {&here, &there}) page->say({{"op", "hello"}, {"id", "h"}, {"token", "Anna"}});
  others.say({{"op", "hello"}, {"id", "h"}, {"token", "Bela"}});
  for (Page* page : {&here, &there, &others}) page->await("hello");
  const Id table = begun(*service, anna, bela);
  for (Page* page : {&here, &there}) EXPECT_EQ(page->await("your_turn").at("table"), Json(table));
  others.say({{"op", "echo"}, {"id", "e"}});
  const JsonObject next = *parse_object(others.text());
  EXPECT_EQ(next.at("type"), "echo") << "Bela is not waited for";
}

TEST_F(Sessions, EndWhatAPageWatchesWithItsSocket) {
  const Person anna = signed_up("Anna"), bela = signed_up("Bela");
  const Id table = begun(*service, anna, bela);
  Page watcher(*server);
  watcher.say({{"op", "watch"}, {"id", "w"}, {"table", table}});
  watcher.await("watching");
  {
    Page page(*server);
    page.say({{"op", "hello"}, {"id", "h"}, {"token", "Anna"}});
    page.say({{"op", "watch"}, {"id", "w"}, {"table", table}});
    page.await("watching");
    while (watcher.await("presence").at("here") != Json(JsonArray{true, false})) {
    }
  }
  while (watcher.await("presence").at("here") != Json(JsonArray{false, false})) {
  }
  EXPECT_EQ(service->counters().subscriptions, 1u);
  watcher.say({{"op", "unwatch"}, {"id", "u"}, {"table", table}});
  watcher.await("unwatched");
  EXPECT_EQ(service->counters().subscriptions, 0u);
}

TEST_F(Sessions, BoundTheJobsOfAPage) {
  const Person anna = signed_up("Anna");
  Page page(*server);
  std::promise<void> go_on;
  ASSERT_TRUE(jobs.add([&] { go_on.get_future().wait(); }));
  const JsonObject position = *parse_object(
      R"({"game":"genial","seats":2,"options":{},"ply":0})");  // not a whole one: refused before it becomes a job
  page.say({{"op", "advise"}, {"id", "bad"}, {"position", position}});
  EXPECT_EQ(page.await("error").at("id"), "bad");
  const Id table = open(*service, anna, {{"game", "clever"}, {"seats", 1}, {"first", "0"}});
  page.say({{"op", "hello"}, {"id", "h"}, {"token", "Anna"}});
  page.say({{"op", "do"}, {"id", "1"}, {"table", table}, {"do", "sit"}, {"seat", 0}});
  page.say({{"op", "do"}, {"id", "2"}, {"table", table}, {"do", "start"}});
  page.say({{"op", "do"}, {"id", "3"}, {"table", table}, {"do", "roll"}, {"seat", 0}, {"ply", 0}});
  for (int n = 0; n < 3; ++n) page.await("done");
  for (int n = 0; n < 5; ++n) page.say({{"op", "advise"}, {"id", std::to_string(n)}, {"table", table}, {"seat", 0}});
  const JsonObject refused = page.await("error");
  EXPECT_EQ(refused.at("id"), "4");
  EXPECT_EQ(refused.at("error").at("code"), "too_many");
  go_on.set_value();
  for (int n = 0; n < 4; ++n) EXPECT_EQ(page.await("advice").at("id").as_string(), std::to_string(n));
}

TEST_F(Sessions, LeaveNothingBehindWhenAPageVanishesDuringAJob) {
  const Person anna = signed_up("Anna");
  std::promise<void> go_on;
  ASSERT_TRUE(jobs.add([&] { go_on.get_future().wait(); }));
  const Id table = open(*service, anna, {{"game", "clever"}, {"seats", 1}, {"first", "0"}});
  {
    Page page(*server);
    page.say({{"op", "hello"}, {"id", "h"}, {"token", "Anna"}});
    page.say({{"op", "do"}, {"id", "1"}, {"table", table}, {"do", "sit"}, {"seat", 0}});
    page.say({{"op", "do"}, {"id", "2"}, {"table", table}, {"do", "start"}});
    page.say({{"op", "do"}, {"id", "3"}, {"table", table}, {"do", "roll"}, {"seat", 0}, {"ply", 0}});
    page.say({{"op", "analyze"}, {"id", "4"}, {"table", table}});
    for (int n = 0; n < 3; ++n) page.await("done");
  }
  go_on.set_value();
  while (server->counters().connections > 0 || jobs.queued() > 0) std::this_thread::yield();
}

}  // namespace
}  // namespace volpe::server
