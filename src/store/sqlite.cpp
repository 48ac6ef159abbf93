// SQLite: a file in WAL mode, synced at every commit, for one server at a time.
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include <charconv>
#include <cstring>
#include <filesystem>
#include <unordered_map>

#include "store/connection.h"

namespace volpe::store {
namespace {

namespace fs = std::filesystem;

struct Close {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Handle = std::unique_ptr<sqlite3, Close>;
using Prepared = std::unique_ptr<sqlite3_stmt, Close>;

Failure::Kind kind_of(int code) {
  switch (code & 0xff) {
    case SQLITE_ERROR:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_RANGE:
    case SQLITE_TOOBIG: return Failure::own;
    default: return Failure::unable;
  }
}

class SqliteConnection final : public Connection {
 public:
  SqliteConnection(Handle handle, std::string path) : handle_(std::move(handle)), path_(std::move(path)) {}

  using Connection::run;
  Attempt<std::vector<Rows>> run(std::span<const Statement> statements) override {
    std::vector<Rows> answers;
    for (const Statement& statement : statements) {
      Attempt<Rows> rows = run_one(statement);
      if (!rows) return rows.error();
      answers.push_back(std::move(*rows));
    }
    return answers;
  }

 private:
  Failure failure() const {
    const int code = sqlite3_extended_errcode(handle_.get());
    return {kind_of(code), "the store " + path_ + " fails: " + sqlite3_errmsg(handle_.get())};
  }

  Attempt<sqlite3_stmt*> prepare(const char* sql) {
    if (const auto known = prepared_.find(sql); known != prepared_.end()) return known->second.get();
    const std::string text = in_dialect(sql, "sqlite");
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v3(handle_.get(), text.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr) !=
        SQLITE_OK)
      return failure();
    prepared_.emplace(sql, statement);
    return statement;
  }

  static int bind(sqlite3_stmt* statement, int at, const Value& value) {
    if (const i64* number = std::get_if<i64>(&value)) return sqlite3_bind_int64(statement, at, *number);
    if (const std::string* text = std::get_if<std::string>(&value))
      return sqlite3_bind_text64(statement, at, text->data(), text->size(), SQLITE_STATIC, SQLITE_UTF8);
    return sqlite3_bind_null(statement, at);
  }

  static Value column(sqlite3_stmt* statement, int at) {
    switch (sqlite3_column_type(statement, at)) {
      case SQLITE_NULL: return {};
      case SQLITE_INTEGER: return i64{sqlite3_column_int64(statement, at)};
      default: break;
    }
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, at));
    return std::string(text == nullptr ? "" : text, size_t(sqlite3_column_bytes(statement, at)));
  }

  Attempt<Rows> run_one(const Statement& wanted) {
    Attempt<sqlite3_stmt*> prepared = prepare(wanted.sql);
    if (!prepared) return prepared.error();
    sqlite3_stmt* statement = *prepared;
    if (statement == nullptr) return Rows{};  // all of it was for the other database
    // SQLite counts parameters as they appear, so each is found by its name.
    for (int at = 1; at <= sqlite3_bind_parameter_count(statement); ++at) {
      const char* name = sqlite3_bind_parameter_name(statement, at);
      size_t number = 0;
      std::from_chars(name + 1, name + std::strlen(name), number);
      bind(statement, at, wanted.values.at(number - 1));
    }
    Rows rows;
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
      Row& row = rows.emplace_back();
      for (int at = 0; at < sqlite3_column_count(statement); ++at) row.push_back(column(statement, at));
    }
    if (code == SQLITE_DONE) {
      sqlite3_reset(statement);
      return rows;
    }
    Failure why = failure();
    sqlite3_reset(statement);
    return why;
  }

  Handle handle_;
  std::string path_;
  std::unordered_map<const char*, Prepared> prepared_;  // after the handle, so that it is gone before it
};

// Held by the server of a file. The kernel lets go of it when the process ends, however it ends.
class LockFile {
 public:
  explicit LockFile(const std::string& path) : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {}
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;
  ~LockFile() {
    if (file_ >= 0) close(file_);
  }

  bool opened() const { return file_ >= 0; }
  bool taken() const { return flock(file_, LOCK_EX | LOCK_NB) == 0; }

 private:
  int file_;
};

class Sqlite final : public Database {
 public:
  Sqlite(std::string path, bool read_only, std::unique_ptr<LockFile> lock)
      : path_(std::move(path)), read_only_(read_only), lock_(std::move(lock)) {}

