// A batch in three questions to the database: what takes hold of each table, everything else there is to write, COMMIT.
//
// A table is held by the first entry of the first change to it: the entry is written only if the one before it is there
// and its place is free. Another server that wants the same place waits for this transaction, and nobody can write a
// later entry before this one is committed. So what else the batch does to the table is decided here, before it is
// written, and nobody is hurt by a neighbour. Tables are held in the order of their ids, so that two servers do not
// wait for each other.
#include "store/batch.h"

#include <boost/json.hpp>
#include <map>
#include <set>

#include "store/groups.h"
#include "store/rows.h"

namespace volpe::store {
namespace {

constexpr const char* open_table =
    "INSERT INTO tables (id, game, stage, listed, summary, time) VALUES ($1, $2, $3, $4, $5, $6) "
    "ON CONFLICT DO NOTHING RETURNING 1";
constexpr const char* hold_table = "SELECT 1 FROM tables WHERE id = $1 /*pg FOR UPDATE*/";
constexpr const char* last_revision = "SELECT max(revision) FROM entries WHERE table_id = $1";
constexpr const char* add_next_entry =
    "INSERT INTO entries (table_id, revision, key, body, time) "
    "SELECT CAST($1 AS text), CAST($2 AS bigint), $3, $4, CAST($5 AS bigint) "
    "WHERE EXISTS (SELECT 1 FROM entries WHERE table_id = $1 AND revision = CAST($2 AS bigint) - 1) "
    "ON CONFLICT DO NOTHING RETURNING 1";
constexpr const char* add_entry =
    "INSERT INTO entries (table_id, revision, key, body, time) VALUES ($1, $2, $3, $4, $5)";
constexpr const char* list_table =
    "UPDATE tables SET game = $2, stage = $3, listed = $4, summary = $5, time = coalesce($6, time) WHERE id = $1";
constexpr const char* remove_table = "DELETE FROM tables WHERE id = $1";
constexpr const char* clear_seats = "DELETE FROM seats WHERE table_id = $1";
constexpr const char* clear_scores = "DELETE FROM scores WHERE table_id = $1";
// The person is looked up and held, so that somebody who is just being forgotten does not come back.
constexpr const char* add_seat =
    "INSERT INTO seats (table_id, seat, person) "
    "VALUES ($1, $2, (SELECT id FROM people WHERE id = $3 /*pg FOR KEY SHARE*/))";
constexpr const char* clear_names = "DELETE FROM seat_names WHERE table_id = $1";
constexpr const char* add_name =
    "INSERT INTO seat_names (table_id, seat, person, name) "
    "SELECT $1, $2, id, $4 FROM people WHERE id = $3 /*pg FOR KEY SHARE*/";
constexpr const char* add_score =
    "INSERT INTO scores (table_id, seat, person, game, seats, total, body, time, daily, counted) "
    "VALUES ($1, $2, (SELECT id FROM people WHERE id = $3 /*pg FOR KEY SHARE*/), $4, $5, $6, $7, $8, $9, $10) "
    "ON CONFLICT DO NOTHING";
constexpr const char* add_person =
    "INSERT INTO people (id, token, recovery, name, time) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING "
    "1";
constexpr const char* rename_person = "UPDATE people SET name = $2 WHERE id = $1 RETURNING 1";
constexpr const char* replace_token = "UPDATE people SET token = $2, recovery = $3 WHERE recovery = $1 RETURNING 1";
constexpr const char* forget_person = "DELETE FROM people WHERE id = $1 RETURNING 1";
constexpr const char* rename_all = "UPDATE people SET name = $2 WHERE name = $1 RETURNING 1";
constexpr const char* rename_seats = "UPDATE seat_names SET name = $2 WHERE name = $1 RETURNING 1";
constexpr const char* add_setting = "INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
constexpr const char* leave_mark =
    "INSERT INTO writers (id, batch, time) VALUES ($1, $2, $3) "
    "ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, time = excluded.time";
// All notices of a commit, as a list of channels and texts.
constexpr const char* notify =
    "/*pg SELECT pg_notify(notice->>0, notice->>1) FROM json_array_elements(CAST($1 AS json)) notice*/";
constexpr const char* notify_peers = "/*pg SELECT pg_notify('volpe_told', $1)*/";
constexpr const char* notify_of_person =
    "/*pg SELECT pg_notify('volpe', $2 || ' 0 ' || octet_length(table_id) || ' ' || table_id) FROM seats WHERE person "
    "= $1*/";
constexpr const char* notify_of_name =
    "/*pg SELECT pg_notify('volpe', $2 || ' 0 ' || octet_length(table_id) || ' ' || table_id) FROM seats s JOIN people "
    "p ON p.id = s.person WHERE "
    "p.name = $1 UNION ALL SELECT pg_notify('volpe', $2 || ' 0 ' || octet_length(table_id) || ' ' || table_id) FROM "
    "seat_names WHERE name = $1*/";

// A table of the batch: how far its writes are decided, and how it stands after them.
struct TableNow {
  std::vector<size_t> writes = {};  // to it, in their order
  size_t next = 0;                  // the first of them that neither holds the table nor is refused
  bool held = false;                // nobody else can change it before this transaction ends
  bool there = false;
  bool refused = false;  // the next write could not take hold: where does the table stand?
  bool touched = false;
  i64 revision = 0;
  size_t question = 0;

