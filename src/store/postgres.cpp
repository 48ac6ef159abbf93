// PostgreSQL: any number of servers on one database. Statements go out in pipelines, a question and its answers per
// round trip; notices tell the other servers.
#include <libpq-fe.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstring>
#include <random>
#include <thread>
#include <unordered_map>

#include "store/connection.h"

namespace volpe::store {
namespace {

struct Finish {
  void operator()(PGconn* connection) const { PQfinish(connection); }
  void operator()(PGresult* result) const { PQclear(result); }
  void operator()(PGnotify* notice) const { PQfreemem(notice); }
};
using Handle = std::unique_ptr<PGconn, Finish>;
using Answer = std::unique_ptr<PGresult, Finish>;

// What the database said, as one line.
std::string sentence(const std::string& start, std::string said) {
  while (!said.empty() && said.back() == '\n') said.pop_back();
  std::replace(said.begin(), said.end(), '\n', ' ');
  return start + ": " + said;
}

// By the class of the SQLSTATE; an error without one is libpq's own: the connection is gone.
Failure::Kind kind_of(const char* state) {
  if (state == nullptr) return Failure::lost;
  struct Class {
    std::string_view start;
    Failure::Kind kind;
  };
  static constexpr Class classes[] = {
      {"22", Failure::own},       // data
      {"23", Failure::own},       // constraint
      {"40", Failure::clash},     // deadlock, serialization
      {"55P03", Failure::clash},  // lock timeout
      {"57P", Failure::lost},     // shutdown, crash, not yet up
      {"08", Failure::lost},      // connection
      {"25P03", Failure::lost},   // idle in transaction for too long
  };
  for (const Class& known : classes)
    if (std::string_view(state).starts_with(known.start)) return known.kind;
  return Failure::unable;
}

class PostgresConnection final : public Connection {
 public:
  PostgresConnection(Handle handle, int database_timeout)
      : handle_(std::move(handle)), database_timeout_(database_timeout) {
    PQsetNoticeReceiver(
        get(), [](void*, const PGresult*) {}, nullptr);  // it would print them
    PQsetnonblocking(get(), 1);
    PQenterPipelineMode(get());
  }

  PGconn* get() const { return handle_.get(); }

  using Connection::run;
  Attempt<std::vector<Rows>> run(std::span<const Statement> statements) override {
    std::vector<Sent> sent;
    for (const Statement& statement : statements)
      if (!send(statement, sent)) return lost();
    if (PQpipelineSync(get()) == 0) return lost();

    std::vector<Rows> answers;
    std::optional<Failure> failure;
    for (const Sent& next : sent) {
      Attempt<Answer> answer = receive();
      if (!answer) return answer.error();
      if (failure) continue;
      failure = failure_in(answer->get(), next.statement);
      if (failure) forget(sent);
      if (failure || next.prepares) continue;
      answers.push_back(rows_of(answer->get()));
    }
    Attempt<Answer> end = receive();  // of the pipeline
    if (!end) return end.error();
    if (failure) return *failure;
    return answers;
  }

 private:
  struct Sent {
    const Statement* statement;
    bool prepares;
  };

  Failure lost() const { return {Failure::lost, sentence("the database is lost", PQerrorMessage(get()))}; }

  bool send(const Statement& statement, std::vector<Sent>& sent) {
    if (statement.values.empty()) {
      sent.push_back({&statement, false});
      const std::string text = in_dialect(statement.sql, "pg");
      return PQsendQueryParams(get(), text.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0) == 1;
    }
    std::string& name = prepared_[statement.sql];
    if (name.empty()) {
      name = "s" + std::to_string(++names_);
      sent.push_back({&statement, true});
      if (PQsendPrepare(get(), name.c_str(), in_dialect(statement.sql, "pg").c_str(), 0, nullptr) == 0) return false;
    }
    sent.push_back({&statement, false});
    return send_values(name, statement.values);
  }

