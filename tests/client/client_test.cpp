// The client against the real program as its server: questions, who one is there, and a connection that is lost and
// comes back without losing or doubling anything.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sqlite3.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/json/serialize.hpp>
#include <filesystem>
#include <functional>
#include <set>
#include <thread>

#include "client/connection.h"
#include "client/person.h"
#include "client/running_server.h"

namespace volpe::client {
namespace {

// ---- A cable to a server, and what happens on the way

int listening(u16& port) {
  const int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  socklen_t length = sizeof address;
  EXPECT_EQ(bind(file, reinterpret_cast<sockaddr*>(&address), length), 0);
  EXPECT_EQ(listen(file, 8), 0);
  getsockname(file, reinterpret_cast<sockaddr*>(&address), &length);
  port = ntohs(address.sin_port);
  return file;
}

int connected(u16 port) {
  const int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  EXPECT_EQ(connect(file, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  return file;
}

// One connection after the other goes through it. When a server says `word` for the first time something happens before
// the word arrives: the connection is cut, or what the test wants.
class Cable {
 public:
  Cable(const RunningServer& to, std::string word, std::function<void()> happens = {})
      : to_(u16(std::stoi(to.server.port))),
        word_(std::move(word)),
        happens_(std::move(happens)),
        listening_(listening(port_)) {
    thread_ = std::thread([this] { carry(); });
  }
  ~Cable() {
    shutdown(listening_, SHUT_RDWR);
    thread_.join();
    close(listening_);
  }
  Cable(const Cable&) = delete;
  Cable& operator=(const Cable&) = delete;

  Server server() const { return {"127.0.0.1", std::to_string(port_)}; }
  bool said() const { return said_; }

 private:
  void carry() {
    for (;;) {
      const int near = accept(listening_, nullptr, nullptr);
      if (near < 0) return;
      const int far = connected(to_);
      carry_between(near, far);
      close(near);
      close(far);
    }
  }

  void carry_between(int near, int far) {
    for (;;) {
      pollfd files[] = {{near, POLLIN, 0}, {far, POLLIN, 0}, {listening_, 0, 0}};
      if (poll(files, 3, never) <= 0 || (files[2].revents & (POLLHUP | POLLERR)) != 0) return;
      for (int from : {0, 1}) {
        if (files[from].revents == 0) continue;
        char bytes[65536];
        const ssize_t count = recv(files[from].fd, bytes, sizeof bytes, 0);
        if (count <= 0) return;
        if (from == 1 && !said_ && std::string_view(bytes, size_t(count)).find(word_) != std::string_view::npos) {
          said_ = true;
          if (!happens_) return;
          happens_();
        }
        if (send(files[1 - from].fd, bytes, size_t(count), MSG_NOSIGNAL) != count) return;
      }
    }
  }

  u16 to_, port_ = 0;
  std::string word_;
  std::function<void()> happens_;
  int listening_;
  std::atomic<bool> said_ = false;
  std::thread thread_;
};

// The next news that are wanted; nothing if they do not come.
std::optional<News> news(Connection& connection, const std::function<bool(const News&)>& wanted) {
  for (;;) {
    while (auto next = connection.next())
      if (wanted(*next)) return next;
    pollfd file{connection.readable(), POLLIN, 0};
    if (poll(&file, 1, never) <= 0) return {};
  }
}

std::optional<JsonObject> answer(Connection& connection, const std::string& id) {
  auto found = news(connection, [&](const News& next) { return text_at(next.message, "id") == id; });
  if (!found) return {};
  return found->message;
}

bool comes(Connection& connection, News::Kind kind) {
  return news(connection, [&](const News& next) { return next.kind == kind; }).has_value();
}

JsonObject sit(const std::string& table, int seat) {
  return {{"op", "do"}, {"table", table}, {"do", "sit"}, {"seat", seat}, {"seed", random_id()}};
}

// ---- Addresses

TEST(Address, AsThePageShowsIt) {
  const auto address = read_address("http://example.org:8080/t/abc-DEF_1");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->server.host, "example.org");
  EXPECT_EQ(address->server.port, "8080");
  EXPECT_EQ(address->table, "abc-DEF_1");
  EXPECT_EQ(address->written(), "http://example.org:8080/t/abc-DEF_1");
}

TEST(Address, LessIsEnough) {
  for (const char* text : {"http://fox", "http://fox/", "fox", "fox:80", "fox/?a=b", "fox#here"}) {
    const auto address = read_address(text);
    ASSERT_TRUE(address) << text;
    EXPECT_EQ(address->written(), "http://fox:80") << text;
  }
  EXPECT_EQ(read_address("127.0.0.1:1/t/x/")->table, "x");
  EXPECT_EQ(read_address("http://[::1]:8080/t/x")->server.host, "[::1]");
  EXPECT_EQ(read_address("[::1]")->server.written(), "[::1]:80");
}

TEST(Address, OthersAreRefused) {
  for (const char* text : {"", "http://", "ftp://fox", "fox:0", "fox:65536", "fox:x", "fox:", "fo x", "fox/replay/x",
                           "fox/t/", "fox/t/a/b", "fox/t/a b", "http://a@b", "[::1", ":8080", "a\nb"}) {
    const auto address = read_address(text);
    ASSERT_FALSE(address) << text;
    EXPECT_EQ(address.error(), Fault::malformed) << text;
  }
  EXPECT_EQ(read_address("https://fox/t/x").error(), Fault::encrypted);
}

// ---- Questions

TEST(Ask, WhatTheServerAnswers) {
  const RunningServer running;
  const auto games = ask(running.server, Method::get, "games");
  ASSERT_TRUE(games);
  EXPECT_EQ(games->at("games").as_array().size(), 2U);
  const auto none = ask(running.server, Method::get, "tables/none");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, "not_found");
  EXPECT_FALSE(none.error().message.empty());
}

TEST(Ask, NobodyThere) {
  u16 port = 0;
  close(listening(port));
  const auto nobody = ask({"127.0.0.1", std::to_string(port)}, Method::get, "games");
  ASSERT_FALSE(nobody);
  EXPECT_EQ(nobody.error().code, "offline");
}

TEST(Ask, SomebodyElse) {
  for (const std::string said : {"220 mail.example\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>",
                                 "HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\n{}"}) {
    u16 port = 0;
    const int listener = listening(port);
    std::thread stranger([&] {
      const int file = accept(listener, nullptr, nullptr);
      char bytes[4096];
      EXPECT_GT(recv(file, bytes, sizeof bytes, 0), 0);
      EXPECT_EQ(send(file, said.data(), said.size(), MSG_NOSIGNAL), ssize_t(said.size()));
      close(file);
    });
    const auto strange = ask({"127.0.0.1", std::to_string(port)}, Method::get, "games");
    stranger.join();
    close(listener);
    ASSERT_FALSE(strange);
    EXPECT_EQ(strange.error().code, "foreign") << said;
  }
}

// ---- People

TEST(Person, IsTheSameTheNextTime) {
  const RunningServer running;
  const std::string folder = running.folder() + "/people";
  const auto first = person_at(running.server, folder, "", "Guest");
  ASSERT_TRUE(first);
  EXPECT_EQ(first->name, "Guest");
  const auto again = person_at(running.server, folder, "Anna", "Guest");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->token, first->token);
  EXPECT_EQ(again->name, "Anna");
  EXPECT_EQ(person_at(running.server, folder, "", "Guest")->name, "Anna");
  size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    struct stat about {};
    ASSERT_EQ(stat(file.path().c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600U);
    ++files;
  }
  EXPECT_EQ(files, 1U);
}

TEST(Person, IsAnotherAtAnotherServer) {
  const RunningServer here, there;
  const std::string folder = here.folder() + "/people";
  const auto first = person_at(here.server, folder, "Anna", ""), second = person_at(there.server, folder, "Anna", "");
  ASSERT_TRUE(first && second);
  EXPECT_NE(first->token, second->token);
  EXPECT_EQ(person_at(here.server, folder, "", "")->token, first->token);
}

TEST(Person, IsNewIfTheServerHasForgotten) {
  RunningServer running;
  const std::string folder = running.folder() + "/people";
  const auto first = person_at(running.server, folder, "Anna", "");
  ASSERT_TRUE(first);
  running.kill();
  EXPECT_EQ(person_at(running.server, folder, "Anna", "").error().code, "offline");
  std::filesystem::remove(running.folder() + "/volpe.db");
  running.start();
  const auto second = person_at(running.server, folder, "Anna", "");
  ASSERT_TRUE(second);
  EXPECT_NE(second->token, first->token);
}

TEST(Person, NeedsAPlaceToBeKept) {
  const RunningServer running;
  EXPECT_EQ(person_at(running.server, running.folder() + "/log/people", "Anna", "").error().code, "not_kept");
}

// ---- The connection

TEST(Connection, ShowsATableAndAnswers) {
  const RunningServer running;
  const std::string anna = running.person("Anna"), table = running.table(anna, {{"game", "genial"}, {"seats", 2}});
  const auto connection = connect(running.server, anna);
  connection->watch(table);
  ASSERT_TRUE(comes(*connection, News::Kind::connected));
  const auto seen = news(*connection, [](const News& next) { return text_at(next.message, "type") == "table"; });
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
    const auto next = news(*connection, [&](const News& some) { return asked.contains(text_at(some.message, "id")); });
    ASSERT_TRUE(next);
    answered.insert(text_at(next->message, "id"));
  }
  EXPECT_EQ(answered, asked);
}

