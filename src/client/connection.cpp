// HTTP and WebSocket over Beast; a thread of its own reads and writes for each connection.
#include "client/connection.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <csignal>
#include <deque>
#include <mutex>
#include <random>
#include <set>
#include <thread>

namespace volpe::client {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::awaitable;
using asio::use_awaitable;
using boost::system::system_error;
using tcp = asio::ip::tcp;
using WebSocket = beast::websocket::stream<beast::tcp_stream>;
using namespace std::chrono_literals;

constexpr auto patience = 10s;  // with a server that does not answer
constexpr std::array pauses = {200ms, 500ms, 1000ms, 2000ms, 5000ms};
constexpr auto pause_of_store = 1000ms;

std::optional<JsonObject> object_of(const std::string& text) {
  boost::json::error_code failed;
  Json value = boost::json::parse(text, failed);
  if (failed || !value.is_object()) return {};
  return std::move(value.get_object());
}

std::string code_of(const JsonObject& answer) {
  const Json* error = answer.if_contains("error");
  return error != nullptr && error->is_object() ? text_at(error->get_object(), "code") : "";
}

// Brackets around an address of IPv6 belong to the address of a page only.
std::string unbracketed(const std::string& host) {
  return host.starts_with('[') ? host.substr(1, host.size() - 2) : host;
}

awaitable<void> open_wire(beast::tcp_stream& wire, const Server& server) {
  tcp::resolver resolver(wire.get_executor());
  const auto found = co_await resolver.async_resolve(unbracketed(server.host), server.port, use_awaitable);
  wire.expires_after(patience);
  co_await wire.async_connect(found, use_awaitable);
  wire.socket().set_option(tcp::no_delay(true));
}

using HttpRequest = http::request<http::string_body>;
using HttpResponse = http::response<http::string_body>;

awaitable<void> exchange(asio::io_context& io, const Server& server, const HttpRequest& request,
                         HttpResponse& response) {
  beast::tcp_stream wire(io);
  co_await open_wire(wire, server);
  co_await http::async_write(wire, request, use_awaitable);
  beast::flat_buffer buffer;
  co_await http::async_read(wire, buffer, response, use_awaitable);
}

class LastingConnection final : public Connection {
 public:
  LastingConnection(const Server& server, const std::string& token)
      : server_(server), token_(token), news_file_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    // Signals are for the thread that draws and reads keys.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    asio::co_spawn(io_, live(), asio::detached);
    thread_ = std::thread([this] { io_.run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  ~LastingConnection() override {
    io_.stop();
    thread_.join();
    ::close(news_file_);
  }
  LastingConnection(const LastingConnection&) = delete;
  LastingConnection& operator=(const LastingConnection&) = delete;

  void watch(const std::string& table) override {
    asio::post(io_, [this, table] {
      watched_.insert(table);
      if (greeted_) write(watching(table));
    });
  }

  void unwatch(const std::string& table) override {
    asio::post(io_, [this, table] {
      watched_.erase(table);
      write(boost::json::serialize(JsonObject{{"op", "unwatch"}, {"id", "unwatch"}, {"table", table}}));
    });
  }

  std::string request(JsonObject message) override {
    std::string id = random_id();
    message["id"] = id;
    asio::post(io_, [this, id, text = boost::json::serialize(message)] {
      waiting_.push_back({id, text});
      if (greeted_) write(text);
    });
    return id;
  }

  int readable() const override { return news_file_; }

  std::optional<News> next() override {
    const std::lock_guard lock(news_mutex_);
    if (news_.empty()) return {};
    News first = std::move(news_.front());
    news_.pop_front();
    eventfd_t count = 0;
    if (news_.empty()) eventfd_read(news_file_, &count);
    return first;
  }

 private:
  struct Waiting {
    std::string id, text;
  };

  // ---- In the thread of the connection

  awaitable<void> live() {
    asio::steady_timer timer(io_);
    for (;;) {
      try {
        const auto socket = co_await open();
        begin(socket);
        for (;;) {
          beast::flat_buffer buffer;
          co_await socket->async_read(buffer, use_awaitable);
          hear(beast::buffers_to_string(buffer.data()));
        }
      } catch (const system_error&) {
        end();
      }
      timer.expires_after(pauses[std::min(attempts_++, pauses.size() - 1)]);
      co_await timer.async_wait(use_awaitable);
    }
  }

  awaitable<std::shared_ptr<WebSocket>> open() {
    auto socket = std::make_shared<WebSocket>(io_);
    co_await open_wire(beast::get_lowest_layer(*socket), server_);
    beast::get_lowest_layer(*socket).expires_never();
    // Pings find out that a server is gone without a word.
    socket->set_option(beast::websocket::stream_base::timeout{patience, 3 * patience, true});
    co_await socket->async_handshake(server_.written(), "/ws", use_awaitable);
    co_return socket;
  }

  void begin(const std::shared_ptr<WebSocket>& socket) {
    socket_ = socket;
    lost_ = false;
    attempts_ = 0;
    tell({News::Kind::connected, {}});
    if (token_.empty())
      greeted();
    else
      write(greeting());
  }

  // The server knows who we are, as far as it ever will: before that it would refuse what a person may do.
  void greeted() {
    greeted_ = true;
    for (const std::string& table : watched_) write(watching(table));
    for (const Waiting& waiting : waiting_) write(waiting.text);
  }

  void end() {
    socket_.reset();
    greeted_ = false;
    outbox_.clear();
    if (!std::exchange(lost_, true)) tell({News::Kind::lost, {}});
  }

  std::string greeting() const {
    return boost::json::serialize(JsonObject{{"op", "hello"}, {"id", "hello"}, {"token", token_}});
  }

  static std::string watching(const std::string& table) {
    return boost::json::serialize(JsonObject{{"op", "watch"}, {"id", "watch " + table}, {"table", table}});
  }

  // What was asked with an id, if it is still wanted.
  std::optional<std::string> asked(const std::string& id) const {
    if (id == "hello") return greeting();
    if (id.starts_with("watch ") && watched_.contains(id.substr(6))) return watching(id.substr(6));
    const auto waiting = std::ranges::find(waiting_, id, &Waiting::id);
    return waiting != waiting_.end() ? std::optional(waiting->text) : std::nullopt;
  }

  void hear(const std::string& text) {
    std::optional<JsonObject> message = object_of(text);
    if (!message) return;
    const std::string id = text_at(*message, "id");
    if (code_of(*message) == "unavailable" && asked(id)) return ask_later(id);
    if (text_at(*message, "type") != "progress") std::erase_if(waiting_, [&](const Waiting& w) { return w.id == id; });
    tell({News::Kind::message, std::move(*message)});
    if (id == "hello") greeted();
  }

  // The store of the server may come back: the same id again. On another connection all is asked again anyway.
  void ask_later(const std::string& id) {
    const auto timer = std::make_shared<asio::steady_timer>(io_, pause_of_store);
    timer->async_wait([this, id, timer, socket = socket_](boost::system::error_code) {
      const std::optional<std::string> text = asked(id);
      if (text && socket == socket_) write(*text);
    });
  }

  // Without a connection nothing is written: what matters is said again when there is one.
  void write(const std::string& text) {
    if (!socket_) return;
    outbox_.push_back(text);
    if (outbox_.size() == 1) write_first();
  }

  void write_first() {
    const auto text = std::make_shared<const std::string>(outbox_.front());
    socket_->async_write(asio::buffer(*text), [this, socket = socket_, text](boost::system::error_code failed, size_t) {
      if (failed || socket != socket_) return;  // the reader notices, too
      outbox_.pop_front();
      if (!outbox_.empty()) write_first();
    });
  }

  void tell(News news) {
    const std::lock_guard lock(news_mutex_);
    news_.push_back(std::move(news));
    eventfd_write(news_file_, 1);
  }

  const Server server_;
  const std::string token_;
  asio::io_context io_{1};
  std::shared_ptr<WebSocket> socket_;  // while connected
  bool lost_ = false, greeted_ = false;
  size_t attempts_ = 0;  // since it was lost
  std::set<std::string> watched_;
  std::deque<Waiting> waiting_;     // not answered, in the order in which they were asked
  std::deque<std::string> outbox_;  // the first is being written

  const int news_file_;
  std::mutex news_mutex_;
  std::deque<News> news_;
  std::thread thread_;
};

}  // namespace

Answer<JsonObject> ask(const Server& server, Method method, const std::string& path, const std::string& token,
                       const JsonObject& body) {
  constexpr http::verb verbs[] = {http::verb::get, http::verb::post, http::verb::patch};
  HttpRequest request(verbs[static_cast<int>(method)], "/api/v1/" + path, 11);
  request.set(http::field::host, server.written());
  if (!token.empty()) request.set(http::field::authorization, "Bearer " + token);
  if (method != Method::get) {
    request.set(http::field::content_type, "application/json");
    request.body() = boost::json::serialize(body);
  }
  request.prepare_payload();
  HttpResponse response;
  asio::io_context io(1);
  std::exception_ptr failed;
  asio::co_spawn(io, exchange(io, server, request, response), [&](std::exception_ptr error) { failed = error; });
  io.run();
  try {
    if (failed) std::rethrow_exception(failed);
  } catch (const system_error& error) {
    if (error.code().category() == http::make_error_code(http::error::bad_version).category())
      return Refused{"foreign", error.what()};
    return Refused{"offline", error.what()};
  }
  std::optional<JsonObject> answer = object_of(response.body());
  if (!answer) return Refused{"foreign", "the answer is no object"};
  if (response.result_int() < 300) return std::move(*answer);
  const std::string code = code_of(*answer);
  if (code.empty()) return Refused{"foreign", "the answer is an error without a code"};
  return Refused{code, text_at(answer->at("error").get_object(), "message")};
}

std::string text_at(const JsonObject& object, std::string_view key) {
  const Json* value = object.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::string random_id() {
  std::random_device device;
  std::string id;
  for (int n = 0; n < 32; ++n) id += "0123456789abcdef"[device() % 16];
  return id;
}

std::unique_ptr<Connection> connect(const Server& server, const std::string& token) {
  return std::make_unique<LastingConnection>(server, token);
}

}  // namespace volpe::client
