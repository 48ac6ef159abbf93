// A WebSocket connection: passes messages to the handler in order, and sends through a bounded queue.
#include "net/websocket_connection.h"

#include <array>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "net/http_fields.h"
#include "net/lingering_close.h"

namespace volpe::net {

namespace websocket = boost::beast::websocket;

// Beast finds this by argument type. Its own version stops reading early, so the peer would not learn the reason.
template <class Done>
void async_teardown(boost::beast::role_type, TcpSocket& socket, Done&& done) {
  lingering_close(socket, std::forward<Done>(done));
}

namespace {

constexpr size_t longest_reason = 123;
constexpr size_t queue_overhead = 64;  // of a queued message besides its bytes, so that empty messages are bounded too

enum CloseCode { binary = 1003, too_fast = 1008, failed = 1011, service_restart = 1012 };

class WebSocketConnection final : public WebSocket, public Connection {
 public:
  WebSocketConnection(std::shared_ptr<ServerContext> context, TcpSocket socket, std::string client, ConnectionSlot slot)
      : Connection(std::move(context), socket.get_executor(), std::move(slot)),
        stream_(std::move(socket)),
        address_(std::move(client)) {
    stream_.next_layer().owner = this;
  }

  void start(const HttpRequest& request);

  void send(std::shared_ptr<const std::string> text) override;
  void close(int code, std::string_view reason) override;
  const std::string& address() const override { return address_; }

 private:
  std::shared_ptr<WebSocketConnection> self() {
    return std::static_pointer_cast<WebSocketConnection>(shared_from_this());
  }
  TcpSocket& socket() override { return stream_.next_layer(); }
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
  void send_close();
  void flush();
  bool next_to_write();
  void on_written(error_code error);

  template <class Call>
  void call_handler(Call call) {
    try {
      call(context().handler);
    } catch (...) {
      if (!ended()) begin_close(failed, "the server failed");
    }
  }

  websocket::stream<TcpSocket, false> stream_;
  const std::string address_;
  bool opened_ = false;
  std::optional<websocket::close_reason> close_reason_;
  TokenBucket messages_;
  std::array<char, 256> piece_;  // small, since thousands of sockets wait for a message
  std::string text_;             // of the message being read

  std::vector<std::shared_ptr<const std::string>> writing_;  // in turn; the front is written_ …
  size_t written_ = 0;                                       // … the number of those that are done

  // Shared with other threads, under mutex_.
  std::vector<std::shared_ptr<const std::string>> waiting_;
  size_t backlog_ = 0;         // bytes in both lists
  bool flushing_ = false;      // a write is under way or about to be
  bool write_closed_ = false;  // nothing more is sent
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
    post_to_strand([this] { refuse(too_fast, "too many pings"); });
  });
}

void WebSocketConnection::on_accept(error_code error) {
  if (error) {
    ++context().refused;
    return end();
  }
  opened_ = true;
  ++context().sockets;
  call_handler([&](RequestHandler& handler) { handler.opened(self()); });
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
  if (!close_reason_) read();
}

void WebSocketConnection::on_message() {
  if (!within_rate()) return refuse(too_fast, "too many messages");
  ++context().messages;
  call_handler([&](RequestHandler& handler) { handler.message(self(), std::exchange(text_, {})); });
}

bool WebSocketConnection::within_rate() {
  return messages_.take(Clock::now(), options().messages_a_second, options().burst);
}

void WebSocketConnection::refuse(CloseCode why, std::string_view reason) {
  if (!close_reason_) ++context().refused;
  begin_close(why, std::string(reason));
}

void WebSocketConnection::close(int code, std::string_view reason) {
  post_to_strand([this, code, reason = std::string(reason.substr(0, longest_reason))] { begin_close(code, reason); });
}

void WebSocketConnection::begin_shutdown() { opened_ ? begin_close(service_restart, "come again") : end(); }

// Sends what is queued first.
void WebSocketConnection::begin_close(int code, const std::string& reason) {
  if (close_reason_) return;
  close_reason_.emplace(websocket::close_code(code), reason);
  {
    const std::lock_guard lock(mutex_);
    write_closed_ = true;
    if (flushing_) return;
  }
  send_close();
}

void WebSocketConnection::send_close() {
  set_deadline(options().socket_timeout);
  stream_.async_close(*close_reason_, [self = self()](error_code) { self->end(); });
}

void WebSocketConnection::on_closed() {
  // The handler may keep this object, but Beast's timer must not keep the threads running.
  using Bounds = websocket::stream_base;
  stream_.set_option(Bounds::timeout{Bounds::none(), Bounds::none(), false});
  if (!opened_) return;
  --context().sockets;
  call_handler([&](RequestHandler& handler) { handler.closed(self()); });
}

void WebSocketConnection::send(std::shared_ptr<const std::string> text) {
  const std::lock_guard lock(mutex_);
  if (write_closed_) return;
  backlog_ += text->size() + queue_overhead;
  if (backlog_ > options().longest_backlog) {
    write_closed_ = true;
    ++context().dropped;
    return post_to_strand_locked([this] { abort(); });
  }
  waiting_.push_back(std::move(text));
  if (!std::exchange(flushing_, true)) post_to_strand_locked([this] { flush(); });
}

void WebSocketConnection::flush() {
  if (next_to_write()) {
    set_deadline(options().socket_timeout);
    stream_.async_write(asio::buffer(*writing_[written_]), [self = self()](error_code error, size_t) {
      if (!self->ended()) self->on_written(error);
    });
    return;
  }
  clear_deadline();
  if (close_reason_) send_close();
}

bool WebSocketConnection::next_to_write() {
  if (written_ < writing_.size()) return true;
  writing_.clear();
  written_ = 0;
  const std::lock_guard lock(mutex_);
  writing_.swap(waiting_);
  flushing_ = !writing_.empty();
  if (!flushing_) writing_ = {}, waiting_ = {};  // frees the memory until there is more to send
  return flushing_;
}

void WebSocketConnection::on_written(error_code error) {
  if (error) return end();
  {
    const std::lock_guard lock(mutex_);
    backlog_ -= writing_[written_]->size() + queue_overhead;
  }
  writing_[written_++].reset();
  flush();
}

}  // namespace

void serve_websocket(const std::shared_ptr<ServerContext>& context, TcpSocket socket, std::string client,
                     ConnectionSlot slot, const HttpRequest& request) {
  const auto connection =
      std::make_shared<WebSocketConnection>(context, std::move(socket), std::move(client), std::move(slot));
  if (context->connections.add(connection)) connection->start(request);
}

}  // namespace volpe::net
