// PostgreSQL: any number of servers on one database; notices tell the other servers.
#include <array>
#include <random>

#include "store/notification_listener.h"
#include "store/postgres_connection.h"

namespace volpe::store {
namespace {

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

  Attempt<std::unique_ptr<Listening>> listen(Listeners listeners) override {
    return listen_with([this] { return open("volpe listener", 15'000); }, signature_, std::move(listeners));
  }

  std::optional<Error> backup(const std::string&) override {
    return Error{Code::bad_option, "PostgreSQL makes its own backups, with pg_dump or pg_basebackup"};
  }

 private:
  Attempt<std::unique_ptr<PostgresConnection>> open(const std::string& name, int database_timeout) {
    // What stands before the address can be changed by it; what stands after cannot.
    const std::array<const char*, 10> words = {"connect_timeout",  "keepalives_idle",  "keepalives_interval",
                                               "keepalives_count", "tcp_user_timeout", "dbname",
                                               "client_encoding",  "application_name", nullptr};
    const std::array<const char*, 10> values = {"5",    "10",         "5",    "3", "15000", address_.c_str(),
                                                "UTF8", name.c_str(), nullptr};
    PostgresHandle handle(PQconnectdbParams(words.data(), values.data(), 1));
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
