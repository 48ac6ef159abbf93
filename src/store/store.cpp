// The store over either database: what is asked and how rows become values.
#include "store/store.h"

#include <future>

#include "store/readers.h"
#include "store/rows.h"
#include "store/schema.h"
#include "store/transfer.h"
#include "store/writer.h"

namespace volpe::store {
namespace {

// An event writes nothing but its entry, so revision and time of a table are those of its last one. What `tables` holds
// itself is as of when the listing was last written: its time is never later than the real one.
#define LAST_TIME "(SELECT time FROM entries WHERE table_id = t.id ORDER BY revision DESC LIMIT 1)"
#define TABLES                                                                                          \
  "SELECT t.id, (SELECT max(revision) FROM entries WHERE table_id = t.id), t.game, t.stage, t.listed, " \
  "t.summary, " LAST_TIME " AS last_time FROM tables t "
#define SCORE_COLUMNS \
  "s.table_id, s.seat, s.person, s.game, s.seats, s.total, s.body, s.time, s.daily, s.counted, coalesce(p.name, '')"

constexpr const char* read_entries =
    "SELECT revision, key, body, time FROM entries WHERE table_id = $1 AND revision >= $2 ORDER BY revision";
constexpr const char* read_table = TABLES "WHERE t.id = $1";
constexpr const char* read_listed = TABLES "WHERE t.stage = $1 AND t.listed = 1 ORDER BY last_time DESC, t.id LIMIT $2";
constexpr const char* read_until = TABLES "WHERE t.stage = $1 AND t.listed IN (0, 1) AND t.time <= $2 AND " LAST_TIME
                                          " <= $2 ORDER BY last_time, t.id LIMIT $3";
constexpr const char* read_tables_of =
    TABLES "WHERE t.id IN (SELECT table_id FROM seats WHERE person = $1) ORDER BY last_time DESC, t.id LIMIT $2";
constexpr const char* read_people_at =
    "SELECT p.id, p.name, p.time FROM seats s LEFT JOIN people p ON p.id = s.person WHERE s.table_id = $1 ORDER BY "
    "s.seat";
constexpr const char* read_seat_names = "SELECT seat, person, name FROM seat_names WHERE table_id = $1 ORDER BY seat";
constexpr const char* read_scores_of =
    "SELECT " SCORE_COLUMNS
    " FROM scores s LEFT JOIN people p ON p.id = s.person WHERE s.person = $1 ORDER BY s.time DESC, s.table_id, s.seat "
    "LIMIT $2";
constexpr const char* read_board =
    "SELECT " SCORE_COLUMNS
    " FROM scores s LEFT JOIN people p ON p.id = s.person WHERE s.daily = $1 AND s.counted = 1 "
    "ORDER BY s.total DESC, s.time, s.table_id, s.seat LIMIT $2";
constexpr const char* read_person = "SELECT id, name, time FROM people WHERE id = $1";
constexpr const char* read_token = "SELECT id, name, time FROM people WHERE token = $1";
constexpr const char* read_setting = "SELECT value FROM settings WHERE key = $1";

StoredEntry entry_of(const Row& row) { return {{text(row[2]), maybe_text(row[1]), number(row[3])}, number(row[0])}; }

StoredTable table_of(const Row& row) {
  return {{text(row[2]), stage_named(text(row[3])), number(row[4]) != 0, text(row[5])},
          text(row[0]),
          number(row[1]),
          number(row[6])};
}

StoredScore score_of(const Row& row) {
  return {{int(number(row[1])), maybe_text(row[2]), text(row[3]), int(number(row[4])), number(row[5]), text(row[6]),
           number(row[7]), maybe_text(row[8])},
          text(row[0]),
          number(row[9]) != 0,
          text(row[10])};
}

Person person_of(const Row& row) { return {text(row[0]), text(row[1]), number(row[2])}; }

std::optional<Person> maybe_person_of(const Row& row) {
  if (!maybe_text(row[0])) return {};
  return person_of(row);
}

SeatName seat_name_of(const Row& row) { return {int(number(row[0])), text(row[1]), text(row[2])}; }

std::string setting_of(const Row& row) { return text(row[0]); }

// Every row of an answer as a value.
template <class T>
Result<std::vector<T>> all(Result<Rows> rows, T (*value_of)(const Row&)) {
  if (!rows) return rows.error();
  std::vector<T> values;
  values.reserve(rows->size());
  for (const Row& row : *rows) values.push_back(value_of(row));
  return values;
}

// The first row of an answer as a value, if there is one.
template <class T>
Result<std::optional<T>> first(Result<Rows> rows, T (*value_of)(const Row&)) {
  if (!rows) return rows.error();
  if (rows->empty()) return std::optional<T>();
  return std::optional<T>(value_of(rows->front()));
}

class SqlStore final : public Store {
 public:
  SqlStore(std::unique_ptr<Database> database, StoreOptions options)
      : options_(std::move(options)), database_(std::move(database)), readers_(*database_) {}

  std::optional<Error> start() {
    auto connection = database_->connect(options_.read_only ? Database::Use::read : Database::Use::load);
    if (!connection) return error_of(connection.error());
    if (std::optional<Error> refused = migrate(**connection, schema_steps(), options_.read_only)) return refused;
    if (options_.read_only) return {};
    if (options_.on_change || options_.on_peer_message) {
      auto listening = database_->listen({options_.on_change, options_.on_peer_message});
      if (!listening) return error_of(listening.error());
      listening_ = std::move(*listening);
    }
    writer_.emplace(*database_, options_);
    if (std::optional<Failure> failure = writer_->start()) return error_of(*failure);
    return {};
  }