  bool undecided() const { return !held && next < writes.size(); }
};

// The table with its line in the lists, as of the last of the entries.
Row listed(const Change& change) {
  const Listing listing = change.listing.value_or(Listing());
  const Value time = change.entries.empty() ? Value() : Value(change.entries.back().time);
  return {change.table, listing.game, std::string(name(listing.stage)), i64{listing.listed}, listing.summary, time};
}

Row row_of(const Change& change, size_t entry) {
  const Entry& added = change.entries[entry];
  return {change.table, change.after + 1 + i64(entry), value(added.key), added.body, added.time};
}

class Batch {
 public:
  explicit Batch(std::span<const Write> writes) : writes_(writes), outcomes_(writes.size()) {
    for (size_t at = 0; at < writes.size(); ++at) {
      if (const auto* change = std::get_if<Change>(&writes[at])) tables_[change->table].writes.push_back(at);
      if (const auto* removal = std::get_if<RemoveTable>(&writes[at])) tables_[removal->table].writes.push_back(at);
    }
  }

  // Whether there are tables to take hold of, or to look at again because that was refused.
  bool undecided() const {
    return std::any_of(tables_.begin(), tables_.end(), [](const auto& table) { return table.second.undecided(); });
  }

  void ask(std::vector<Statement>& list) {
    for (auto& [id, now] : tables_) {
      if (!now.undecided()) continue;
      now.question = list.size();
      const auto* change = std::get_if<Change>(&writes_[now.writes[now.next]]);
      if (now.refused) {
        list.push_back({last_revision, {id}});
      } else if (change == nullptr || change->entries.empty()) {
        list.push_back({hold_table, {id}});
        list.push_back({last_revision, {id}});
      } else {
        list.push_back(change->after == 0 ? Statement{open_table, listed(*change)}
                                          : Statement{add_next_entry, row_of(*change, 0)});
      }
    }
  }

  void learn(const std::vector<Rows>& answers) {
    for (auto& [id, now] : tables_)
      if (now.undecided()) learn(now, std::span(answers).subspan(now.question));
  }

  // What the writes that are not refused come to.
  std::vector<Statement> decide(const std::optional<Mark>& mark) {
    writer_ = mark ? mark->writer : Id();
    for (at_ = 0; at_ < writes_.size(); ++at_) std::visit([&](const auto& write) { decide(write); }, writes_[at_]);
    if (mark) add_notices();
    if (mark && (!begun_.empty() || !statements_.empty())) add({leave_mark, {mark->writer, mark->batch, mark->time}});
    return std::move(statements_);
  }

  void receive(const std::vector<Rows>& answers) {
    for (const Expected& expected : expected_) {
      const auto from = answers.begin() + std::ptrdiff_t(expected.statement);
      if (std::all_of(from, from + expected.count, [](const Rows& rows) { return rows.empty(); }))
        outcomes_[expected.write] = expected.otherwise;
    }
  }

