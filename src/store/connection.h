// What the store asks of a database: connections that run statements. SQLite and PostgreSQL read the same SQL; what
// only one of them understands stands in a comment that the other skips: /*pg … */ and /*sqlite … */.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "store/store.h"

namespace volpe::store {

using Value = std::variant<std::monostate, i64, std::string>;  // monostate is NULL
using Row = std::vector<Value>;
using Rows = std::vector<Row>;

struct Statement {
  const char* sql;  // lives as long as the program; $1, $2, … stand for the values
  Row values = {};
};

struct Failure {
  enum Kind {
    own,     // this statement's own fault
    clash,   // with another server's transaction: worth repeating
    unable,  // the database cannot write or read for now: full, damaged, busy
    lost,    // the connection is gone
  };
  Kind kind = own;
  std::string message;
};

template <class T>
using Attempt = Result<T, Failure>;

// Used by one thread at a time.
class Connection {
 public:
  virtual ~Connection() = default;
  // The rows of each statement; none after the first that fails.
  virtual Attempt<std::vector<Rows>> run(std::span<const Statement> statements) = 0;
  Attempt<std::vector<Rows>> run(std::initializer_list<Statement> statements) {
    return run(std::span(statements.begin(), statements.size()));
  }
};

struct Listeners {
  std::function<void(const Notice&)> on_change;  // of tables that are followed
  std::function<void(const PeerMessage&)> on_peer_message;
};

// Calls listeners for what others change and tell, until it is destroyed.
class Listening {
 public:
  virtual ~Listening() = default;
  virtual std::shared_ptr<void> follow(const Id& table) = 0;  // as Store::follow
};

class Database {
 public:
  enum class Use {
    write,  // the one connection that commits what waits
    read,
    load,  // migrations and imports
  };

  virtual ~Database() = default;
  virtual Attempt<std::unique_ptr<Connection>> connect(Use use) = 0;
  // Whether other servers may be on it; then writers leave marks and notices, signed with this id.
  virtual bool shared() const = 0;
  virtual Id signature() const = 0;
  // Null where nobody else writes.
  virtual Attempt<std::unique_ptr<Listening>> listen(Listeners listeners) = 0;
  virtual std::optional<Error> backup(const std::string& path) = 0;
};

// The SQL as one database reads it: its own comments opened.
std::string in_dialect(std::string_view sql, std::string_view dialect);

Result<std::unique_ptr<Database>> sqlite_database(const std::string& path, bool read_only, bool maintenance = false);
Result<std::unique_ptr<Database>> postgres_database(const std::string& address);

}  // namespace volpe::store
