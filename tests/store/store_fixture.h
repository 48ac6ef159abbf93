// What the tests of the store share: opening stores, writing and reading in one line, and a fixture for both databases.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <future>
#include <sstream>

#include "store/store.h"
#include "store/store_places.h"

namespace volpe::store {

inline std::unique_ptr<Store> opened(const std::string& address, StoreOptions options = {}) {
  Result<std::unique_ptr<Store>> store = open_store(address, std::move(options));
  EXPECT_TRUE(bool(store)) << (store ? "" : store.error().message);
  return store ? std::move(*store) : nullptr;
}

inline std::string refusal(const std::string& address, StoreOptions options = {}) {
  const Result<std::unique_ptr<Store>> store = open_store(address, std::move(options));
  return store ? "opened" : store.error().message;
}

inline Change change(const Id& table, i64 after, const std::vector<std::string>& bodies, i64 time = 0) {
  Change change{.table = table, .after = after};
  for (const std::string& body : bodies) change.entries.push_back({body, {}, time});
  return change;
}

inline std::vector<std::string> bodies(Store& store, const Id& table) {
  const auto entries = store.entries(table);
  EXPECT_TRUE(bool(entries)) << (entries ? "" : entries.error().message);
  std::vector<std::string> list;
  for (const StoredEntry& entry : *entries) {
    list.push_back(entry.body);
    EXPECT_EQ(entry.revision, i64(list.size())) << "a gap in " << table;
  }
  return list;
}

inline i64 revision(Store& store, const Id& table) {
  const auto found = store.table(table);
  EXPECT_TRUE(bool(found)) << (found ? "" : found.error().message);
  return found && *found ? (*found)->revision : 0;
}

inline std::vector<Id> ids(const Result<std::vector<StoredTable>>& tables) {
  std::vector<Id> list;
  EXPECT_TRUE(bool(tables)) << (tables ? "" : tables.error().message);
  for (const StoredTable& table : *tables) list.push_back(table.table);
  return list;
}

inline NewPerson person(const Id& id) { return {id, "token of " + id, "recovery of " + id, "name of " + id, 1000}; }

inline std::string exported(Store& store) {
  std::string text;
  const auto failed = store.export_to([&](std::string_view line) {
    text += std::string(line) + "\n";
    return true;
  });
  EXPECT_FALSE(failed) << failed->message;
  return text;
}

inline std::optional<Error> import(Store& store, const std::string& text) {
  std::istringstream lines(text);
  return store.import_from([&]() -> std::optional<std::string> {
    std::string line;
    return std::getline(lines, line) ? std::optional(line) : std::nullopt;
  });
}

// Keeps the writing thread in a callback, so that everything written meanwhile becomes one batch.
class Held {
 public:
  explicit Held(Store& store) {
    std::promise<void> held;
    store.write(NewSetting{"held", ""}, [this, &held](const Outcome&) {
      held.set_value();
      released_.get_future().wait();
    });
    held.get_future().wait();
  }
  void release() { released_.set_value(); }

 private:
  std::promise<void> released_;
};

// Writes all of them as one batch, which is the next to be committed after `before` was called.
inline std::vector<Outcome> written_together(
    Store& store, std::vector<Write> writes, const std::function<void()>& before = [] {}) {
  Held held(store);
  before();
  std::vector<std::promise<Outcome>> promises(writes.size());
  for (size_t at = 0; at < writes.size(); ++at)
    store.write(std::move(writes[at]), [&, at](const Outcome& outcome) { promises[at].set_value(outcome); });
  held.release();
  std::vector<Outcome> outcomes;
  for (auto& promise : promises) outcomes.push_back(promise.get_future().get());
  return outcomes;
}

inline std::vector<Outcome::Kind> kinds(const std::vector<Outcome>& outcomes) {
  std::vector<Outcome::Kind> list;
  for (const Outcome& outcome : outcomes) list.push_back(outcome.kind);
  return list;
}

// A finished table of anna and berta.
inline Change finished(const Id& table, i64 total, const std::optional<std::string>& daily) {
  Change end = change(table, 0, {"start", "end"}, total);
  end.listing = Listing{"clever", Stage::over, true, "{}"};
  end.seats = Seats{"anna", std::nullopt, "berta"};
  end.scores = {{Score{0, "anna", "clever", 3, total, "{\"yellow\":1}", total, daily},
                 Score{2, "berta", "clever", 3, total + 1, "{}", total, daily}}};
  end.names = {{SeatName{0, "anna", "anna's aunt"}, SeatName{2, "berta", "Bert"}}};
  return end;
}

// Something of everything, more than a page of it.
inline void fill(Store& store) {
  (void)store.setting("secret", "\"quoted\"\n\t\\ text");
  store.write_and_wait(person("anna"));
  store.write_and_wait(person("berta"));
  store.write_and_wait(finished("daily", 100, "2026-01-02"));
  store.write_and_wait(finished("free", -5, {}));
  std::vector<Write> writes;
  for (i64 n = 0; n < 300; ++n) {
    Change more =
        change("Table " + std::to_string(n % 7), n / 7 * 2, {"{\"n\":" + std::to_string(n) + "}", "é\n🦊"});
    if (n % 3 == 0) more.entries[0].key = "key " + std::to_string(n);
    writes.emplace_back(more);
  }
  for (const Outcome& outcome : written_together(store, writes)) EXPECT_EQ(outcome.kind, Outcome::done);
}

enum class Kind { sqlite, postgresql };
inline Kind other(Kind kind) { return kind == Kind::sqlite ? Kind::postgresql : Kind::sqlite; }

class EveryStore : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    if (GetParam() == Kind::postgresql && admin_address().empty()) GTEST_SKIP() << "no tests/with_postgres around";
    address_ = new_address(GetParam());
    store_ = opened(address_);
    ASSERT_TRUE(store_);
  }

  std::string new_address(Kind kind) {
    if (kind == Kind::postgresql) return address_of(new_database());
    return "sqlite:" + folder_ / ("store" + std::to_string(++files_) + ".db");
  }
  void reopen() {
    store_.reset();
    store_ = opened(address_);
  }
  Outcome write(Write write) { return store_->write_and_wait(std::move(write)); }
  Outcome::Kind kind_of(Write write) { return store_->write_and_wait(std::move(write)).kind; }

  Folder folder_;
  int files_ = 0;
  std::string address_;
  std::unique_ptr<Store> store_;
};

}  // namespace volpe::store
