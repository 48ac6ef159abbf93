// A batch in three questions to the database: how the tables stand (which locks them, in the order of their ids, so
// that two servers cannot wait for each other), then everything to write, then COMMIT. Which writes are refused is
// decided in between, so no statement fails because of a conflict and nobody is hurt by a neighbour.
#include "store/batch.h"

#include <map>

#include "store/rows.h"

namespace volpe::store {
namespace {

constexpr const char* make_table =
    "INSERT INTO tables (id, revision, game, stage, listed, summary, time) VALUES ($1, 0, '', 'open', 0, '', 0) "
    "ON CONFLICT DO NOTHING";
constexpr const char* lock_table = "SELECT revision FROM tables WHERE id = $1 /*pg FOR NO KEY UPDATE*/";
constexpr const char* find_key = "SELECT revision FROM entries WHERE table_id = $1 AND key = $2";
constexpr const char* add_entry = "INSERT INTO entries (table_id, revision, key, body) VALUES ($1, $2, $3, $4)";
constexpr const char* move_table = "UPDATE tables SET revision = $2 WHERE id = $1";
constexpr const char* list_table =
    "UPDATE tables SET game = $2, stage = $3, listed = $4, summary = $5, time = $6 WHERE id = $1";
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
constexpr const char* notify = "/*pg SELECT pg_notify('volpe', $1)*/";
constexpr const char* notify_peers = "/*pg SELECT pg_notify('volpe_told', $1)*/";
constexpr const char* notify_of_person =
    "/*pg SELECT pg_notify('volpe', $2 || ' 0 ' || table_id) FROM seats WHERE person = $1*/";
constexpr const char* notify_of_name =
    "/*pg SELECT pg_notify('volpe', $2 || ' 0 ' || table_id) FROM seats s JOIN people p ON p.id = s.person WHERE "
    "p.name = $1 UNION ALL SELECT pg_notify('volpe', $2 || ' 0 ' || table_id) FROM seat_names WHERE name = $1*/";

// A table of the batch: how the database has it, then how it is after the writes decided so far.
struct TableNow {
  bool make = false;
  bool there = false;
  bool touched = false;
  i64 revision = 0;
  size_t question = 0;
  std::map<Id, i64> keys = {};
};

class Batch {
 public:
  explicit Batch(std::span<const Write> writes) : writes_(writes), outcomes_(writes.size()) {
    for (const Write& write : writes_) {
      if (const auto* change = std::get_if<Change>(&write)) tables_[change->table].make |= change->after == 0;
      if (const auto* removal = std::get_if<RemoveTable>(&write)) tables_[removal->table];
    }
  }

  std::vector<Statement> questions() {
    std::vector<Statement> list = {{"BEGIN /*sqlite IMMEDIATE*/"}};
    for (auto& [id, now] : tables_) {
      if (now.make) list.push_back({make_table, {id}});
      now.question = list.size();
      list.push_back({lock_table, {id}});
    }
    key_question_ = list.size();
    for_each_key([&](const Id& table, const Id& key) { list.push_back({find_key, {table, key}}); });
    return list;
  }

  void learn(const std::vector<Rows>& answers) {
    for (auto& [id, now] : tables_) {
      const Rows& found = answers[now.question];
      now.there = !found.empty();
      if (now.there) now.revision = number(found.front()[0]);
    }
    size_t at = key_question_;
    for_each_key([&](const Id& table, const Id& key) {
      const Rows& found = answers[at++];
      if (!found.empty()) tables_[table].keys[key] = number(found.front()[0]);
    });
  }

  // What the writes that are not refused come to.
  std::vector<Statement> decide(const std::optional<Mark>& mark) {
    writer_ = mark ? mark->writer : Id();
    for (at_ = 0; at_ < writes_.size(); ++at_) std::visit([&](const auto& write) { decide(write); }, writes_[at_]);
    for (const auto& [id, now] : tables_)
      if (now.touched) {
        if (now.there) add({move_table, {id, now.revision}});
        if (mark) add({notify, {mark->writer + " " + std::to_string(now.revision) + " " + id}});
      }
    if (mark && !statements_.empty()) add({leave_mark, {mark->writer, mark->batch, mark->time}});
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

  template <class Visit>
  void for_each_key(Visit visit) const {
    for (const Write& write : writes_)
      if (const auto* change = std::get_if<Change>(&write))
        for (const Entry& entry : change->entries)
          if (entry.key) visit(change->table, *entry.key);
  }

  void add(Statement statement) { statements_.push_back(std::move(statement)); }
  void expect(Statement statement, Outcome otherwise) {
    expected_.push_back({statements_.size(), at_, std::move(otherwise)});
    add(std::move(statement));
  }

  void decide(const Change& change) {
    TableNow& now = tables_[change.table];
    for (const Entry& entry : change.entries)
      if (entry.key)
        if (const auto found = now.keys.find(*entry.key); found != now.keys.end()) {
          outcomes_[at_] = {Outcome::repeated, found->second, "the message was written before"};
          return;
        }
    if (!now.there || now.revision != change.after) {
      outcomes_[at_] = {Outcome::conflict, now.revision, "the table has moved on"};
      return;
    }
    now.touched = true;
    for (const Entry& entry : change.entries) {
      add({add_entry, {change.table, ++now.revision, value(entry.key), entry.body}});
      if (entry.key) now.keys[*entry.key] = now.revision;
    }
    if (change.listing) {
      const Listing& listing = *change.listing;
      add({list_table,
           {change.table, listing.game, std::string(name(listing.stage)), i64{listing.listed}, listing.summary,
            listing.time}});
    }
    if (change.seats) replace_seats(change.table, *change.seats);
    if (change.scores) replace_scores(change.table, *change.scores);
    if (change.names) replace_names(change.table, *change.names);
    outcomes_[at_].revision = now.revision;
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
    TableNow& now = tables_[removal.table];
    if (!now.there) {
      outcomes_[at_] = {Outcome::absent, 0, "there is no such table"};
      return;
    }
    add({remove_table, {removal.table}});
    now = {.touched = true};
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
  size_t key_question_ = 0;
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
  const std::vector<Statement> questions = batch.questions();
  auto answers = connection.run(questions);
  if (!answers) return broken(connection, answers.error());
  batch.learn(*answers);

  const std::vector<Statement> statements = batch.decide(mark);
  answers = connection.run(statements);
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