  // Texts go as they are, numbers as digits.
  bool send_values(const std::string& name, const Row& values) {
    std::vector<std::string> digits(values.size());
    std::vector<const char*> starts(values.size(), nullptr);
    std::vector<int> lengths(values.size(), 0), formats(values.size(), 0);
    for (size_t at = 0; at < values.size(); ++at) {
      if (const i64* number = std::get_if<i64>(&values[at])) {
        digits[at] = std::to_string(*number);
        starts[at] = digits[at].c_str();
      } else if (const std::string* text = std::get_if<std::string>(&values[at])) {
        starts[at] = text->data();
        lengths[at] = int(text->size());
        formats[at] = 1;
      }
    }
    return PQsendQueryPrepared(get(), name.c_str(), int(values.size()), starts.data(), lengths.data(), formats.data(),
                               0) == 1;
  }

  // Statements that were to be prepared in a pipeline that broke: whether they are is not worth knowing.
  void forget(const std::vector<Sent>& sent) {
    for (const Sent& each : sent)
      if (each.prepares) prepared_.erase(each.statement->sql);
  }

  // The next answer. Sends what is left to send while it waits, so that the two sides cannot block each other.
  Attempt<Answer> receive() {
    for (;;) {
      while (PQisBusy(get()) != 0) {
        const int unsent = PQflush(get());
        pollfd socket{PQsocket(get()), short(POLLIN | (unsent == 1 ? POLLOUT : 0)), 0};
        if (unsent < 0) return lost();
        const int ready = poll(&socket, 1, database_timeout_);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) return Failure{Failure::lost, "the database is lost: it does not answer"};
        if (ready < 0 || PQconsumeInput(get()) == 0) return lost();
      }
      Answer answer(PQgetResult(get()));
      if (answer) return answer;
      if (PQstatus(get()) == CONNECTION_BAD) return lost();
    }
  }

  static std::optional<Failure> failure_in(const PGresult* answer, const Statement* statement) {
    const ExecStatusType status = PQresultStatus(answer);
    if (status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE || status == PGRES_PIPELINE_ABORTED)
      return Failure{kind_of(PQresultErrorField(answer, PG_DIAG_SQLSTATE)),
                     sentence("the database refuses", PQresultErrorMessage(answer))};
    // A transaction that is broken already answers COMMIT with success, and ROLLBACK.
    const bool commits = std::string_view(statement->sql) == "COMMIT";
    if (commits && std::string_view(PQcmdStatus(const_cast<PGresult*>(answer))) != "COMMIT")
      return Failure{Failure::clash, "the database has rolled back"};
    return {};
  }

  static Value value_of(const PGresult* answer, int row, int column) {
    if (PQgetisnull(answer, row, column) != 0) return {};
    const char* start = PQgetvalue(answer, row, column);
    const int length = PQgetlength(answer, row, column);
    const Oid type = PQftype(answer, column);
    constexpr Oid int8 = 20, int4 = 23;
    if (type != int8 && type != int4) return std::string(start, size_t(length));
    i64 number = 0;
    std::from_chars(start, start + length, number);
    return number;
  }

  static Rows rows_of(const PGresult* answer) {
    Rows rows(static_cast<size_t>(PQntuples(answer)));
    for (size_t row = 0; row < rows.size(); ++row)
      for (int column = 0; column < PQnfields(answer); ++column)
        rows[row].push_back(value_of(answer, int(row), column));
    return rows;
  }

