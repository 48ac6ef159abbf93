// The store, the same for both databases: what is acknowledged stays, whatever is killed, cut, full or in the way.
// Without tests/with_postgres around it, only SQLite is tested.
#include "store/store.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <fstream>
#include <future>
#include <map>
#include <mutex>
#include <set>
#include <sstream>

#include "store/connection.h"
#include "store/schema.h"
#include "store/store_places.h"

namespace volpe::store {
namespace {

std::unique_ptr<Store> opened(const std::string& address, StoreOptions options = {}) {
  Result<std::unique_ptr<Store>> store = open_store(address, std::move(options));
  EXPECT_TRUE(bool(store)) << (store ? "" : store.error().message);
  return store ? std::move(*store) : nullptr;
}

std::string refusal(const std::string& address, StoreOptions options = {}) {
  const Result<std::unique_ptr<Store>> store = open_store(address, std::move(options));
  return store ? "opened" : store.error().message;
}

Change change(const Id& table, i64 after, const std::vector<std::string>& bodies) {
  Change change{.table = table, .after = after};
  for (const std::string& body : bodies) change.entries.push_back({body});
  return change;
}

std::vector<std::string> bodies(Store& store, const Id& table) {
  const auto entries = store.entries(table);
  EXPECT_TRUE(bool(entries)) << (entries ? "" : entries.error().message);
  std::vector<std::string> list;
  for (const StoredEntry& entry : *entries) {
    list.push_back(entry.body);
    EXPECT_EQ(entry.revision, i64(list.size())) << "a gap in " << table;
  }
  return list;
}

i64 revision(Store& store, const Id& table) {
  const auto found = store.table(table);
  EXPECT_TRUE(bool(found)) << (found ? "" : found.error().message);
  return found && *found ? (*found)->revision : 0;
}

std::vector<Id> ids(const Result<std::vector<StoredTable>>& tables) {
  std::vector<Id> list;
  EXPECT_TRUE(bool(tables)) << (tables ? "" : tables.error().message);
  for (const StoredTable& table : *tables) list.push_back(table.table);
  return list;
}

NewPerson person(const Id& id) { return {id, "token of " + id, "recovery of " + id, "name of " + id, 1000}; }

std::string exported(Store& store) {
  std::string text;
  const auto failed = store.export_to([&](std::string_view line) {
    text += std::string(line) + "\n";
    return true;
  });
  EXPECT_FALSE(failed) << failed->message;
  return text;
}

std::optional<Error> import(Store& store, const std::string& text) {
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
std::vector<Outcome> written_together(
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

std::vector<Outcome::Kind> kinds(const std::vector<Outcome>& outcomes) {
  std::vector<Outcome::Kind> list;
  for (const Outcome& outcome : outcomes) list.push_back(outcome.kind);
  return list;
}

enum class Kind { sqlite, postgresql };
Kind other(Kind kind) { return kind == Kind::sqlite ? Kind::postgresql : Kind::sqlite; }

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
INSTANTIATE_TEST_SUITE_P(Store, EveryStore, testing::Values(Kind::sqlite, Kind::postgresql),
                         [](const auto& kind) { return kind.param == Kind::sqlite ? "sqlite" : "postgresql"; });

TEST_P(EveryStore, givesBackWhatWasWritten) {
  Change first = change("t", 0, {"{\"a\":1}", "", "Füchse 🦊 '; DROP TABLE entries; --"});
  first.entries[1].key = "k1";
  first.listing = Listing{"clever", Stage::playing, true, "{\"seats\":2}", 77};
  EXPECT_EQ(write(first).revision, 3);
  EXPECT_EQ(write(change("t", 3, {"d"})).revision, 4);
  reopen();
  EXPECT_EQ(bodies(*store_, "t"), (std::vector<std::string>{first.entries[0].body, "", first.entries[2].body, "d"}));
  const auto later = store_->entries("t", 2);
  ASSERT_EQ(later->size(), 3u);
  EXPECT_EQ((*later)[0].revision, 2);
  EXPECT_EQ((*later)[0].key, "k1");
  EXPECT_EQ((*later)[1].key, std::nullopt);
  const auto table = store_->table("t");
  ASSERT_TRUE(*table);
  EXPECT_EQ(static_cast<const Listing&>(**table), *first.listing);
  EXPECT_EQ((*table)->revision, 4);
  EXPECT_TRUE(store_->entries("nobody's")->empty());
  EXPECT_FALSE(*store_->table("nobody's"));
  EXPECT_FALSE(*store_->table(std::string("t\0x", 3)));
  EXPECT_FALSE(*store_->table("\xff"));
}

TEST_P(EveryStore, refusesAChangeAfterAnotherRevision) {
  write(change("t", 0, {"a", "b"}));
  for (const i64 after : {0, 1, 3}) {
    Change late = change("t", after, {"late"});
    late.listing = Listing{"genial", Stage::over, true, "late", 1};
    late.seats = Seats{std::nullopt};
    const Outcome outcome = write(late);
    EXPECT_EQ(outcome.kind, Outcome::conflict) << after;
    EXPECT_EQ(outcome.revision, 2) << after;
    EXPECT_FALSE(outcome.message.empty());
  }
  EXPECT_EQ(write(change("new", 1, {"x"})).kind, Outcome::conflict);
  EXPECT_FALSE(*store_->table("new"));
  EXPECT_EQ(bodies(*store_, "t"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ((*store_->table("t"))->game, "");
}

TEST_P(EveryStore, recognisesARepeatedMessage) {
  Change first = change("t", 0, {"a", "b"});
  first.entries[1].key = "k";
  ASSERT_EQ(kind_of(first), Outcome::done);
  reopen();
  const Outcome again = write(first);
  EXPECT_EQ(again.kind, Outcome::repeated);
  EXPECT_EQ(again.revision, 2);
  Change later = change("t", 2, {"c", "d"});
  later.entries[1].key = "k";
  EXPECT_EQ(kind_of(later), Outcome::repeated);
  Change elsewhere = change("u", 0, {"a"});
  elsewhere.entries[0].key = "k";
  EXPECT_EQ(kind_of(elsewhere), Outcome::done) << "keys of other tables are other keys";
  EXPECT_EQ(bodies(*store_, "t"), (std::vector<std::string>{"a", "b"}));
}

TEST_P(EveryStore, doesNotHurtTheNeighboursOfARefusedWrite) {
  Change keyed = change("a", 1, {"a2"});
  keyed.entries[0].key = "k";
  Change repeats = change("a", 2, {"a3"});
  repeats.entries[0].key = "k";
  const u64 commits = store_->counters().commits;
  const auto outcomes =
      written_together(*store_, {change("b", 0, {"b1"}), change("a", 0, {"a1"}), keyed, change("a", 0, {"conflict"}),
                                 repeats, change("c", 5, {"conflict"}), person("p"), person("p"), Rename{"nobody", "x"},
                                 change("b", 1, {"b2"}), RemoveTable{"nothing"}, change("a", 2, {"a3"})});
  EXPECT_EQ(kinds(outcomes),
            (std::vector<Outcome::Kind>{Outcome::done, Outcome::done, Outcome::done, Outcome::conflict,
                                        Outcome::repeated, Outcome::conflict, Outcome::done, Outcome::conflict,
                                        Outcome::absent, Outcome::done, Outcome::absent, Outcome::done}));
  EXPECT_EQ(outcomes[4].revision, 2);
  EXPECT_EQ(store_->counters().commits, commits + 2) << "the one that held, and one for all";
  EXPECT_EQ(bodies(*store_, "a"), (std::vector<std::string>{"a1", "a2", "a3"}));
  EXPECT_EQ(bodies(*store_, "b"), (std::vector<std::string>{"b1", "b2"}));
  EXPECT_EQ(revision(*store_, "a"), 3);
  EXPECT_FALSE(*store_->table("c"));
}

// A duplicate token is nothing that a batch foresees: the database refuses the statement, and the batch is split.
TEST_P(EveryStore, splitsABatchThatTheDatabaseRefuses) {
  ASSERT_EQ(kind_of(person("p")), Outcome::done);
  ASSERT_EQ(kind_of(person("q")), Outcome::done);
  const auto outcomes = written_together(
      *store_, {change("a", 0, {"a1"}), NewToken{"recovery of p", "token of q", "next"}, change("b", 0, {"b1"})});
  EXPECT_EQ(kinds(outcomes), (std::vector<Outcome::Kind>{Outcome::done, Outcome::refused, Outcome::done}));
  EXPECT_EQ(bodies(*store_, "a"), std::vector<std::string>{"a1"});
  EXPECT_EQ(bodies(*store_, "b"), std::vector<std::string>{"b1"});
  EXPECT_EQ((*store_->person_with_token("token of q"))->person, "q");
}

TEST_P(EveryStore, refusesWhatIsOutOfBounds) {
  const std::string long_id(longest_id + 1, 'x');
  Change twice = change("t", 0, {"a", "b"});
  twice.entries[0].key = twice.entries[1].key = "k";
  Change bad_person = change("t", 0, {"a"});
  bad_person.seats = Seats{std::string("p\xc0\x80")};
  Change two_scores = change("t", 0, {"a"});
  two_scores.scores = {{Score{}, Score{}}};
  const std::vector<std::pair<Write, std::string>> cases = {
      {change("", 0, {"a"}), "the table is empty"},
      {change(long_id, 0, {"a"}), "longer than 200"},
      {change("t", -1, {"a"}), "negative"},
      {change("t", 0, {std::string("a\0b", 3)}), "not UTF-8"},
      {change("t", 0, {"\xed\xa0\x80"}), "not UTF-8"},
      {change("t", 0, {"\xf5\x80\x80\x80"}), "not UTF-8"},
      {change("t", 0, {"\xe2\x82"}), "not UTF-8"},
      {change("t", 0, {std::string(longest_text + 1, 'x')}), "longer than"},
      {twice, "stands twice"},
      {bad_person, "the person is not UTF-8"},
      {two_scores, "has two scores"},
      {NewPerson{"p", "", "r", "n"}, "the token is empty"},
      {Rename{"p", "\xff"}, "the name is not UTF-8"},
      {NewSetting{"", "v"}, "the key is empty"},
  };
  for (const auto& [wrong, why] : cases) {
    const Outcome outcome = write(wrong);
    EXPECT_EQ(outcome.kind, Outcome::refused) << why;
    EXPECT_NE(outcome.message.find(why), std::string::npos) << outcome.message;
  }
  EXPECT_FALSE(*store_->table("t"));
  const std::string longest = std::string(longest_text - 3, 'x') + "€";
  EXPECT_EQ(kind_of(change(std::string(longest_id, 'x'), 0, {longest})), Outcome::done);
  EXPECT_EQ(bodies(*store_, std::string(longest_id, 'x')).front(), longest);
}

TEST_P(EveryStore, refusesAtOnceWhenTooManyWait) {
  store_.reset();
  store_ = opened(address_, {.longest_queue = 3});
  Held held(*store_);
  std::vector<std::promise<Outcome>> promises(3);
  for (size_t n = 0; n < 3; ++n)
    store_->write(change("t", i64(n), {"x"}), [&, n](const Outcome& outcome) { promises[n].set_value(outcome); });
  EXPECT_EQ(store_->counters().waiting, 3u);
  const Outcome fourth = write(change("u", 0, {"x"}));
  EXPECT_EQ(fourth.kind, Outcome::unavailable);
  EXPECT_NE(fourth.message.find("too busy: 3"), std::string::npos) << fourth.message;
  held.release();
  for (auto& promise : promises) EXPECT_EQ(promise.get_future().get().kind, Outcome::done);
  EXPECT_EQ(kind_of(change("u", 0, {"x"})), Outcome::done);
}

TEST_P(EveryStore, commitsWhatWaitsWhenItCloses) {
  std::atomic<int> done = 0;
  for (int n = 0; n < 500; ++n)
    store_->write(change("t" + std::to_string(n), 0, {"x"}),
                  [&](const Outcome& outcome) { done += outcome.kind == 0; });
  reopen();
  EXPECT_EQ(done, 500);
  EXPECT_EQ(ids(store_->tables_until(Stage::open, 0, 1000)).size(), 500u);
}

TEST_P(EveryStore, knowsPeople) {
  NewPerson anna = person("anna");
  anna.name = R"(<b>Anna</b>'"; DROP TABLE people; -- \ %s 🦊)";
  EXPECT_EQ(kind_of(anna), Outcome::done);
  EXPECT_EQ(kind_of(anna), Outcome::conflict);
  EXPECT_EQ(kind_of(NewPerson{"other", "token of anna", "r", "n"}), Outcome::conflict);
  EXPECT_EQ(kind_of(NewPerson{"other", "t", "recovery of anna", "n"}), Outcome::conflict);
  const auto found = store_->person_with_token("token of anna");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->person, "anna");
  EXPECT_EQ((*found)->name, anna.name);
  EXPECT_EQ((*found)->time, 1000);
  EXPECT_FALSE(*store_->person_with_token("token of"));

  EXPECT_EQ(kind_of(Rename{"anna", "Änne"}), Outcome::done);
  EXPECT_EQ(kind_of(Rename{"berta", "B"}), Outcome::absent);
  EXPECT_EQ((*store_->person("anna"))->name, "Änne");

  EXPECT_EQ(kind_of(NewToken{"recovery of berta", "t2", "r2"}), Outcome::absent);
  EXPECT_EQ(kind_of(NewToken{"recovery of anna", "t2", "r2"}), Outcome::done);
  EXPECT_EQ(kind_of(NewToken{"recovery of anna", "t3", "r3"}), Outcome::absent) << "a code works once";
  EXPECT_FALSE(*store_->person_with_token("token of anna"));
  EXPECT_EQ((*store_->person_with_token("t2"))->person, "anna");
}

// A finished table of anna and berta.
Change finished(const Id& table, i64 total, const std::optional<std::string>& daily) {
  Change end = change(table, 0, {"start", "end"});
  end.listing = Listing{"clever", Stage::over, true, "{}", total};
  end.seats = Seats{"anna", std::nullopt, "berta"};
  end.scores = {{Score{0, "anna", "clever", 3, total, "{\"yellow\":1}", total, daily},
                 Score{2, "berta", "clever", 3, total + 1, "{}", total, daily}}};
  end.names = {{SeatName{0, "anna", "anna's aunt"}, SeatName{2, "berta", "Bert"}}};
  return end;
}

TEST_P(EveryStore, forgetsAPerson) {
  write(person("anna"));
  write(person("berta"));
  ASSERT_EQ(kind_of(finished("t", 200, "2026-01-02")), Outcome::done);
  ASSERT_EQ(ids(store_->tables_of("anna", 10)), std::vector<Id>{"t"});
  ASSERT_EQ(store_->scores_of("anna", 10)->size(), 1u);
  const auto names_at = [&](const Id& table) {
    std::vector<std::string> names;
    const auto people = store_->people_at(table);
    for (const auto& person : *people) names.push_back(person ? person->name : "-");
    return names;
  };
  EXPECT_EQ(names_at("t"), (std::vector<std::string>{"name of anna", "-", "name of berta"}));
  EXPECT_TRUE(names_at("nowhere").empty());
  EXPECT_EQ(*store_->seat_names("t"),
            (std::vector<SeatName>{SeatName{0, "anna", "anna's aunt"}, SeatName{2, "berta", "Bert"}}));
  EXPECT_EQ(kind_of(ForgetPerson{"anna"}), Outcome::done);
  EXPECT_EQ(names_at("t"), (std::vector<std::string>{"-", "-", "name of berta"}));
  EXPECT_EQ(*store_->seat_names("t"), (std::vector<SeatName>{SeatName{2, "berta", "Bert"}}));
  EXPECT_EQ(kind_of(ForgetPerson{"anna"}), Outcome::absent);
  EXPECT_FALSE(*store_->person("anna"));
  EXPECT_TRUE(ids(store_->tables_of("anna", 10)).empty());
  EXPECT_TRUE(store_->scores_of("anna", 10)->empty());
  const auto board = store_->board("2026-01-02", 10);
  ASSERT_EQ(board->size(), 2u);
  EXPECT_EQ((*board)[0].name, "name of berta");
  EXPECT_EQ((*board)[1].person, std::nullopt);
  EXPECT_EQ((*board)[1].name, "");
  EXPECT_EQ((*board)[1].total, 200);
  EXPECT_EQ(bodies(*store_, "t"), (std::vector<std::string>{"start", "end"}));
  EXPECT_EQ(exported(*store_).find("anna"), std::string::npos);
  EXPECT_EQ(kind_of(finished("later", 200, {})), Outcome::done) << "a server that has not been notified yet";
  EXPECT_EQ(exported(*store_).find("anna"), std::string::npos);
}

TEST_P(EveryStore, replacesNames) {
  write(person("anna"));
  write(person("berta"));
  ASSERT_EQ(kind_of(finished("t", 200, {})), Outcome::done);
  EXPECT_EQ(kind_of(ReplaceName{"name of", "?"}), Outcome::absent) << "only whole names";
  EXPECT_EQ(kind_of(ReplaceName{"name of anna", "?"}), Outcome::done);
  EXPECT_EQ((*store_->person("anna"))->name, "?");
  EXPECT_EQ((*store_->person("berta"))->name, "name of berta");
  EXPECT_EQ(kind_of(ReplaceName{"Bert", "?"}), Outcome::done) << "also of seats alone";
  EXPECT_EQ(store_->seat_names("t")->back().name, "?");
  EXPECT_EQ(kind_of(ReplaceName{"name of anna", "?"}), Outcome::absent);
}

TEST_P(EveryStore, countsOneDailyScoreOfAPerson) {
  write(person("anna"));
  write(person("berta"));
  const auto outcomes = written_together(*store_, {finished("first", 100, "2026-01-02"),
                                                   finished("second", 200, "2026-01-02"), finished("free", 300, {})});
  EXPECT_EQ(kinds(outcomes), std::vector<Outcome::Kind>(3, Outcome::done));
  EXPECT_EQ(kind_of(finished("third", 250, "2026-01-02")), Outcome::done);
  EXPECT_EQ(kind_of(finished("next day", 50, "2026-01-03")), Outcome::done);
  const auto board = store_->board("2026-01-02", 10);
  ASSERT_EQ(board->size(), 2u);
  EXPECT_EQ((*board)[0].name, "name of berta");
  EXPECT_EQ((*board)[0].total, 101);
  EXPECT_EQ((*board)[1].table, "first");
  EXPECT_EQ(store_->board("2026-01-02", 1)->size(), 1u);
  const auto scores = store_->scores_of("anna", 10);
  ASSERT_EQ(scores->size(), 5u);
  EXPECT_EQ((*scores)[0].total, 300);
  EXPECT_FALSE((*scores)[1].counted);
  EXPECT_EQ((*scores)[1].daily, "2026-01-02");
  EXPECT_EQ((*scores)[1].body, "{\"yellow\":1}");

  Change corrected = change("first", 2, {"undo", "end"});
  corrected.scores = finished("first", 90, "2026-01-02").scores;
  EXPECT_EQ(kind_of(corrected), Outcome::done);
  EXPECT_EQ(store_->board("2026-01-02", 10)->back().total, 90) << "scores of a table are replaced, and count again";
}

TEST_P(EveryStore, listsTables) {
  write(person("anna"));
  const auto table = [&](const Id& id, Stage stage, bool listed, i64 time) {
    Change made = change(id, 0, {"x"});
    made.listing = Listing{"genial", stage, listed, id, time};
    made.seats = Seats{std::nullopt, "anna", "anna"};
    EXPECT_EQ(kind_of(made), Outcome::done);
  };
  table("old", Stage::open, true, 1);
  table("new", Stage::open, true, 3);
  table("private", Stage::open, false, 2);
  table("playing", Stage::playing, true, 4);
  EXPECT_EQ(ids(store_->listed_tables(Stage::open, 10)), (std::vector<Id>{"new", "old"}));
  EXPECT_EQ(ids(store_->listed_tables(Stage::open, 1)), std::vector<Id>{"new"});
  EXPECT_EQ(ids(store_->tables_until(Stage::open, 2, 10)), (std::vector<Id>{"old", "private"}));
  EXPECT_EQ(ids(store_->tables_of("anna", 10)), (std::vector<Id>{"playing", "new", "private", "old"}));
  Change leave{.table = "new", .after = 1, .listing = Listing{"genial", Stage::archived, true, "", 5}};
  leave.seats = Seats{std::nullopt, std::nullopt};
  const Outcome left = write(leave);
  EXPECT_EQ(left.kind, Outcome::done);
  EXPECT_EQ(left.revision, 1) << "a change without entries is one of the lists only";
  EXPECT_EQ(ids(store_->listed_tables(Stage::open, 10)), std::vector<Id>{"old"});
  EXPECT_EQ(ids(store_->tables_of("anna", 10)), (std::vector<Id>{"playing", "private", "old"}));
}

TEST_P(EveryStore, removesATable) {
  write(person("anna"));
  write(person("berta"));
  write(finished("t", 100, "2026-01-02"));
  EXPECT_EQ(kind_of(RemoveTable{"t"}), Outcome::done);
  EXPECT_EQ(kind_of(RemoveTable{"t"}), Outcome::absent);
  EXPECT_FALSE(*store_->table("t"));
  EXPECT_TRUE(store_->entries("t")->empty());
  EXPECT_TRUE(store_->board("2026-01-02", 10)->empty());
  EXPECT_TRUE(ids(store_->tables_of("anna", 10)).empty());
  EXPECT_EQ(kind_of(change("t", 2, {"late"})), Outcome::conflict);
}

TEST_P(EveryStore, keepsSettings) {
  EXPECT_EQ(*store_->setting("secret", "one"), "one");
  EXPECT_EQ(*store_->setting("secret", "two"), "one");
  reopen();
  EXPECT_EQ(*store_->setting("secret", "three"), "one");
  EXPECT_EQ(*store_->setting("other", ""), "");
}

TEST_P(EveryStore, counts) {
  const Counters before = store_->counters();
  written_together(*store_, {change("a", 0, {"x"}), change("b", 0, {"x"}), change("c", 1, {"x"})});
  const Counters after = store_->counters();
  EXPECT_EQ(after.commits, before.commits + 2);
  EXPECT_EQ(after.done, before.done + 3);
  EXPECT_EQ(after.not_done, before.not_done + 1);
  EXPECT_EQ(after.commits_by_writes[0], before.commits_by_writes[0] + 1);
  EXPECT_EQ(after.commits_by_writes[1], before.commits_by_writes[1] + 1);
  EXPECT_GT(after.commit_seconds, before.commit_seconds);
  u64 commits = 0;
  for (const u64 count : after.commits_by_seconds) commits += count;
  EXPECT_EQ(commits, after.commits);
}

TEST_P(EveryStore, isReadWhileItIsWritten) {
  constexpr int rounds = 100;
  std::atomic<bool> over = false;
  std::vector<std::thread> readers;
  for (int n = 0; n < 6; ++n)
    readers.emplace_back([&] {
      i64 seen = 0;
      while (!over) {
        const auto entries = store_->entries("t");
        ASSERT_TRUE(bool(entries)) << entries.error().message;
        ASSERT_GE(i64(entries->size()), seen);
        ASSERT_EQ(entries->size() % 2, 0u) << "half of a change is seen";
        seen = i64(entries->size());
      }
    });
  for (i64 n = 0; n < rounds; ++n) {
    EXPECT_EQ(kind_of(change("t", 2 * n, {"x", "y"})), Outcome::done);
    EXPECT_EQ(revision(*store_, "t"), 2 * n + 2) << "what was acknowledged is seen";
  }
  over = true;
  for (std::thread& reader : readers) reader.join();
}

// Something of everything, more than a page of it.
void fill(Store& store) {
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

TEST_P(EveryStore, comesBackFromAnExport) {
  fill(*store_);
  const std::string text = exported(*store_);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2 + 2 + 2 + 9 + (4 + 600) + 6 + 4 + 4);
  for (const Kind kind : {GetParam(), other(GetParam())}) {
    if (kind == Kind::postgresql && admin_address().empty()) continue;
    const auto copy = opened(new_address(kind));
    const auto failed = import(*copy, text);
    ASSERT_FALSE(failed) << failed->message;
    EXPECT_EQ(exported(*copy), text);
    EXPECT_EQ(copy->write_and_wait(change("Table 0", 86, {"more"})).kind, Outcome::done);
  }
}

TEST_P(EveryStore, importsAllOrNothing) {
  fill(*store_);
  const std::string text = exported(*store_);
  EXPECT_NE(import(*store_, text)->message.find("not empty"), std::string::npos);
  const auto copy = opened(new_address(GetParam()));
  const std::string empty = exported(*copy);
  const size_t last = text.rfind("{\"end\"");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "line 1 of the import"},
      {text.substr(0, last), "cut off"},
      {text.substr(0, text.size() / 2), "not a JSON object"},
      {text.substr(0, last) + "{\"end\":1}\n", "the number of rows is wrong"},
      {text.substr(0, last) + "{\"strangers\":{}}\n", "no row of a store"},
      {text.substr(0, last) + "{\"settings\":{\"key\":\"k\"}}\n", "\"value\" is missing"},
      {text.substr(0, last) + "{\"settings\":{\"key\":\"secret\",\"value\":\"twice\"}}\n" + text.substr(last), "line"},
  };
  for (const auto& [wrong, why] : cases) {
    const auto failed = import(*copy, wrong);
    ASSERT_TRUE(failed) << why;
    EXPECT_NE(failed->message.find(why), std::string::npos) << failed->message;
    EXPECT_EQ(exported(*copy), empty) << why;
  }
  EXPECT_FALSE(import(*copy, text));
  int lines = 0;
  EXPECT_FALSE(copy->export_to([&](std::string_view) { return ++lines < 3; }));
  EXPECT_EQ(lines, 3) << "the visitor had enough";
}

TEST_P(EveryStore, takesTheStepsOfItsSchema) {
  write(change("t", 0, {"old"}));
  store_.reset();
  const auto connect = [&] {
    auto database =
        GetParam() == Kind::sqlite ? sqlite_database(address_.substr(7), false) : postgres_database(address_);
    EXPECT_TRUE(bool(database));
    return std::move(*database);
  };
  std::vector<Step> steps = schema_steps();
  const i64 known = steps.back().number;
  steps.push_back({known + 1, known, {"ALTER TABLE tables ADD COLUMN rematch text"}});
  {
    const auto database = connect();
    auto connection = std::move(*database->connect(Database::Use::load));
    EXPECT_FALSE(migrate(*connection, steps));
    EXPECT_FALSE(migrate(*connection, steps)) << "a second time there is nothing to do";
    auto found = connection->run({{"SELECT rematch, revision FROM tables WHERE id = $1", {"t"}}});
    ASSERT_TRUE(bool(found)) << found.error().message;
    EXPECT_EQ(found->front().front(), (Row{std::monostate(), i64{1}}));
  }
  store_ = opened(address_);
  EXPECT_EQ(kind_of(change("t", 1, {"an older server beside a newer one"})), Outcome::done);
  EXPECT_EQ(kind_of(change("u", 0, {"new"})), Outcome::done);
  store_.reset();
  steps.push_back({known + 2, known + 2, {"ALTER TABLE tables DROP COLUMN summary"}});
  {
    const auto database = connect();
    auto connection = std::move(*database->connect(Database::Use::load));
    const std::vector<Step> broken = {{known + 2, known, {"CREATE TABLE half (x bigint)", "CREATE NONSENSE"}}};
    EXPECT_TRUE(migrate(*connection, broken));
    EXPECT_FALSE(connection->run({{"SELECT x FROM half"}})) << "a step is taken whole or not at all";
    EXPECT_FALSE(migrate(*connection, steps));
  }
  EXPECT_NE(refusal(address_).find("made by a newer Volpe"), std::string::npos) << refusal(address_);
}

// --- Death in the middle. This program, started with --append ADDRESS, writes to a few tables as fast as it can and
// says what was acknowledged.

constexpr int victims_tables = 8;

class Victim {
 public:
  explicit Victim(const std::string& address) {
    std::array<int, 2> ends;
    EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    std::string program = "store_test", flag = "--append", where = address;
    std::array<char*, 4> arguments = {program.data(), flag.data(), where.data(), nullptr};
    EXPECT_EQ(posix_spawn(&pid_, "/proc/self/exe", &actions, nullptr, arguments.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    lines_ = fdopen(ends[0], "r");
  }
  Victim(const Victim&) = delete;
  Victim& operator=(const Victim&) = delete;
  ~Victim() { fclose(lines_); }

  // The next acknowledged "table revision body"; none at the end.
  std::optional<std::string> line() {
    char* text = nullptr;
    size_t size = 0;
    const ssize_t length = getline(&text, &size, lines_);
    std::optional<std::string> line;
    if (length > 0 && text[length - 1] == '\n') line.emplace(text, size_t(length - 1));
    free(text);  // NOLINT: it is getline's
    return line;
  }

  void kill() {
    ::kill(pid_, SIGKILL);
    int status = 0;
    waitpid(pid_, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "it ended by itself, with " << status;
  }

 private:
  pid_t pid_ = 0;
  FILE* lines_ = nullptr;
};

[[noreturn]] void append_until_killed(const std::string& address) {
  Result<std::unique_ptr<Store>> store = open_store(address);
  if (!store) _exit(3);
  std::function<void(Id, i64)> next = [&](const Id& table, i64 after) {
    const std::string body = std::to_string(getpid()) + ":" + std::to_string(after + 1);
    (*store)->write(change(table, after, {body}), [&, table, body](const Outcome& outcome) {
      if (outcome.kind != Outcome::done) _exit(4);
      const std::string line = table + " " + std::to_string(outcome.revision) + " " + body + "\n";
      if (::write(1, line.data(), line.size()) != ssize_t(line.size())) _exit(5);
      next(table, outcome.revision);
    });
  };
  for (int n = 0; n < victims_tables; ++n) {
    const Id table = "t" + std::to_string(n);
    next(table, revision(**store, table));
  }
  for (;;) pause();
}

TEST_P(EveryStore, losesNothingWhenItIsKilled) {
  const char* asked = std::getenv("VOLPE_KILLS");
  const int kills = asked == nullptr ? 10 : std::atoi(asked);
  std::map<std::pair<Id, i64>, std::string> acknowledged;
  for (int round = 0; round < kills; ++round) {
    store_.reset();
    Victim victim(address_);
    const auto note = [&](const std::string& line) {
      std::istringstream words(line);
      Id table;
      i64 revision = 0;
      std::string body;
      words >> table >> revision >> body;
      ASSERT_TRUE(acknowledged.emplace(std::pair(table, revision), body).second) << "acknowledged twice: " << line;
    };
    for (int received = 0; received < 100 + 17 * round; ++received) {
      const std::optional<std::string> line = victim.line();
      ASSERT_TRUE(line) << "it ended too early";
      note(*line);
    }
    victim.kill();
    while (const std::optional<std::string> line = victim.line()) note(*line);

    store_ = opened(address_);
    std::map<Id, std::vector<std::string>> kept;
    for (int n = 0; n < victims_tables; ++n) {
      const Id table = "t" + std::to_string(n);
      kept[table] = bodies(*store_, table);
      EXPECT_EQ(revision(*store_, table), i64(kept[table].size()));
    }
    for (const auto& [place, body] : acknowledged) {
      ASSERT_GE(i64(kept[place.first].size()), place.second) << "lost in round " << round;
      EXPECT_EQ(kept[place.first][size_t(place.second - 1)], body);
    }
  }
}

// --- SQLite alone

class SqliteStore : public testing::Test {
 protected:
  const Folder folder_;
  const std::string path_ = folder_ / "store.db";
  const std::string address_ = "sqlite:" + path_;
};

TEST(StoreAddress, isExplainedWhenItIsWrong) {
  for (const char* wrong : {"", "sqlite:", "store.db", "mysql://x"})
    EXPECT_NE(refusal(wrong).find("a store is sqlite:PATH"), std::string::npos) << wrong;
  EXPECT_NE(refusal("sqlite:/no/such/folder/store.db").find("can not be opened"), std::string::npos);
  EXPECT_NE(refusal("postgresql://x?y=z").find("the address of the database is wrong"), std::string::npos);
  EXPECT_NE(refusal("postgresql:///x?host=/no/such/folder").find("can not be reached"), std::string::npos);
}

TEST_F(SqliteStore, hasOneServer) {
  auto store = opened(address_);
  EXPECT_EQ(refusal(address_), "another server has the store " + path_ + " open");
  store.reset();
  EXPECT_EQ(refusal(address_), "opened");
}

TEST_F(SqliteStore, isReadBesideItsServer) {
  EXPECT_EQ(refusal(address_, {.read_only = true}), "there is no store " + path_);
  const auto store = opened(address_);
  const auto reader = opened(address_, {.read_only = true});
  store->write_and_wait(change("t", 0, {"x"}));
  EXPECT_EQ(exported(*reader), exported(*store));
  EXPECT_EQ(reader->write_and_wait(change("t", 1, {"y"})).kind, Outcome::refused);
  EXPECT_TRUE(import(*reader, exported(*store)));
}

TEST_F(SqliteStore, isBackedUpWhileItIsWritten) {
  const auto store = opened(address_);
  fill(*store);
  std::atomic<bool> over = false;
  std::atomic<i64> acknowledged = 0;
  std::thread writer([&] {
    for (i64 n = 0; !over; ++n) {
      EXPECT_EQ(store->write_and_wait(change("busy", n, {"x"})).kind, Outcome::done);
      acknowledged = n + 1;
    }
  });
  while (acknowledged < 10) std::this_thread::yield();
  const i64 before = acknowledged;
  const std::string copy = folder_ / "copy.db";
  const auto failed = store->backup(copy);
  over = true;
  writer.join();
  ASSERT_FALSE(failed) << failed->message;
  EXPECT_NE(store->backup(copy)->message.find("is there already"), std::string::npos);
  EXPECT_NE(store->backup("/no/such/folder/copy.db")->message.find("can not be written"), std::string::npos);
  const auto restored = opened("sqlite:" + copy);
  EXPECT_GE(i64(bodies(*restored, "busy").size()), before);
  EXPECT_EQ(bodies(*restored, "Table 0"), bodies(*store, "Table 0"));
}

TEST_F(SqliteStore, refusesADamagedFile) {
  std::ofstream(path_)
      << "This is no database, and it is longer than the header of one would have to be to be checked.";
  EXPECT_NE(refusal(address_).find("file is not a database"), std::string::npos) << refusal(address_);
}

TEST_F(SqliteStore, saysSoWhenItsPagesAreDamaged) {
  {
    const auto store = opened(address_);
    for (int n = 0; n < 50; ++n) store->write_and_wait(change("t" + std::to_string(n), 0, {std::string(5000, 'x')}));
  }
  const auto size = std::filesystem::file_size(path_);
  {
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(4096);
    file << std::string(size - 4096, '\x5a');
  }
  const auto store = open_store(address_);
  const std::string message = store ? (*store)->entries("t7").error().message : store.error().message;
  EXPECT_NE(message.find("malformed"), std::string::npos) << message;
}

TEST_F(SqliteStore, refusesTheDatabaseOfAnotherProgram) {
  {
    auto database = sqlite_database(path_, false);
    auto connection = std::move(*(*database)->connect(Database::Use::load));
    ASSERT_TRUE(bool(connection->run({{"CREATE TABLE bookmarks (x bigint)"}})));
  }
  EXPECT_NE(refusal(address_).find("a database of another program"), std::string::npos) << refusal(address_);
}

TEST_F(SqliteStore, refusesCleanlyWhenTheDiskIsFull) {
  const auto store = opened(address_);
  const std::string body(10'000, 'x');
  ASSERT_EQ(store->write_and_wait(change("t", 0, {body})).kind, Outcome::done);
  rlimit usual{};
  getrlimit(RLIMIT_FSIZE, &usual);
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  rlimit tight = usual;
  tight.rlim_cur = 300'000;
  setrlimit(RLIMIT_FSIZE, &tight);
  i64 kept = 1;
  Outcome outcome;
  while ((outcome = store->write_and_wait(change("t", kept, {body}))).kind == Outcome::done && kept < 1000) ++kept;
  const auto together = kinds([&] {
    std::vector<Outcome> outcomes;
    for (int n = 0; n < 3; ++n) outcomes.push_back(store->write_and_wait(change("u", 0, {body})));
    return outcomes;
  }());
  const auto while_full = bodies(*store, "t");
  setrlimit(RLIMIT_FSIZE, &usual);
  (void)std::signal(SIGXFSZ, ignored);
  EXPECT_LT(kept, 1000);
  EXPECT_EQ(outcome.kind, Outcome::unavailable);
  EXPECT_NE(outcome.message.find("fails: "), std::string::npos) << outcome.message;
  EXPECT_EQ(together, std::vector<Outcome::Kind>(3, Outcome::unavailable));
  EXPECT_EQ(i64(while_full.size()), kept);
  EXPECT_EQ(store->write_and_wait(change("t", kept, {"there is space again"})).revision, kept + 1);
  EXPECT_EQ(i64(bodies(*store, "t").size()), kept + 1);
}

// --- PostgreSQL alone

class PostgresStore : public testing::Test {
 protected:
  void SetUp() override {
    if (admin_address().empty()) GTEST_SKIP() << "no tests/with_postgres around";
    database_ = new_database();
    address_ = address_of(database_);
  }
  std::string database_, address_;
};

TEST_F(PostgresStore, mustBeUtf8) {
  const std::string latin = new_database("ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
  EXPECT_EQ(refusal(address_of(latin)), "the database must have the encoding UTF8");
}

TEST_F(PostgresStore, leavesBackupsToItsOwnTools) {
  EXPECT_NE(opened(address_)->backup("x")->message.find("pg_dump"), std::string::npos);
}

TEST_F(PostgresStore, isOpenedByManyServersAtOnce) {
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
TEST_F(PostgresStore, isSharedWithoutLossOrDoubling) {
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

// Batches that touch the same tables and people in opposite orders.
TEST_F(PostgresStore, doesNotLockItselfUp) {
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
class Ear {
 public:
  StoreOptions options() {
    return {.on_change = [this](const Notice& notice) {
      const std::lock_guard lock(mutex_);
      heard_.push_back(notice);
      changed_.notify_all();
    }};
  }
  // Waits until one has come that fits.
  bool hears(const Id& table, i64 revision) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] {
      return std::ranges::any_of(heard_, [&](auto& n) { return n.table == table && n.revision == revision; });
    });
  }
  bool has_heard(const Id& table) {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(heard_, [&](auto& notice) { return notice.table == table; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Notice> heard_;
};

TEST_F(PostgresStore, tellsTheOtherServers) {
  Ear first_ear, second_ear;
  const auto first = opened(address_, first_ear.options()), second = opened(address_, second_ear.options());
  const Id odd = "a table with spaces, 'quotes' and 🦊";
  first->write_and_wait(change(odd, 0, {"x", "y"}));
  EXPECT_TRUE(second_ear.hears(odd, 2));
  first->write_and_wait(change(odd, 0, {"refused"}));
  first->write_and_wait(change("t", 0, {"x"}));
  EXPECT_TRUE(second_ear.hears("t", 1));
  first->write_and_wait(RemoveTable{"t"});
  EXPECT_TRUE(second_ear.hears("t", 0));
  second->write_and_wait(change("of the second", 0, {"x"}));
  EXPECT_TRUE(first_ear.hears("of the second", 1));
  EXPECT_FALSE(first_ear.has_heard(odd)) << "its own changes are no news";
}

TEST_F(PostgresStore, passesOnWhatServersTell) {
  std::promise<PeerMessage> received;
  const auto first = opened(address_),
             second = opened(address_, {.on_peer_message = [&](const PeerMessage&told) { received.set_value(told); }});
  second->write_and_wait(Broadcast{"what one says itself is no news"});
  EXPECT_EQ(first->write_and_wait(Broadcast{"hello 'there', 🦊"}).kind, Outcome::done);
  EXPECT_EQ(received.get_future().get().text, "hello 'there', 🦊");
  EXPECT_EQ(first->write_and_wait(Broadcast{std::string(longest_broadcast + 1, 'x')}).kind, Outcome::refused);
}

TEST_F(PostgresStore, losesNothingWhenPostgresIsRestarted) {
  Ear ear;
  const auto store = opened(address_, {.database_timeout = 60}), listener = opened(address_, ear.options());
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
  EXPECT_TRUE(ear.hears("", 0)) << "after a lost connection anything may have changed";

  std::multiset<std::string> kept;
  for (int n = 0; n < 3; ++n)
    for (const std::string& body : bodies(*store, "t" + std::to_string(n))) kept.insert(body);
  for (const auto& bodies : acknowledged)
    for (const std::string& body : bodies) EXPECT_EQ(kept.count(body), 1u) << body;
  EXPECT_EQ(std::set<std::string>(kept.begin(), kept.end()).size(), kept.size()) << "something is there twice";
}

TEST_F(PostgresStore, saysThatTheDatabaseIsAwayAndComesBack) {
  const auto store = opened(address_, {.database_timeout = .2});
  ASSERT_EQ(store->write_and_wait(change("t", 0, {"before"})).kind, Outcome::done);
  control_postgres("-m immediate stop");
  const Outcome away = store->write_and_wait(change("t", 1, {"while it is away"}));
  const auto read = store->entries("t");
  control_postgres("start");
  EXPECT_EQ(away.kind, Outcome::unavailable);
  EXPECT_NE(away.message.find("can not be reached"), std::string::npos) << away.message;
  EXPECT_EQ(away.message.find('\n'), std::string::npos);
  ASSERT_FALSE(bool(read));
  EXPECT_EQ(read.error().code, Code::unavailable);
  EXPECT_EQ(store->write_and_wait(change("t", 1, {"after"})).kind, Outcome::done);
  EXPECT_EQ(bodies(*store, "t"), (std::vector<std::string>{"before", "after"}));
}

// The connection is cut around a COMMIT: the store finds out what became of it, and acknowledges once and truly.
TEST_F(PostgresStore, settlesACommitWhoseAnswerWasLost) {
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

int main(int count, char** words) {
  if (count == 3 && std::string_view(words[1]) == "--append") volpe::store::append_until_killed(words[2]);
  testing::InitGoogleTest(&count, words);
  return RUN_ALL_TESTS();
}