  std::vector<Outcome> outcomes() { return std::move(outcomes_); }

 private:
  struct Expected {  // a row from one of some statements; without it the write was not done
    size_t statement, write;
    Outcome otherwise;
    int count = 1;
  };

  void learn(TableNow& now, std::span<const Rows> answers) {
    const auto* change = std::get_if<Change>(&writes_[now.writes[now.next]]);
    const bool found = !answers[0].empty();
    if (now.refused) {
      refuse(now, number(answers[0].front()[0]));
    } else if (change == nullptr || change->entries.empty()) {
      if (!found) return refuse(now, 0);
      now.held = now.there = true;
      now.revision = number(answers[1].front()[0]);
    } else if (found) {
      now.held = true;
      now.there = change->after > 0;
      now.revision = change->after;
      begun_.insert(now.writes[now.next]);
    } else {
      now.refused = true;
    }
  }

  // Refuses the next write, and changes behind it that do not follow this revision either.
  void refuse(TableNow& now, i64 revision) {
    now.refused = false;
    do {
      const size_t at = now.writes[now.next++];
      outcomes_[at] = std::holds_alternative<Change>(writes_[at]) ? moved_on(revision) : no_table();
    } while (now.next < now.writes.size() && cannot_follow(writes_[now.writes[now.next]], revision));
  }

  static bool cannot_follow(const Write& write, i64 revision) {
    const auto* change = std::get_if<Change>(&write);
    return change != nullptr && change->after != revision;
  }
  static Outcome moved_on(i64 revision) { return {Outcome::conflict, revision, "the table has moved on"}; }
  static Outcome no_table() { return {Outcome::absent, 0, "there is no such table"}; }

  void add_notices() {
    std::vector<Notice> notices;
    for (const auto& [id, now] : tables_)
      if (now.touched) notices.push_back({id, now.revision});
    boost::json::array list;
    for (const auto& [group, texts] : notice_texts(writer_, notices))
      for (const std::string& text : texts) list.emplace_back(boost::json::array{channel_of(group), text});
    if (!list.empty()) add({notify, {boost::json::serialize(list)}});
  }

  void add(Statement statement) { statements_.push_back(std::move(statement)); }
  void expect(Statement statement, Outcome otherwise) {
    expected_.push_back({statements_.size(), at_, std::move(otherwise)});
    add(std::move(statement));
  }

  void decide(const Change& change) {
    if (outcomes_[at_].kind != Outcome::done) return;
    TableNow& now = tables_[change.table];
    if (now.revision != change.after) {
      outcomes_[at_] = moved_on(now.revision);
      return;
    }
    const bool begun = begun_.contains(at_), opens = !now.there;
    if (opens && !begun) add({open_table, listed(change)});
    for (size_t entry = begun && !opens ? 1 : 0; entry < change.entries.size(); ++entry)
      add({add_entry, row_of(change, entry)});
    if (change.listing && !opens) add({list_table, listed(change)});
    if (change.seats) replace_seats(change.table, *change.seats);
    if (change.scores) replace_scores(change.table, *change.scores);
    if (change.names) replace_names(change.table, *change.names);
    now.there = now.touched = true;
    outcomes_[at_].revision = now.revision += i64(change.entries.size());
  }

  void replace_seats(const Id& table, const Seats& people) {
    add({clear_seats, {table}});
    for (size_t seat = 0; seat < people.size(); ++seat) add({add_seat, {table, i64(seat), value(people[seat])}});
  }

  void replace_names(const Id& table, const std::vector<SeatName>& names) {
    add({clear_names, {table}});
    for (const SeatName& name : names) add({add_name, {table, i64{name.seat}, name.person, name.name}});
  }

  // A daily score is tried as one that counts; if the person has one that does, the second try keeps it as another.
  void replace_scores(const Id& table, const std::vector<Score>& scores) {
    add({clear_scores, {table}});
    for (const Score& score : scores) {
      Statement statement{add_score,
                          {table, i64{score.seat}, value(score.person), score.game, i64{score.seats}, score.total,
                           score.body, score.time, value(score.daily), i64{1}}};
      if (score.daily) add(statement);
      statement.values.back() = i64{0};
      add(std::move(statement));
    }
  }