  Handle handle_;
  int database_timeout_;  // milliseconds to wait for a sign of life; -1 for ever
  std::unordered_map<const char*, std::string> prepared_;
  int names_ = 0;
};

// "signature revision table" of batch.cpp. Nothing if it is our own.
std::optional<Notice> notice_in(std::string_view payload, std::string_view own) {
  const size_t first = payload.find(' '), second = payload.find(' ', first + 1);
  if (second == std::string_view::npos || payload.substr(0, first) == own) return {};
  Notice notice{Id(payload.substr(second + 1))};
  std::from_chars(payload.data() + first + 1, payload.data() + second, notice.revision);
  return notice;
}

// "signature text". Nothing if it is our own.
std::optional<PeerMessage> peer_message_in(std::string_view payload, std::string_view own) {
  const size_t space = payload.find(' ');
  if (space == std::string_view::npos || payload.substr(0, space) == own) return {};
  return PeerMessage{Id(payload.substr(0, space)), std::string(payload.substr(space + 1))};
}

class Postgres;

// A thread that waits for notices, on a connection of its own.
class NotificationListener {
 public:
  NotificationListener(Postgres& database, Listeners listeners, std::unique_ptr<PostgresConnection> first)
      : database_(database), listeners_(std::move(listeners)), connection_(std::move(first)) {
    thread_ = std::thread([this] { work(); });
  }
  NotificationListener(const NotificationListener&) = delete;
  NotificationListener& operator=(const NotificationListener&) = delete;
  ~NotificationListener() {
    eventfd_write(ended_, 1);
    thread_.join();
    close(ended_);
  }

 private:
  void work();
  bool wait(int socket, int milliseconds);
  bool reconnect();
  bool receive();

  Postgres& database_;
  Listeners listeners_;
  std::unique_ptr<PostgresConnection> connection_;
  int ended_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  std::thread thread_;
};

class Postgres final : public Database {
 public:
  explicit Postgres(std::string address) : address_(std::move(address)) {
    std::random_device device;
    char hex[17];
    std::snprintf(hex, sizeof hex, "%08x%08x", device(), device());
    signature_ = hex;
  }

