// WebSockets over Beast; each connection reads and writes in a thread of its own.
#include "client/connection.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <csignal>
#include <deque>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "client/json_fields.h"
#include "client/socket.h"

namespace volpe::client {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::awaitable;
using asio::use_awaitable;
using boost::system::system_error;
using WebSocket = beast::websocket::stream<beast::tcp_stream>;
using namespace std::chrono_literals;

constexpr std::array reconnect_pauses = {200ms, 500ms, 1000ms, 2000ms, 5000ms};
constexpr auto retry_pause = 1000ms;  // while the server's store is unavailable

class ReconnectingConnection final : public Connection {
 public:
  ReconnectingConnection(const Server& server, const std::string& token)
      : server_(server), token_(token), event_file_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    // Signals go to the thread that draws and reads keys.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    asio::co_spawn(io_, run(), asio::detached);
    thread_ = std::thread([this] { io_.run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  ~ReconnectingConnection() override {
    io_.stop();
    thread_.join();
    ::close(event_file_);
  }
  ReconnectingConnection(const ReconnectingConnection&) = delete;
  ReconnectingConnection& operator=(const ReconnectingConnection&) = delete;

  void watch(const std::string& table) override {
    asio::post(io_, [this, table] {
      watched_.insert(table);
      if (hello_done_) send(watch_message(table));
    });
  }

  void unwatch(const std::string& table) override {
    asio::post(io_, [this, table] {
      watched_.erase(table);
      send(boost::json::serialize(JsonObject{{"op", "unwatch"}, {"id", "unwatch"}, {"table", table}}));
    });
  }

  std::string request(JsonObject message) override {
    std::string id = random_id();
    message["id"] = id;
    asio::post(io_, [this, id, text = boost::json::serialize(message)] {
      pending_.push_back({id, text});
      if (hello_done_) send(text);
    });
    return id;
  }

  int readable_file() const override { return event_file_; }

  std::optional<Notification> next() override {
    const std::lock_guard lock(inbox_mutex_);
    if (inbox_.empty()) return {};
    Notification first = std::move(inbox_.front());
    inbox_.pop_front();
    eventfd_t count = 0;
    if (inbox_.empty()) eventfd_read(event_file_, &count);
    return first;
  }

 private:
  struct PendingRequest {
    std::string id, text;
  };

  // ---- In the thread of the connection

  awaitable<void> run() {
    asio::steady_timer timer(io_);
    for (;;) {
      try {
        const auto socket = co_await open();
        on_connected(socket);
        for (;;) {
          beast::flat_buffer buffer;
          co_await socket->async_read(buffer, use_awaitable);
          on_message(beast::buffers_to_string(buffer.data()));
        }
      } catch (const system_error&) {
        on_lost();
      }
      timer.expires_after(reconnect_pauses[std::min(attempts_++, reconnect_pauses.size() - 1)]);
      co_await timer.async_wait(use_awaitable);
    }
  }

  awaitable<std::shared_ptr<WebSocket>> open() {
    auto socket = std::make_shared<WebSocket>(io_);
    co_await connect_socket(beast::get_lowest_layer(*socket), server_);
    beast::get_lowest_layer(*socket).expires_never();
    // Pings notice a server that has vanished without closing the connection.
    socket->set_option(beast::websocket::stream_base::timeout{socket_timeout, 3 * socket_timeout, true});
    co_await socket->async_handshake(server_.host_and_port(), "/ws", use_awaitable);
    co_return socket;
  }

  void on_connected(const std::shared_ptr<WebSocket>& socket) {
    socket_ = socket;
    lost_ = false;
    attempts_ = 0;
    notify({Notification::Type::connected, {}});
    if (token_.empty())
      on_hello_done();
    else
      send(hello_message());
  }

  // The server has answered hello, or needs none. Before that it would refuse what only a person may do.
  void on_hello_done() {
    hello_done_ = true;
    for (const std::string& table : watched_) send(watch_message(table));
    for (const PendingRequest& request : pending_) send(request.text);
  }

  void on_lost() {
    socket_.reset();
    hello_done_ = false;
    outbox_.clear();
    if (!std::exchange(lost_, true)) notify({Notification::Type::lost, {}});
  }

  std::string hello_message() const {
    return boost::json::serialize(JsonObject{{"op", "hello"}, {"id", "hello"}, {"token", token_}});
  }

  static std::string watch_message(const std::string& table) {
    return boost::json::serialize(JsonObject{{"op", "watch"}, {"id", "watch " + table}, {"table", table}});
  }

  // The message that was sent with an id, if its answer is still wanted.
  std::optional<std::string> message_of(const std::string& id) const {
    if (id == "hello") return hello_message();
    if (id.starts_with("watch ") && watched_.contains(id.substr(6))) return watch_message(id.substr(6));
    const auto request = std::ranges::find(pending_, id, &PendingRequest::id);
    return request != pending_.end() ? std::optional(request->text) : std::nullopt;
  }

  void on_message(const std::string& text) {
    std::optional<JsonObject> message = parse_message(text);
    if (!message) return;
    const std::string id = text_at(*message, "id");
    if (error_code_in(*message) == "unavailable" && message_of(id)) return retry_later(id);
    if (text_at(*message, "type") != "progress")
      std::erase_if(pending_, [&](const PendingRequest& request) { return request.id == id; });
    notify({Notification::Type::message, std::move(*message)});
    if (id == "hello") on_hello_done();
  }

  // The server's store may come back: repeats the message under its id. A new connection repeats everything anyway.
  void retry_later(const std::string& id) {
    const auto timer = std::make_shared<asio::steady_timer>(io_, retry_pause);
    timer->async_wait([this, id, timer, socket = socket_](boost::system::error_code) {
      const std::optional<std::string> text = message_of(id);
      if (text && socket == socket_) send(*text);
    });
  }

  // Drops the message if there is no connection: on_hello_done repeats what matters.
  void send(const std::string& text) {
    if (!socket_) return;
    outbox_.push_back(text);
    if (outbox_.size() == 1) send_first();
  }

  void send_first() {
    const auto text = std::make_shared<const std::string>(outbox_.front());
    socket_->async_write(asio::buffer(*text), [this, socket = socket_, text](boost::system::error_code failed, size_t) {
      if (failed || socket != socket_) return;  // the reader notices it too
      outbox_.pop_front();
      if (!outbox_.empty()) send_first();
    });
  }

  void notify(Notification notification) {
    const std::lock_guard lock(inbox_mutex_);
    inbox_.push_back(std::move(notification));
    eventfd_write(event_file_, 1);
  }

  const Server server_;
  const std::string token_;
  asio::io_context io_{1};
  std::shared_ptr<WebSocket> socket_;  // while connected
  bool lost_ = false, hello_done_ = false;
  size_t attempts_ = 0;  // since the connection was lost
  std::set<std::string> watched_;
  std::deque<PendingRequest> pending_;  // without an answer, oldest first
  std::deque<std::string> outbox_;      // the first is being sent

  const int event_file_;
  std::mutex inbox_mutex_;
  std::deque<Notification> inbox_;
  std::thread thread_;
};

}  // namespace

std::string random_id() {
  std::random_device device;
  std::string id;
  for (int n = 0; n < 32; ++n) id += "0123456789abcdef"[device() % 16];
  return id;
}

std::unique_ptr<Connection> connect(const Server& server, const std::string& token) {
  return std::make_unique<ReconnectingConnection>(server, token);
}

}  // namespace volpe::client