  Attempt<std::unique_ptr<Connection>> connect(Use use) override {
    const bool reads = read_only_ || use == Use::read;
    sqlite3* opened = nullptr;
    const int flags = SQLITE_OPEN_NOMUTEX | (reads ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    const int code = sqlite3_open_v2(path_.c_str(), &opened, flags, nullptr);
    Handle handle(opened);
    if (code != SQLITE_OK) return refusal(sqlite3_errstr(code));
    sqlite3_extended_result_codes(opened, 1);
    sqlite3_busy_timeout(opened, 5000);
    auto connection = std::make_unique<SqliteConnection>(std::move(handle), path_);
    if (use == Use::load && !reads) make_pages_small(*connection);
    const auto set = reads ? connection->run({{"SELECT count(*) FROM sqlite_schema"}})
                           : connection->run({{"PRAGMA journal_mode = WAL"},
                                              {"PRAGMA synchronous = FULL"},
                                              {"PRAGMA foreign_keys = ON"},
                                              {"PRAGMA wal_autocheckpoint = 32000"},
                                              {"PRAGMA journal_size_limit = 67108864"}});
    if (!set) return set.error();
    return std::unique_ptr<Connection>(std::move(connection));
  }

  bool shared() const override { return false; }
  Id signature() const override { return {}; }
  Attempt<std::unique_ptr<Listening>> listen(Listeners) override { return std::unique_ptr<Listening>(); }

  std::optional<Error> backup(const std::string& path) override {
    const std::string beside = path + ".part";
    std::error_code error;
    if (fs::exists(path, error)) return Error{Code::bad_option, "the file " + path + " is there already"};
    fs::remove(beside, error);
    if (std::optional<Error> failed = copy_to(beside)) {
      fs::remove(beside, error);
      return failed;
    }
    fs::rename(beside, path, error);
    if (error) return Error{Code::unavailable, "the backup " + path + " cannot be written: " + error.message()};
    return {};
  }

 private:
  Failure refusal(const std::string& why) const {
    return {Failure::unable, "the store " + path_ + " cannot be opened: " + why};
  }

  // A commit writes whole pages, of which an event changes some hundred bytes. A store with larger ones is written
  // anew; where that cannot be (something else has it open, no space), it works all the same.
  static void make_pages_small(SqliteConnection& connection) {
    const auto found = connection.run({{"PRAGMA page_size = 1024"},
                                       {"SELECT 1 FROM sqlite_schema WHERE name = 'volpe_schema'"},
                                       {"PRAGMA page_size"}});
    if (!found || (*found)[1].empty() || (*found)[2].front() == Row{i64{1024}}) return;
    (void)connection.run({{"PRAGMA journal_mode = DELETE"}, {"PRAGMA page_size = 1024"}, {"VACUUM"}});
  }

  std::optional<Error> copy_to(const std::string& path) const {
    sqlite3 *from = nullptr, *to = nullptr;
    int code = sqlite3_open_v2(path_.c_str(), &from, SQLITE_OPEN_READONLY, nullptr);
    const Handle source(from);
    if (code == SQLITE_OK)
      code = sqlite3_open_v2(path.c_str(), &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    const Handle copy(to);
    if (code == SQLITE_OK) {
      sqlite3_busy_timeout(from, 5000);
      // All pages in one step, so that no commit in between makes it start again.
      sqlite3_backup* backup = sqlite3_backup_init(to, "main", from, "main");
      if (backup != nullptr) sqlite3_backup_step(backup, -1);
      code = backup == nullptr ? sqlite3_errcode(to) : sqlite3_backup_finish(backup);
    }
    if (code == SQLITE_OK) return {};
    return Error{Code::unavailable, "the backup " + path + " cannot be written: " + sqlite3_errstr(code)};
  }

  std::string path_;
  bool read_only_;
  std::unique_ptr<LockFile> lock_;
};

}  // namespace

Result<std::unique_ptr<Database>> sqlite_database(const std::string& path, bool read_only, bool maintenance) {
  std::unique_ptr<LockFile> lock;
  std::error_code error;
  if ((read_only || maintenance) && !fs::exists(path, error))
    return Error{Code::unavailable, "there is no store " + path};
  if (!read_only && !maintenance) {
    lock = std::make_unique<LockFile>(path + ".lock");
    if (!lock->opened())
      return Error{Code::unavailable, "the store " + path + " cannot be opened: " + std::strerror(errno)};
    if (!lock->taken()) return Error{Code::unavailable, "another server has the store " + path + " open"};
  }
  return std::unique_ptr<Database>(std::make_unique<Sqlite>(path, read_only, std::move(lock)));
}

}  // namespace volpe::store