  Attempt<std::unique_ptr<Connection>> connect(Use use) override {
    auto connection = open(use == Use::write ? "volpe writer " + signature_ : "volpe", use == Use::load ? -1 : 15'000);
    if (!connection) return connection.error();
    std::optional<Failure> failure;
    if (use == Use::load) failure = make_namespace(**connection);
    if (use == Use::write) failure = end_predecessor(**connection);
    if (failure) return *failure;
    return std::unique_ptr<Connection>(std::move(*connection));
  }

  bool shared() const override { return true; }
  Id signature() const override { return signature_; }

  Attempt<std::shared_ptr<void>> listen(Listeners listeners) override {
    auto connection = open_listener();
    if (!connection) return connection.error();
    return std::shared_ptr<void>(
        std::make_shared<NotificationListener>(*this, std::move(listeners), std::move(*connection)));
  }

  std::optional<Error> backup(const std::string&) override {
    return Error{Code::bad_option, "PostgreSQL makes its own backups, with pg_dump or pg_basebackup"};
  }

  Attempt<std::unique_ptr<PostgresConnection>> open_listener() {
    auto connection = open("volpe listener", 15'000);
    if (!connection) return connection;
    if (auto listening = (*connection)->run({{"LISTEN volpe"}, {"LISTEN volpe_told"}}); !listening)
      return listening.error();
    return connection;
  }

 private:
  Attempt<std::unique_ptr<PostgresConnection>> open(const std::string& name, int database_timeout) {
    // What stands before the address can be changed by it; what stands after cannot.
    const std::array<const char*, 10> words = {"connect_timeout",  "keepalives_idle",  "keepalives_interval",
                                               "keepalives_count", "tcp_user_timeout", "dbname",
                                               "client_encoding",  "application_name", nullptr};
    const std::array<const char*, 10> values = {"5",    "10",         "5",    "3", "15000", address_.c_str(),
                                                "UTF8", name.c_str(), nullptr};
    Handle handle(PQconnectdbParams(words.data(), values.data(), 1));
    if (!handle || PQstatus(handle.get()) != CONNECTION_OK)
      return Failure{Failure::lost, sentence("the database cannot be reached", PQerrorMessage(handle.get()))};
    const char* encoding = PQparameterStatus(handle.get(), "server_encoding");
    if (encoding == nullptr || std::string_view(encoding) != "UTF8")
      return Failure{Failure::unable, "the database must have the encoding UTF8"};
    auto connection = std::make_unique<PostgresConnection>(std::move(handle), database_timeout);
    // An acknowledged write is on disk whatever the default is; a stricter one (a standby has it too) stays.
    auto set = connection->run(
        {{"SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"},
         {"SET search_path = volpe"},
         {"SET lock_timeout = '5s'"},
         {"SET idle_in_transaction_session_timeout = '60s'"}});
    if (!set) return set.error();
    return connection;
  }

  // Tables of ours have a namespace of their own, so a database may be shared with other programs.
  static std::optional<Failure> make_namespace(Connection& connection) {
    auto found = connection.run(
        {{"BEGIN"}, {"SELECT pg_advisory_xact_lock(8651, 0)"}, {"SELECT 1 FROM pg_namespace WHERE nspname = 'volpe'"}});
    if (!found) return found.error();
    const bool there = !found->back().empty();
    auto made = there ? connection.run({{"COMMIT"}}) : connection.run({{"CREATE SCHEMA volpe"}, {"COMMIT"}});
    if (!made) return made.error();
    return {};
  }

  // A connection that we have lost may still be open at the other end, and hold locks.
  std::optional<Failure> end_predecessor(Connection& connection) const {
    auto ended =
        connection.run({{"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid "
                         "<> pg_backend_pid()",
                         {"volpe writer " + signature_}}});
    if (!ended) return ended.error();
    return {};
  }

  std::string address_;
  Id signature_;
};

// Until the socket has something (true), the time is over, or the store is closed.
bool NotificationListener::wait(int socket, int milliseconds) {
  pollfd both[] = {{ended_, POLLIN, 0}, {socket, POLLIN, 0}};
  return poll(both, socket < 0 ? 1 : 2, milliseconds) > 0 && both[1].revents != 0;
}

bool NotificationListener::reconnect() {
  auto connection = database_.open_listener();
  if (!connection) return false;
  connection_ = std::move(*connection);
  if (listeners_.on_change) listeners_.on_change({});
  return true;
}

// Passes on what has come. False if the connection is gone.
bool NotificationListener::receive() {
  PGconn* connection = connection_->get();
  const bool alive = PQconsumeInput(connection) == 1;
  while (const auto received = std::unique_ptr<PGnotify, Finish>(PQnotifies(connection))) {
    if (std::string_view(received->relname) == "volpe_told") {
      if (std::optional<PeerMessage> told = peer_message_in(received->extra, database_.signature());
          told && listeners_.on_peer_message)
        listeners_.on_peer_message(*told);
    } else if (const std::optional<Notice> notice = notice_in(received->extra, database_.signature());
               notice && listeners_.on_change) {
      listeners_.on_change(*notice);
    }
  }
  return alive && PQstatus(connection) == CONNECTION_OK;
}

void NotificationListener::work() {
  const auto ended = [&] {
    pollfd one{ended_, POLLIN, 0};
    return poll(&one, 1, 0) > 0;
  };
  int pause = 20;
  while (!ended()) {
    if (!connection_) {
      if (reconnect()) {
        pause = 20;
      } else {
        wait(-1, pause);
        pause = std::min(2 * pause, 1000);
      }
      continue;
    }
    if (!receive()) {
      connection_.reset();
      continue;
    }
    wait(PQsocket(connection_->get()), -1);
  }
}

}  // namespace

Result<std::unique_ptr<Database>> postgres_database(const std::string& address) {
  char* why = nullptr;
  PQconninfoOption* read = PQconninfoParse(address.c_str(), &why);
  if (read == nullptr) {
    Error error{Code::bad_option, sentence("the address of the database is wrong", why == nullptr ? "" : why)};
    PQfreemem(why);
    return error;
  }
  PQconninfoFree(read);
  return std::unique_ptr<Database>(std::make_unique<Postgres>(address));
}

}  // namespace volpe::store
