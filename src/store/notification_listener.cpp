// A thread that waits for notices, on a connection of its own. It listens to the groups of the tables that are
// followed, and to what concerns all servers: people, and what servers tell each other.
#include "store/notification_listener.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "store/groups.h"

namespace volpe::store {
namespace {

using Groups = std::bitset<group_count>;

// "signature text". Nothing if it is our own.
std::optional<PeerMessage> peer_message_in(std::string_view payload, std::string_view own) {
  const size_t space = payload.find(' ');
  if (space == std::string_view::npos || payload.substr(0, space) == own) return {};
  return PeerMessage{Id(payload.substr(0, space)), std::string(payload.substr(space + 1))};
}

std::array<std::string, group_count> statements(const std::string& word) {
  std::array<std::string, group_count> list;
  for (size_t group = 0; group < group_count; ++group) list[group] = word + " " + channel_of(group);
  return list;
}

// Which tables are followed, and which groups are listened to. Shared by the thread and all who follow.
class Followed {
 public:
  Followed() = default;
  Followed(const Followed&) = delete;
  Followed& operator=(const Followed&) = delete;
  ~Followed() { close(wake_); }

  // Returns when the table's group is listened to, or when there is no connection: after the next one is made, anything
  // may have changed.
  void add(const Id& table) {
    const size_t group = group_of(table);
    std::unique_lock lock(mutex_);
    ++tables_[table];
    if (++counts_[group] == 1 && connected_) wake();
    changed_.wait(lock, [&] { return listening_[group] || !connected_; });
  }
  void remove(const Id& table) {
    const std::lock_guard lock(mutex_);
    const auto known = tables_.find(table);
    if (--known->second == 0) tables_.erase(known);
    if (--counts_[group_of(table)] == 0 && connected_) wake();
  }
  bool has(const Id& table) const {
    const std::lock_guard lock(mutex_);
    return tables_.contains(table);
  }

  // What the thread says and asks.
  void connected() {
    const std::lock_guard lock(mutex_);
    connected_ = true;
  }
  void lost() {
    const std::lock_guard lock(mutex_);
    connected_ = false;
    listening_.reset();
    changed_.notify_all();
  }
  void listens(const Groups& groups) {
    const std::lock_guard lock(mutex_);
    listening_ = groups;
    changed_.notify_all();
  }
  // The groups that are listened to, and those that should be. The others are taken for left from now on, so that
  // following one of their tables again waits until it is listened to again.
  std::pair<Groups, Groups> listening_and_wanted() {
    const std::lock_guard lock(mutex_);
    Groups wanted;
    for (size_t group = 0; group < group_count; ++group) wanted[group] = counts_[group] > 0;
    const Groups listening = listening_;
    listening_ &= wanted;
    return {listening, wanted};
  }

  void end() {
    ended_ = true;
    wake();
  }
  bool ended() const { return ended_; }
  // Until the socket has something, somebody follows or unfollows, the time is over, or it has ended.
  void wait(int socket, int milliseconds) const {
    pollfd both[] = {{wake_, POLLIN, 0}, {socket, POLLIN, 0}};
    poll(both, socket < 0 ? 1 : 2, milliseconds);
    eventfd_t count = 0;
    eventfd_read(wake_, &count);
  }

 private:
  void wake() const { eventfd_write(wake_, 1); }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::unordered_map<Id, size_t> tables_;        // how often each is followed
  std::array<size_t, group_count> counts_ = {};  // of them in each group
  Groups listening_;
  bool connected_ = false;
  std::atomic<bool> ended_ = false;
  int wake_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
};

// Follows a table as long as it lives.
class Follower {
 public:
  Follower(std::shared_ptr<Followed> followed, Id table) : followed_(std::move(followed)), table_(std::move(table)) {
    followed_->add(table_);
  }
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;
  ~Follower() { followed_->remove(table_); }