  void decide(const RemoveTable& removal) {
    if (outcomes_[at_].kind != Outcome::done) return;
    TableNow& now = tables_[removal.table];
    if (!now.there) {
      outcomes_[at_] = no_table();
      return;
    }
    add({remove_table, {removal.table}});
    now.there = false;
    now.touched = true;
    now.revision = 0;
  }

  void decide(const NewPerson& person) {
    expect({add_person, {person.person, person.token, person.recovery, person.name, person.time}},
           {Outcome::conflict, 0, "there is such a person already"});
  }
  void decide(const Rename& rename) {
    add({notify_of_person, {rename.person, writer_}});
    expect({rename_person, {rename.person, rename.name}}, {Outcome::absent, 0, "there is no such person"});
  }
  void decide(const NewToken& token) {
    expect({replace_token, {token.recovery, token.token, token.next_recovery}},
           {Outcome::absent, 0, "nobody has this recovery code"});
  }
  void decide(const ForgetPerson& forget) {
    add({notify_of_person, {forget.person, writer_}});
    expect({forget_person, {forget.person}}, {Outcome::absent, 0, "there is no such person"});
  }
  void decide(const ReplaceName& name) {
    add({notify_of_name, {name.name, writer_}});
    expect({rename_all, {name.name, name.instead}}, {Outcome::absent, 0, "nobody has this name"});
    expected_.back().count = 2;
    add({rename_seats, {name.name, name.instead}});
  }
  void decide(const NewSetting& setting) { add({add_setting, {setting.key, setting.value}}); }
  void decide(const Broadcast& broadcast) { add({notify_peers, {writer_ + " " + broadcast.text}}); }

  std::span<const Write> writes_;
  std::vector<Outcome> outcomes_;
  std::map<Id, TableNow> tables_;
  std::set<size_t> begun_;  // changes that hold their table: the table or the first entry is written
  size_t at_ = 0;
  Id writer_;
  std::vector<Statement> statements_;
  std::vector<Expected> expected_;
};

BatchEnd broken(Connection& connection, const Failure& failure) {
  if (failure.kind != Failure::lost) (void)connection.run({{"ROLLBACK"}});
  return {{}, failure};
}

}  // namespace

BatchEnd write_batch(Connection& connection, std::span<const Write> writes, const std::optional<Mark>& mark) {
  Batch batch(writes);
  std::vector<Statement> statements = {{"BEGIN /*sqlite IMMEDIATE*/"}};
  do {
    batch.ask(statements);
    auto answers = connection.run(statements);
    if (!answers) return broken(connection, answers.error());
    batch.learn(*answers);
    statements.clear();
  } while (batch.undecided());

  statements = batch.decide(mark);
  auto answers = connection.run(statements);
  if (!answers) return broken(connection, answers.error());
  batch.receive(*answers);

  if (auto end = connection.run({{"COMMIT"}}); !end) {
    BatchEnd failed = broken(connection, end.error());
    failed.unknown = end.error().kind == Failure::lost;
    if (failed.unknown) failed.outcomes = batch.outcomes();
    return failed;
  }
  return {batch.outcomes(), {}};
}

std::optional<Failure> introduce(Connection& connection, const Mark& mark) {
  constexpr i64 month = i64{30} * 24 * 60 * 60 * 1000;
  auto done = connection.run({{"DELETE FROM writers WHERE time < $1", {mark.time - month}},
                              {leave_mark, {mark.writer, mark.batch, mark.time}}});
  if (done) return {};
  return done.error();
}

Attempt<bool> committed(Connection& connection, const Mark& mark) {
  auto found = connection.run({{"SELECT batch FROM writers WHERE id = $1 /*pg FOR UPDATE*/", {mark.writer}}});
  if (!found) return found.error();
  const Rows& rows = found->front();
  return !rows.empty() && number(rows.front()[0]) == mark.batch;
}

}  // namespace volpe::store
