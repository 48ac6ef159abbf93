// A WebSocket connection: passes messages to its session in order, and sends through a bounded queue.
#include "net/websocket_connection.h"

#include <array>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "net/gathered_socket.h"
#include "net/http_fields.h"
#include "net/lingering_close.h"

namespace volpe::net {

namespace websocket = boost::beast::websocket;

// Beast finds this by argument type. Its own version stops reading early, so the peer would not learn the reason.
template <class Done>
void async_teardown(boost::beast::role_type, GatheredSocket& socket, Done&& done) {
  const auto kept = std::make_shared<std::decay_t<Done>>(std::forward<Done>(done));
  socket.when_written([&socket, kept] { lingering_close(socket.socket(), std::move(*kept)); });
}

namespace {

constexpr size_t longest_reason = 123;

enum CloseCode { binary = 1003, too_fast = 1008, failed = 1011, service_restart = 1012 };

class WebSocketConnection final : public WebSocket, public Connection {
 public:
  WebSocketConnection(std::shared_ptr<ServerContext> context, EventLoop& loop, TcpSocket socket, std::string client,
                      ConnectionSlot slot)
      : Connection(std::move(context), loop, std::move(slot)), stream_(std::move(socket)), address_(std::move(client)) {
    stream_.next_layer().socket().owner = this;
  }

  void start(const HttpRequest& request);

  void send(std::shared_ptr<const std::string> text) override;
  void close(int code, std::string_view reason) override;
  const std::string& address() const override { return address_; }
  EventLoop& loop() override { return Connection::loop(); }
  void pause_reading() override { paused_ = true; }
  void resume_reading() override;

 private:
  std::shared_ptr<WebSocketConnection> self() {
    return std::static_pointer_cast<WebSocketConnection>(shared_from_this());
  }
  TcpSocket& socket() override { return stream_.next_layer().socket(); }
  void begin_shutdown() override;
  void on_closed() override;

  void set_bounds();
  void on_accept(error_code error);
  void read();
  void on_read(error_code error, size_t length);
  void on_message();
  bool within_rate();
  void refuse(CloseCode why, std::string_view reason);

  void begin_close(int code, const std::string& reason);
  void send_now(std::shared_ptr<const std::string> text);

  template <class Call>
  void guarded(Call call) {
    try {
      call();
    } catch (...) {
      if (!ended()) begin_close(failed, "the server failed");
    }
  }

  websocket::stream<GatheredSocket, false> stream_;
  const std::string address_;
  std::shared_ptr<SocketSession> session_;
  bool opened_ = false;
  bool paused_ = false, read_due_ = false;
  bool dropped_ = false;  // a slow reader's: nothing more is sent
  std::optional<websocket::close_reason> close_reason_;
  TokenBucket messages_;
  std::array<char, 256> piece_;  // small, since thousands of sockets wait for a message
  std::string text_;             // of the message being read
};

void WebSocketConnection::start(const HttpRequest& request) {
  set_bounds();
  stream_.async_accept(request, [self = self()](error_code error) {
    if (!self->ended()) self->on_accept(error);
  });
}

void WebSocketConnection::set_bounds() {
  const ServerOptions& bounds = options();
  stream_.set_option(
      websocket::stream_base::timeout{seconds(bounds.socket_timeout), seconds(bounds.idle_timeout), true});
  stream_.set_option(
      websocket::stream_base::decorator([](websocket::response_type& response) { add_default_headers(response); }));
  stream_.read_message_max(bounds.longest_message);
  stream_.auto_fragment(false);
  stream_.text(true);
  // Beast answers pings, so they count as messages. The refusal is posted because a read is running here.
  stream_.control_callback([this](websocket::frame_type, boost::beast::string_view) {
    if (within_rate()) return;
    post([this] { refuse(too_fast, "too many pings"); });
  });
}

void WebSocketConnection::on_accept(error_code error) {
  if (error) {
    ++context().refused;
    return end();
  }
  opened_ = true;
  ++context().sockets;
  guarded([&] { session_ = context().handler.opened(self()); });
  read();
}

void WebSocketConnection::read() {
  stream_.async_read_some(asio::buffer(piece_), [self = self()](error_code error, size_t length) {
    if (!self->ended()) self->on_read(error, length);
  });
}

void WebSocketConnection::on_read(error_code error, size_t length) {
  if (error) {
    if (error == websocket::condition::protocol_violation || error == websocket::error::message_too_big)
      ++context().refused;
    return end();
  }
  if (close_reason_) return;  // the closing handshake reads what still arrives
  if (!stream_.got_text()) return refuse(binary, "text only");
  text_.append(piece_.data(), length);
  if (stream_.is_message_done()) on_message();
  if (close_reason_) return;
  paused_ ? void(read_due_ = true) : read();
}

void WebSocketConnection::resume_reading() {
  paused_ = false;
  if (std::exchange(read_due_, false) && !ended() && !close_reason_) read();
}

void WebSocketConnection::on_message() {
  if (!within_rate()) return refuse(too_fast, "too many messages");
  ++context().messages;
  guarded([&] { session_->message(std::exchange(text_, {})); });
}

bool WebSocketConnection::within_rate() {
  return messages_.take(SteadyClock::now(), options().messages_a_second, options().burst);
}

void WebSocketConnection::refuse(CloseCode why, std::string_view reason) {
  if (!close_reason_) ++context().refused;
  begin_close(why, std::string(reason));
}

void WebSocketConnection::close(int code, std::string_view reason) {
  post([this, code, reason = std::string(reason.substr(0, longest_reason))] { begin_close(code, reason); });
}

void WebSocketConnection::begin_shutdown() { opened_ ? begin_close(service_restart, "come again") : end(); }

// What is queued leaves first.
void WebSocketConnection::begin_close(int code, const std::string& reason) {
  if (close_reason_) return;
  close_reason_.emplace(websocket::close_code(code), reason);
  set_deadline(options().socket_timeout);
  stream_.async_close(*close_reason_, [self = self()](error_code) { self->end(); });
}

void WebSocketConnection::on_closed() {
  // The session may keep this object, but Beast's timer must not keep the threads running.
  using Bounds = websocket::stream_base;
  stream_.set_option(Bounds::timeout{Bounds::none(), Bounds::none(), false});
  if (!opened_) return;
  --context().sockets;
  if (const std::shared_ptr<SocketSession> session = std::exchange(session_, nullptr))
    guarded([&] { session->closed(); });
}

void WebSocketConnection::send(std::shared_ptr<const std::string> text) {
  if (loop().is_current()) return send_now(std::move(text));
  post([this, text = std::move(text)]() mutable { send_now(std::move(text)); });
}

void WebSocketConnection::send_now(std::shared_ptr<const std::string> text) {
  if (ended() || close_reason_ || dropped_) return;
  GatheredSocket& gathered = stream_.next_layer();
  gathered.send_message(std::move(text));
  if (gathered.backlog() <= options().longest_backlog) return;
  dropped_ = true;
  ++context().dropped;
  post([this] { abort(); });
}

}  // namespace

void serve_websocket(const std::shared_ptr<ServerContext>& context, EventLoop& loop, TcpSocket socket,
                     std::string client, ConnectionSlot slot, const HttpRequest& request) {
  const auto connection =
      std::make_shared<WebSocketConnection>(context, loop, std::move(socket), std::move(client), std::move(slot));
  if (context->connections.add(connection)) connection->start(request);
}

}  // namespace volpe::net
