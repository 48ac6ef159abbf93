// PostgreSQL's pipelines, values and errors.
#include "store/postgres_connection.h"

#include <poll.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace volpe::store {
namespace {

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

std::optional<Failure> failure_in(const PGresult* answer, const Statement* statement) {
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

Value value_of(const PGresult* answer, int row, int column) {
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

Rows rows_of(const PGresult* answer) {
  Rows rows(static_cast<size_t>(PQntuples(answer)));
  for (size_t row = 0; row < rows.size(); ++row)
    for (int column = 0; column < PQnfields(answer); ++column) rows[row].push_back(value_of(answer, int(row), column));
  return rows;
}

}  // namespace

// What the database said, as one line.
std::string sentence(const std::string& start, std::string said) {
  while (!said.empty() && said.back() == '\n') said.pop_back();
  std::replace(said.begin(), said.end(), '\n', ' ');
  return start + ": " + said;
}

PostgresConnection::PostgresConnection(PostgresHandle handle, int database_timeout)
    : handle_(std::move(handle)), database_timeout_(database_timeout) {
  PQsetNoticeReceiver(
      get(), [](void*, const PGresult*) {}, nullptr);  // it would print them
  PQsetnonblocking(get(), 1);
  PQenterPipelineMode(get());
}

Attempt<std::vector<Rows>> PostgresConnection::run(std::span<const Statement> statements) {
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

Failure PostgresConnection::lost() const {
  return {Failure::lost, sentence("the database is lost", PQerrorMessage(get()))};
}

bool PostgresConnection::send(const Statement& statement, std::vector<Sent>& sent) {
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
bool PostgresConnection::send_values(const std::string& name, const Row& values) {
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
void PostgresConnection::forget(const std::vector<Sent>& sent) {
  for (const Sent& each : sent)
    if (each.prepares) prepared_.erase(each.statement->sql);
}

// The next answer. Sends what is left to send while it waits, so that the two sides cannot block each other.
Attempt<PostgresConnection::Answer> PostgresConnection::receive() {
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

}  // namespace volpe::store
