// Places for stores under test: SQLite files in a temporary folder, databases of the PostgreSQL that
// tests/with_postgres started; and a cable to PostgreSQL that can be cut at the worst moment.
#pragma once

#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <list>
#include <string>
#include <thread>

namespace volpe::store {

inline std::string admin_address() {
  const char* address = std::getenv("VOLPE_TEST_POSTGRES");
  return address == nullptr ? "" : address;
}

// The address of another database of the same server.
inline std::string address_of(const std::string& database, const std::string& host = {}) {
  std::string address = admin_address();
  const std::string mark = "/postgres?host=";
  const size_t at = address.find(mark);
  const std::string folder = host.empty() ? address.substr(at + mark.size()) : host;
  return address.substr(0, at) + "/" + database + "?host=" + folder;
}

inline void execute(const std::string& address, const std::string& sql) {
  PGconn* connection = PQconnectdb(address.c_str());
  PGresult* result = PQexec(connection, sql.c_str());
  EXPECT_TRUE(PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK)
      << PQerrorMessage(connection);
  PQclear(result);
  PQfinish(connection);
}

// pg_ctl on the server of this run.
inline void control_postgres(const std::string& words) {
  const std::string command = std::string(std::getenv("VOLPE_TEST_POSTGRES_CONTROL")) + " " + words + " >/dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;  // NOLINT: a command of our own
}

// A folder that is gone with the object.
class Folder {
 public:
  Folder() {
    std::string name = testing::TempDir() + "volpe-store-XXXXXX";
    path_ = mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// A new database of the server of this run.
inline std::string new_database(const std::string& options = {}) {
  static int made = 0;
  const std::string name = "volpe_" + std::to_string(getpid()) + "_" + std::to_string(++made);
  execute(admin_address(), "CREATE DATABASE " + name + " " + options);
  return name;
}

// A cable to PostgreSQL: a socket that passes everything on, until a COMMIT comes by after `cut` was called.
class Cable {
 public:
  enum Cut {
    none,
    before,  // PostgreSQL never sees the COMMIT, and sees the end of the connection
    after,   // PostgreSQL has committed, its answer is lost
    torn,    // PostgreSQL sees nothing at all any more: the transaction stays open
  };

  explicit Cable(const std::string& database) : database_(database) {
    const std::string address = admin_address();
    server_ = address.substr(address.find("host=") + 5) + "/.s.PGSQL.5432";
    listener_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_un here = name(folder_ / ".s.PGSQL.5432");
    EXPECT_EQ(bind(listener_, reinterpret_cast<const sockaddr*>(&here), sizeof here), 0);
    EXPECT_EQ(listen(listener_, 16), 0);
    thread_ = std::thread([this] { work(); });
  }
  Cable(const Cable&) = delete;
  Cable& operator=(const Cable&) = delete;
  ~Cable() {
    eventfd_write(ended_, 1);
    thread_.join();
    for (const Pair& pair : pairs_) drop(pair);
    for (const int file : {listener_, ended_}) close(file);
    for (const int file : torn_) close(file);
  }

  std::string address() const { return address_of(database_, folder_.path()); }
  void cut_next(Cut how) { cut_ = how; }
  bool was_cut() const { return cut_ == none; }

 private:
  struct Pair {
    int client, server;
  };

  static sockaddr_un name(const std::string& path) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::strncpy(name.sun_path, path.c_str(), sizeof name.sun_path - 1);
    return name;
  }
  static void drop(const Pair& pair) {
    for (const int file : {pair.client, pair.server})
      if (file >= 0) close(file);
  }
  static bool pass_on(int file, const char* bytes, ssize_t count) {
    while (count > 0) {
      const ssize_t sent = send(file, bytes, size_t(count), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes += sent;
      count -= sent;
    }
    return true;
  }

  void accept_one() {
    Pair pair{accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC), socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    const sockaddr_un there = name(server_);
    if (connect(pair.server, reinterpret_cast<const sockaddr*>(&there), sizeof there) == 0)
      pairs_.push_back(pair);
    else
      drop(pair);
  }

  // Passes on what has come from one end. False if the pair is no more.
  bool pass(Pair& pair, bool from_client) {
    std::array<char, 65536> bytes;
    const ssize_t count = recv(from_client ? pair.client : pair.server, bytes.data(), bytes.size(), 0);
    if (count <= 0) return false;
    const bool commit = std::string_view(bytes.data(), size_t(count)).find("COMMIT") != std::string_view::npos;
    if (from_client && commit && cut_ != none) {
      if (cut_ == after) {
        pass_on(pair.server, bytes.data(), count);
        (void)recv(pair.server, bytes.data(), bytes.size(), 0);  // the answer that nobody will hear
      }
      if (cut_ == torn) torn_.push_back(std::exchange(pair.server, -1));
      cut_ = none;
      return false;
    }
    return pass_on(from_client ? pair.server : pair.client, bytes.data(), count);
  }

  void work() {
    for (;;) {
      std::vector<pollfd> files = {{ended_, POLLIN, 0}, {listener_, POLLIN, 0}};
      for (const Pair& pair : pairs_) {
        files.push_back({pair.client, POLLIN, 0});
        files.push_back({pair.server, POLLIN, 0});
      }
      poll(files.data(), files.size(), -1);
      if (files[0].revents != 0) return;
      size_t at = 2;
      for (auto pair = pairs_.begin(); pair != pairs_.end(); at += 2) {
        const bool goes_on =
            (files[at].revents == 0 || pass(*pair, true)) && (files[at + 1].revents == 0 || pass(*pair, false));
        if (!goes_on) drop(*pair);
        pair = goes_on ? std::next(pair) : pairs_.erase(pair);
      }
      if (files[1].revents != 0) accept_one();
    }
  }

  std::string database_, server_;
  Folder folder_;
  int listener_ = -1;
  int ended_ = eventfd(0, EFD_CLOEXEC);
  std::atomic<Cut> cut_{none};
  std::list<Pair> pairs_;
  std::vector<int> torn_;
  std::thread thread_;
};

}  // namespace volpe::store
