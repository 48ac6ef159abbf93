// What the tests of live tables share: event loops with a clock that the test moves, a real SQLite store, people in it,
// and requests that wait for their results.
#pragma once

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <condition_variable>
#include <future>
#include <mutex>

#include "concurrency/moved_clock.h"
#include "server/live/table_service.h"
#include "store/store_places.h"

namespace volpe::server {

using namespace std::chrono_literals;
using store::Id;
using store::Person;

// What a subscriber was sent, in order. What still comes after this object is gone goes nowhere.
class Updates {
 public:
  OnUpdate add() {
    return [sent = sent_](const SharedText& text) {
      const std::lock_guard lock(sent->mutex);
      sent->texts.push_back(*text);
      sent->changed.notify_all();
    };
  }
  // Waits for the next message that fits, and returns it.
  JsonObject await(const std::function<bool(const JsonObject&)>& fits) {
    std::unique_lock lock(sent_->mutex);
    JsonObject found;
    sent_->changed.wait(lock, [&] {
      while (next_ < sent_->texts.size())
        if (found = *parse_object(sent_->texts[next_++]); fits(found)) return true;
      return false;
    });
    return found;
  }
  JsonObject await_revision(i64 revision) {
    return await([&](const JsonObject& message) {
      return message.contains("revision") && message.at("revision").as_int64() >= revision;
    });
  }
  std::vector<std::string> texts() {
    const std::lock_guard lock(sent_->mutex);
    return sent_->texts;
  }

 private:
  struct Sent {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::string> texts;
  };
  std::shared_ptr<Sent> sent_ = std::make_shared<Sent>();
  size_t next_ = 0;
};

struct ServiceTest : testing::Test {
  ServiceTest() : store(opened({})) {}

  std::unique_ptr<store::Store> opened(store::StoreOptions options) {
    Result<std::unique_ptr<store::Store>> made =
        store::open_store("sqlite:" + (folder / "volpe.db"), std::move(options));
    EXPECT_TRUE(bool(made)) << (made ? "" : made.error().message);
    return std::move(*made);
  }

  std::unique_ptr<TableService> service_on(store::Store& on, TableServiceOptions options = {}) {
    return make_table_service(on, loops, readers, std::move(options));
  }

  Person person(const std::string& name) {
    const store::NewPerson made{name + " id", name + " token", name + " recovery", name, clock.milliseconds()};
    EXPECT_EQ(store->write_and_wait(made).kind, store::Outcome::done);
    return {made.person, name, made.time};
  }

  // ---- Requests that wait for their results

  template <class T>
  static T wait(const std::function<void(std::function<void(const T&)>)>& ask) {
    std::promise<T> result;
    ask([&](const T& value) { result.set_value(value); });
    return result.get_future().get();
  }

  static Id open(TableService& at, const Person& host, JsonObject request) {
    const auto opened = wait<Result<JsonObject>>([&](auto done) { at.open(host, std::move(request), done); });
    EXPECT_TRUE(bool(opened)) << (opened ? "" : opened.error().message);
    return opened ? Id(opened->at("table").as_string()) : Id();
  }

  static Result<JsonObject> run(TableService& at, const Id& table, const Person& by, const std::string& key,
                                JsonObject request) {
    return wait<Result<JsonObject>>([&](auto done) { at.execute(table, by, key, std::move(request), done); });
  }

  static std::shared_ptr<const tables::Table> table_at(TableService& at, const Id& table) {
    const auto now = wait<Result<TableSnapshot>>([&](auto done) { at.snapshot(table, std::nullopt, done); });
    return now ? now->table : nullptr;
  }

  // Returns when the loops have run everything that was posted before, and what that posted to them in turn.
  void settle() {
    for (int round = 0; round < 3; ++round)
      for (size_t n = 0; n < loops.size(); ++n) {
        std::promise<void> done;
        loops[n].post([&] { done.set_value(); });
        done.get_future().wait();
      }
  }

  // Lets seconds pass, one by one, with all that is due in each.
  void pass_seconds(int count) {
    for (int second = 0; second < count; ++second) {
      clock.advance(1s, loops);
      settle();
    }
  }

  // A game of Clever for two people, begun.
  Id begun(TableService& at, const Person& first, const Person& second) {
    const Id table = open(at, first, {{"game", "clever"}, {"seats", 2}, {"first", "0"}});
    EXPECT_TRUE(run(at, table, first, "sit", {{"do", "sit"}, {"seat", 0}}));
    EXPECT_TRUE(run(at, table, second, "sit", {{"do", "sit"}, {"seat", 1}}));
    EXPECT_TRUE(run(at, table, first, "start", {{"do", "start"}}));
    return table;
  }

  store::Folder folder;
  MovedClock clock;
  EventLoops loops{2, clock};
  ThreadPool readers{2};
  std::unique_ptr<store::Store> store;
};

}  // namespace volpe::server