  void write(Write write, Callback callback) override {
    if (std::holds_alternative<Broadcast>(write) && !database_->shared()) return callback({});  // nobody else is there
    if (writer_) return writer_->write(std::move(write), std::move(callback));
    callback({Outcome::refused, 0, "the store was opened for reading only"});
  }

  Result<std::vector<StoredEntry>> entries(const Id& table, i64 from) override {
    return all(readers_.ask({read_entries, {table, from}}), entry_of);
  }
  Result<std::optional<StoredTable>> table(const Id& table) override {
    return first(readers_.ask({read_table, {table}}), table_of);
  }
  Result<std::vector<StoredTable>> listed_tables(Stage stage, int limit) override {
    return all(readers_.ask({read_listed, {std::string(name(stage)), i64{limit}}}), table_of);
  }
  Result<std::vector<StoredTable>> tables_until(Stage stage, i64 time, int limit) override {
    return all(readers_.ask({read_until, {std::string(name(stage)), time, i64{limit}}}), table_of);
  }
  Result<std::vector<StoredTable>> tables_of(const Id& person, int limit) override {
    return all(readers_.ask({read_tables_of, {person, i64{limit}}}), table_of);
  }
  Result<std::vector<std::optional<Person>>> people_at(const Id& table) override {
    return all(readers_.ask({read_people_at, {table}}), maybe_person_of);
  }
  Result<std::vector<SeatName>> seat_names(const Id& table) override {
    return all(readers_.ask({read_seat_names, {table}}), seat_name_of);
  }
  Result<std::vector<StoredScore>> scores_of(const Id& person, int limit) override {
    return all(readers_.ask({read_scores_of, {person, i64{limit}}}), score_of);
  }
  Result<std::vector<StoredScore>> board(const std::string& daily, int limit) override {
    return all(readers_.ask({read_board, {daily, i64{limit}}}), score_of);
  }
  Result<std::optional<Person>> person(const Id& person) override {
    return first(readers_.ask({read_person, {person}}), person_of);
  }
  Result<std::optional<Person>> person_with_token(const Id& token) override {
    return first(readers_.ask({read_token, {token}}), person_of);
  }

  Result<std::optional<std::string>> setting(const Id& key) override {
    return first(readers_.ask({read_setting, {key}}), setting_of);
  }
  Result<std::string> setting(const Id& key, const std::string& if_new) override {
    Result<std::optional<std::string>> found = setting(key);
    if (!found) return found.error();
    if (!*found) {
      const Outcome made = write_and_wait(NewSetting{key, if_new});
      if (made.kind != Outcome::done) return Error{Code::unavailable, made.message};
      found = setting(key);
      if (!found) return found.error();
      if (!*found) return Error{Code::unavailable, "the setting " + key + " cannot be kept"};
    }
    return **found;
  }

  std::optional<Error> export_to(const std::function<bool(std::string_view)>& visit) override {
    auto connection = database_->connect(Database::Use::read);
    if (!connection) return error_of(connection.error());
    return export_rows(**connection, visit);
  }
  std::optional<Error> import_from(const std::function<std::optional<std::string>()>& next) override {
    if (!writer_) return Error{Code::bad_option, "the store was opened for reading only"};
    auto connection = database_->connect(Database::Use::load);
    if (!connection) return error_of(connection.error());
    return import_rows(**connection, next);
  }
  std::optional<Error> backup(const std::string& path) override { return database_->backup(path); }

  std::shared_ptr<void> follow(const Id& table) override { return listening_ ? listening_->follow(table) : nullptr; }

  Counters counters() const override { return writer_ ? writer_->counters() : Counters(); }

 private:
  static Error error_of(const Failure& failure) { return {Code::unavailable, failure.message}; }

  StoreOptions options_;
  std::unique_ptr<Database> database_;
  Readers readers_;
  std::unique_ptr<Listening> listening_;
  std::optional<Writer> writer_;  // the last member: it ends first, with everything else still there
};

Result<std::unique_ptr<Database>> database_at(const std::string& address, const StoreOptions& options) {
  constexpr std::string_view file = "sqlite:";
  if (address.starts_with(file) && address.size() > file.size())
    return sqlite_database(address.substr(file.size()), options.read_only, options.maintenance);
  if (address.starts_with("postgresql://") || address.starts_with("postgres://")) return postgres_database(address);
  return Error{Code::bad_option, "a store is sqlite:PATH or postgresql://…, not \"" + address + "\""};
}

}  // namespace

Outcome Store::write_and_wait(Write write) {
  const auto outcome = std::make_shared<std::promise<Outcome>>();  // shared: the callback may outlive this wait
  this->write(std::move(write), [outcome](const Outcome& known) { outcome->set_value(known); });
  return outcome->get_future().get();
}

std::string in_dialect(std::string_view sql, std::string_view dialect) {
  const std::string opening = "/*" + std::string(dialect) + " ";
  std::string text;
  for (size_t at = 0; at < sql.size();) {
    const size_t comment = std::min(sql.find(opening, at), sql.size());
    text += sql.substr(at, comment - at);
    if (comment == sql.size()) break;
    const size_t inside = comment + opening.size(), end = sql.find("*/", inside);
    text += sql.substr(inside, end - inside);
    at = end + 2;
  }
  return text;
}

Result<std::unique_ptr<Store>> open_store(const std::string& address, StoreOptions options) {
  Result<std::unique_ptr<Database>> database = database_at(address, options);
  if (!database) return database.error();
  auto store = std::make_unique<SqlStore>(std::move(*database), std::move(options));
  if (std::optional<Error> failed = store->start()) return *failed;
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace volpe::store