 private:
  std::shared_ptr<Followed> followed_;
  Id table_;
};

class NotificationListener final : public Listening {
 public:
  NotificationListener(OpenConnection open, Id own, Listeners listeners)
      : open_(std::move(open)), own_(std::move(own)), listeners_(std::move(listeners)) {}
  NotificationListener(const NotificationListener&) = delete;
  NotificationListener& operator=(const NotificationListener&) = delete;
  ~NotificationListener() override {
    followed_->end();
    if (thread_.joinable()) thread_.join();
  }

  std::optional<Failure> start() {
    if (std::optional<Failure> failure = connect()) return failure;
    thread_ = std::thread([this] { work(); });
    return {};
  }

  std::shared_ptr<void> follow(const Id& table) override { return std::make_shared<Follower>(followed_, table); }

 private:
  std::optional<Failure> connect() {
    auto connection = open_();
    if (!connection) return connection.error();
    if (auto listening = (*connection)->run({{"LISTEN volpe"}, {"LISTEN volpe_told"}}); !listening)
      return listening.error();
    connection_ = std::move(*connection);
    followed_->connected();
    return {};
  }

  void lose() {
    connection_.reset();
    followed_->lost();
  }

  // Listens to the groups of what is followed, and to no others. False if the connection is gone.
  bool listen_to_followed() {
    static const std::array<std::string, group_count> listen = statements("LISTEN"), unlisten = statements("UNLISTEN");
    const auto [listening, wanted] = followed_->listening_and_wanted();
    if (listening == wanted) return true;
    std::vector<Statement> changes;
    for (size_t group = 0; group < group_count; ++group)
      if (listening[group] != wanted[group])
        changes.push_back({wanted[group] ? listen[group].c_str() : unlisten[group].c_str()});
    if (!connection_->run(changes)) return false;
    followed_->listens(wanted);
    return true;
  }

  // Passes on what has come. False if the connection is gone.
  bool receive() {
    PGconn* connection = connection_->get();
    const bool alive = PQconsumeInput(connection) == 1;
    while (const auto received = std::unique_ptr<PGnotify, FinishPostgres>(PQnotifies(connection))) {
      if (std::string_view(received->relname) == "volpe_told") {
        const std::optional<PeerMessage> told = peer_message_in(received->extra, own_);
        if (told && listeners_.on_peer_message) listeners_.on_peer_message(*told);
      } else if (listeners_.on_change) {
        for (const Notice& notice : notices_in(received->extra, own_))
          if (followed_->has(notice.table)) listeners_.on_change(notice);
      }
    }
    return alive && PQstatus(connection) == CONNECTION_OK;
  }

  // A new connection after a lost one: what is followed is listened to again before anybody hears of it.
  bool reconnect() {
    if (connect() || !listen_to_followed()) return false;
    if (listeners_.on_change) listeners_.on_change({});
    return true;
  }

  void work() {
    int pause = 20;
    while (!followed_->ended()) {
      if (connection_ && listen_to_followed() && receive()) {
        followed_->wait(PQsocket(connection_->get()), -1);
      } else if (lose(); reconnect()) {
        pause = 20;
      } else {
        lose();
        followed_->wait(-1, pause);
        pause = std::min(2 * pause, 1000);
      }
    }
    lose();
  }

  OpenConnection open_;
  Id own_;
  Listeners listeners_;
  std::shared_ptr<Followed> followed_ = std::make_shared<Followed>();
  std::unique_ptr<PostgresConnection> connection_;
  std::thread thread_;
};

}  // namespace

Attempt<std::unique_ptr<Listening>> listen_with(OpenConnection open, Id own, Listeners listeners) {
  auto listener = std::make_unique<NotificationListener>(std::move(open), std::move(own), std::move(listeners));
  if (std::optional<Failure> failure = listener->start()) return *failure;
  return std::unique_ptr<Listening>(std::move(listener));
}

}  // namespace volpe::store
