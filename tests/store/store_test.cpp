// The store, the same for both databases: what is written is read back, in order and within bounds.
// Without tests/with_postgres around it, only SQLite is tested.
#include "store/store.h"

#include <algorithm>

#include "store/connection.h"
#include "store/schema.h"
#include "store/store_fixture.h"

namespace volpe::store {
namespace {

INSTANTIATE_TEST_SUITE_P(Store, EveryStore, testing::Values(Kind::sqlite, Kind::postgresql),
                         [](const auto& kind) { return kind.param == Kind::sqlite ? "sqlite" : "postgresql"; });

TEST_P(EveryStore, GivesBackWhatWasWritten) {
  Change first = change("t", 0, {"{\"a\":1}", "", "Füchse 🦊 '; DROP TABLE entries; --"});
  first.entries[1].key = "k1";
  first.listing = Listing{"clever", Stage::playing, true, "{\"seats\":2}"};
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

TEST_P(EveryStore, RefusesAChangeAfterAnotherRevision) {
  write(person("anna"));
  write(change("t", 0, {"a", "b"}));
  for (const i64 after : {0, 1, 3}) {
    Change late = change("t", after, {"late"});
    late.listing = Listing{"genial", Stage::over, true, "late"};
    late.seats = Seats{"anna"};
    late.scores = {{Score{0, "anna", "genial", 1, 100}}};
    late.names = {{SeatName{0, "anna", "late"}}};
    const Outcome outcome = write(late);
    EXPECT_EQ(outcome.kind, Outcome::conflict) << after;
    EXPECT_EQ(outcome.revision, 2) << after;
    EXPECT_FALSE(outcome.message.empty());
  }
  EXPECT_EQ(write(change("new", 1, {"x"})).kind, Outcome::conflict);
  EXPECT_FALSE(*store_->table("new"));
  EXPECT_EQ(bodies(*store_, "t"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ((*store_->table("t"))->game, "");
  EXPECT_TRUE(store_->people_at("t")->empty());
  EXPECT_TRUE(store_->seat_names("t")->empty());
  EXPECT_TRUE(store_->scores_of("anna", 10)->empty());
}

// A change of several entries takes its place as a whole, wherever the table stands.
TEST_P(EveryStore, WritesAllEntriesOfAChangeOrNone) {
  write(change("t", 0, {"1", "2"}));
  EXPECT_EQ(kinds(written_together(*store_, {change("t", 1, {"x", "y", "z"}), change("t", 2, {"3", "4"}),
                                             change("t", 3, {"x", "y"}), change("t", 4, {"5"})})),
            (std::vector<Outcome::Kind>{Outcome::conflict, Outcome::done, Outcome::conflict, Outcome::done}));
  EXPECT_EQ(bodies(*store_, "t"), (std::vector<std::string>{"1", "2", "3", "4", "5"}));
}

TEST_P(EveryStore, DoesNotHurtTheNeighboursOfARefusedWrite) {
  const u64 commits = store_->counters().commits;
  Change refused = change("a", 0, {"conflict"});
  refused.listing = Listing{"genial", Stage::over, true, "refused"};
  refused.seats = Seats{"p"};
  const auto outcomes = written_together(
      *store_, {change("b", 0, {"b1"}), change("a", 0, {"a1"}), change("a", 1, {"a2"}), refused,
                change("c", 5, {"conflict"}), person("p"), person("p"), Rename{"nobody", "x"}, change("b", 1, {"b2"}),
                RemoveTable{"nothing"}, change("a", 2, {"a3"}), change("nothing", 0, {"something"})});
  EXPECT_EQ(kinds(outcomes),
            (std::vector<Outcome::Kind>{Outcome::done, Outcome::done, Outcome::done, Outcome::conflict,
                                        Outcome::conflict, Outcome::done, Outcome::conflict, Outcome::absent,
                                        Outcome::done, Outcome::absent, Outcome::done, Outcome::done}));
  EXPECT_EQ(outcomes[3].revision, 2);
  EXPECT_EQ(outcomes[4].revision, 0);
  EXPECT_EQ(store_->counters().commits, commits + 2) << "the one that held, and one for all";
  EXPECT_EQ(bodies(*store_, "a"), (std::vector<std::string>{"a1", "a2", "a3"}));
  EXPECT_EQ(bodies(*store_, "b"), (std::vector<std::string>{"b1", "b2"}));
  EXPECT_EQ(bodies(*store_, "nothing"), std::vector<std::string>{"something"});
  EXPECT_EQ(revision(*store_, "a"), 3);
  EXPECT_EQ((*store_->table("a"))->stage, Stage::open);
  EXPECT_TRUE(store_->people_at("a")->empty());
  EXPECT_FALSE(*store_->table("c"));
}

// In one batch, in the order in which they were written.
TEST_P(EveryStore, MakesAndRemovesATableInOneBatch) {
  write(person("anna"));
  write(change("t", 0, {"before"}));
  Change seated = change("t", 1, {"more"});
  seated.seats = Seats{"anna"};
  Change again = change("t", 0, {"again", "and more"});
  again.seats = Seats{"anna", "anna"};
  EXPECT_EQ(kinds(written_together(*store_, {seated, RemoveTable{"t"}, change("t", 2, {"late"}), RemoveTable{"t"},
                                             again, change("t", 2, {"3"})})),
            (std::vector<Outcome::Kind>{Outcome::done, Outcome::done, Outcome::conflict, Outcome::absent, Outcome::done,
                                        Outcome::done}));
  EXPECT_EQ(bodies(*store_, "t"), (std::vector<std::string>{"again", "and more", "3"}));
  EXPECT_EQ(store_->people_at("t")->size(), 2u);
}

// A duplicate token is nothing that a batch foresees: the database refuses the statement, and the batch is split.
TEST_P(EveryStore, SplitsABatchThatTheDatabaseRefuses) {
  ASSERT_EQ(kind_of(person("p")), Outcome::done);
  ASSERT_EQ(kind_of(person("q")), Outcome::done);
  const auto outcomes = written_together(
      *store_, {change("a", 0, {"a1"}), NewToken{"recovery of p", "token of q", "next"}, change("b", 0, {"b1"})});
  EXPECT_EQ(kinds(outcomes), (std::vector<Outcome::Kind>{Outcome::done, Outcome::refused, Outcome::done}));
  EXPECT_EQ(bodies(*store_, "a"), std::vector<std::string>{"a1"});
  EXPECT_EQ(bodies(*store_, "b"), std::vector<std::string>{"b1"});
  EXPECT_EQ((*store_->person_with_token("token of q"))->person, "q");
}

TEST_P(EveryStore, RefusesWhatIsOutOfBounds) {
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
      {Change{.table = "t"}, "no entry to begin with"},
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

TEST_P(EveryStore, RefusesAtOnceWhenTooManyWait) {
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

TEST_P(EveryStore, CommitsWhatWaitsWhenItCloses) {
  std::atomic<int> done = 0;
  for (int n = 0; n < 500; ++n)
    store_->write(change("t" + std::to_string(n), 0, {"x"}),
                  [&](const Outcome& outcome) { done += outcome.kind == 0; });
  reopen();
  EXPECT_EQ(done, 500);
  EXPECT_EQ(ids(store_->tables_until(Stage::open, 0, 1000)).size(), 500u);
}

TEST_P(EveryStore, KnowsPeople) {
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

TEST_P(EveryStore, ForgetsAPerson) {
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

TEST_P(EveryStore, ReplacesNames) {
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

TEST_P(EveryStore, CountsOneDailyScoreOfAPerson) {
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

TEST_P(EveryStore, ListsTables) {
  write(person("anna"));
  const auto table = [&](const Id& id, Stage stage, bool listed, i64 time) {
    Change made = change(id, 0, {"x"}, time);
    made.listing = Listing{"genial", stage, listed, id};
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
  Change leave{.table = "new", .after = 1, .listing = Listing{"genial", Stage::archived, true, ""}};
  leave.seats = Seats{std::nullopt, std::nullopt};
  const Outcome left = write(leave);
  EXPECT_EQ(left.kind, Outcome::done);
  EXPECT_EQ(left.revision, 1) << "a change without entries is one of the lists only";
  EXPECT_EQ(ids(store_->listed_tables(Stage::open, 10)), std::vector<Id>{"old"});
  EXPECT_EQ(ids(store_->tables_of("anna", 10)), (std::vector<Id>{"playing", "private", "old"}));
}

// Entries that change nothing else are in the lists all the same: with their revision and time, in the right order.
TEST_P(EveryStore, ListsWhatOnlyHasNewEntries) {
  write(person("anna"));
  for (i64 n = 1; n <= 3; ++n) {
    Change made = change("t" + std::to_string(n), 0, {"x"}, n);
    made.listing = Listing{"genial", Stage::playing, true, "line"};
    made.seats = Seats{"anna"};
    ASSERT_EQ(kind_of(made), Outcome::done);
  }
  ASSERT_EQ(kind_of(change("t2", 1, {"y", "z"}, 50)), Outcome::done);
  ASSERT_EQ(kind_of(change("t1", 1, {"y"}, 40)), Outcome::done);
  const std::vector<Id> newest = {"t2", "t1", "t3"};
  EXPECT_EQ(ids(store_->listed_tables(Stage::playing, 10)), newest);
  EXPECT_EQ(ids(store_->tables_of("anna", 10)), newest);
  EXPECT_EQ(ids(store_->tables_until(Stage::playing, 3, 10)), std::vector<Id>{"t3"});
  EXPECT_EQ(ids(store_->tables_until(Stage::playing, 49, 10)), (std::vector<Id>{"t3", "t1"}));
  EXPECT_EQ(ids(store_->tables_until(Stage::playing, 50, 1)), std::vector<Id>{"t3"});
  const StoredTable table = **store_->table("t2");
  EXPECT_EQ(std::pair(table.revision, table.time), std::pair(i64{3}, i64{50}));
  EXPECT_EQ(table.summary, "line");
  EXPECT_EQ(store_->entries("t2")->back().time, 50);
}

TEST_P(EveryStore, RemovesATable) {
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

TEST_P(EveryStore, KeepsSettings) {
  EXPECT_EQ(*store_->setting("secret", "one"), "one");
  EXPECT_EQ(*store_->setting("secret", "two"), "one");
  reopen();
  EXPECT_EQ(*store_->setting("secret", "three"), "one");
  EXPECT_EQ(*store_->setting("other", ""), "");
}

TEST_P(EveryStore, Counts) {
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

TEST_P(EveryStore, IsReadWhileItIsWritten) {
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

TEST_P(EveryStore, ComesBackFromAnExport) {
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

TEST_P(EveryStore, ImportsAllOrNothing) {
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

TEST_P(EveryStore, TakesTheStepsOfItsSchema) {
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
    auto found = connection->run({{"SELECT rematch, listed FROM tables WHERE id = $1", {"t"}}});
    ASSERT_TRUE(bool(found)) << found.error().message;
    EXPECT_EQ(found->front().front(), (Row{std::monostate(), i64{0}}));
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

}  // namespace
}  // namespace volpe::store
