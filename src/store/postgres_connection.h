// A connection to PostgreSQL. Statements go out in pipelines: a question and its answers per round trip.
#pragma once

#include <libpq-fe.h>

#include <unordered_map>

#include "store/connection.h"

namespace volpe::store {

struct FinishPostgres {
  void operator()(PGconn* connection) const { PQfinish(connection); }
  void operator()(PGresult* result) const { PQclear(result); }
  void operator()(PGnotify* notice) const { PQfreemem(notice); }
};
using PostgresHandle = std::unique_ptr<PGconn, FinishPostgres>;

// What the database said, as one line.
std::string sentence(const std::string& start, std::string said);

class PostgresConnection final : public Connection {
 public:
  PostgresConnection(PostgresHandle handle, int database_timeout);

  PGconn* get() const { return handle_.get(); }

  using Connection::run;
  Attempt<std::vector<Rows>> run(std::span<const Statement> statements) override;

 private:
  using Answer = std::unique_ptr<PGresult, FinishPostgres>;
  struct Sent {
    const Statement* statement;
    bool prepares;
  };

  Failure lost() const;
  bool send(const Statement& statement, std::vector<Sent>& sent);
  bool send_values(const std::string& name, const Row& values);
  void forget(const std::vector<Sent>& sent);
  Attempt<Answer> receive();

  PostgresHandle handle_;
  int database_timeout_;  // milliseconds to wait for a sign of life; -1 for ever
  std::unordered_map<const char*, std::string> prepared_;
  int names_ = 0;
};

}  // namespace volpe::store