TEST(Connection, WhatOnePageAsksIsDoneInItsOrder) {
  const RunningServer running;
  const std::string anna = running.person("Anna"), table = running.table(anna, {{"game", "genial"}, {"seats", 2}});
  const auto connection = connect(running.server, anna);
  std::vector<std::string> asked, answered;
  for (int n = 0; n < 20; ++n) {
    asked.push_back(connection->request(sit(table, 0)));
    asked.push_back(connection->request({{"op", "do"}, {"table", table}, {"do", "stand"}, {"seat", 0}}));
  }
  while (answered.size() < asked.size()) {
    const auto next = news(*connection, [](const News& some) { return text_at(some.message, "id").size() == 32; });
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
  ASSERT_TRUE(news(*connection, [](const News& next) { return text_at(next.message, "type") == "table"; }));
  running.kill();
  ASSERT_TRUE(comes(*connection, News::Kind::lost));
  const std::string first = connection->request(sit(table, 0)), second = connection->request(sit(table, 1));
  running.start();
  ASSERT_TRUE(comes(*connection, News::Kind::connected));
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
  ASSERT_TRUE(comes(*connection, News::Kind::lost));
  running.start();
  const auto done = answer(*connection, id);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->at("type"), "done");
}

// The worst moment: it is done, and the answer is lost.
TEST(Connection, DoesNothingTwice) {
  const RunningServer running;
  const std::string anna = running.person("Anna"), table = running.table(anna, {{"game", "genial"}, {"seats", 2}});
  const Cable cable(running, "\"done\"");
  {
    const auto connection = connect(cable.server(), anna);
    const auto done = answer(*connection, connection->request(sit(table, 0)));
    ASSERT_TRUE(done);
    EXPECT_TRUE(cable.said());
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

// What can not be read then: who one is, or what happened at the table.
TEST(Connection, WaitsForAStoreThatIsAwayForAMoment) {
  for (const std::string part : {"people", "entries"}) {
    const RunningServer running;
    const std::string anna = running.person("Anna"), table = running.table(anna, {{"game", "genial"}, {"seats", 2}});
    change_store(running, "ALTER TABLE " + part + " RENAME TO away");
    const Cable cable(running, "\"unavailable\"", [&] { change_store(running, "ALTER TABLE away RENAME TO " + part); });
    const auto connection = connect(cable.server(), anna);
    connection->watch(table);
    const std::string id = connection->request(sit(table, 0));
    std::optional<JsonObject> shown, done;
    while (!shown || !done) {
      const auto next = news(*connection, [](const News& some) { return some.kind == News::Kind::message; });
      ASSERT_TRUE(next) << part;
      EXPECT_NE(next->message.at("type"), "error") << part << boost::json::serialize(next->message);
      if (next->message.at("type") == "table") shown = next->message;
      if (text_at(next->message, "id") == id) done = next->message;
    }
    EXPECT_TRUE(cable.said());
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
      EXPECT_TRUE(comes(*connection, n < 20 ? News::Kind::connected : News::Kind::lost));
    }
    if (n == 20) running.kill();
  }
}

}  // namespace
}  // namespace volpe::client
