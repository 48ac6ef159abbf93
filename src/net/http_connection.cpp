// HTTP/1.1 on one connection: reads a request within bounds, passes it to the handler, writes the reply, and repeats.
#include "net/http_connection.h"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <cmath>

#include "net/http_fields.h"
#include "net/lingering_close.h"
#include "net/websocket_connection.h"

namespace volpe::net {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;

constexpr u32 longest_header = 8 << 10;

struct Refusal {
  int status;
  std::string_view code, message;
};

namespace refusals {
constexpr Refusal malformed{400, "bad_request", "This is not an HTTP request."};
constexpr Refusal bad_path{400, "bad_request", "The path is not valid."};
constexpr Refusal bad_host{400, "bad_request", "A request must have exactly one Host header."};
constexpr Refusal foreign{403, "foreign_origin", "Pages of this origin may not send this request."};
constexpr Refusal too_large{413, "too_large", "The body is too large."};
constexpr Refusal bad_expectation{417, "bad_request", "The only expectation that is supported is 100-continue."};
constexpr Refusal no_upgrade{426, "bad_request", "This endpoint requires a WebSocket upgrade."};
constexpr Refusal too_fast{429, "too_fast", "Too many requests: please wait a moment."};
constexpr Refusal long_header{431, "too_large", "The header is too large."};
constexpr Refusal failed{500, "unavailable", "The server failed."};
constexpr Refusal handler_timed_out{503, "unavailable", "The server is too busy to answer."};
constexpr Refusal crowded{503, "unavailable", "Too many connections from this address."};
}  // namespace refusals

const Refusal& refusal_of(error_code error) {
  if (error == http::error::body_limit) return refusals::too_large;
  if (error == http::error::header_limit || error == http::error::buffer_overflow) return refusals::long_header;
  return refusals::malformed;
}

// Whether the client made a mistake, or is just gone.
bool malformed(error_code error) {
  return error.category() == make_error_code(http::error::bad_method).category() &&
         error != http::error::end_of_stream && error != http::error::partial_message;
}

Reply reply_of(const Refusal& refusal) {
  Reply reply;
  reply.status = refusal.status;
  reply.body = R"({"error":{"code":")" + std::string(refusal.code) + R"(","message":")" + std::string(refusal.message) +
               R"("}})" + "\n";
  return reply;
}

bool bodyless(int status) { return status == 204 || status == 304; }

bool one_line(std::string_view text) { return text.find_first_of(std::string_view("\r\n\0", 3)) == text.npos; }

class HttpConnection final : public Connection {
 public:
  HttpConnection(std::shared_ptr<ServerContext> context, EventLoop& loop, TcpSocket socket, std::string peer,
                 ConnectionSlot slot)
      : Connection(std::move(context), loop, std::move(slot)), socket_(std::move(socket)), peer_(std::move(peer)) {
    socket_.owner = this;
  }

  void start() {
    post([this] { read_header(); });
  }

 private:
  enum class State { reading, handling, writing, lingering };
  using Parser = http::request_parser<http::string_body>;
  using Response = http::response<http::string_body>;

  std::shared_ptr<HttpConnection> self() { return std::static_pointer_cast<HttpConnection>(shared_from_this()); }
  TcpSocket& socket() override { return socket_; }
  void begin_shutdown() override;
  void on_timeout() override;

  void await_next_request();
  void read_header();
  void on_header(error_code error);
  const Refusal* check_header();
  bool well_formed_target();
  bool from_foreign_page() const;
  void read_body();
  void read_rest();
  void dispatch();
  void reply(u64 turn, Reply given);
  void upgrade();

  void refuse(const Refusal& refusal);
  void on_read_error(error_code error);
  void write(Reply reply);
  void write_some();
  void close_lingering();

  std::string forwarded_for() const;

  TcpSocket socket_;
  const std::string peer_;
  State state_ = State::reading;
  beast::flat_buffer buffer_{2 * longest_header};
  std::optional<Parser> parser_;
  std::string client_, path_, query_;
  double retry_after_ = 0;
  bool keep_alive_ = false;
  u64 turn_ = 0;  // tells the reply that is due from one that comes too late
  std::optional<Response> response_;
  std::optional<http::serializer<false, http::string_body>> serializer_;
};

void HttpConnection::begin_shutdown() {
  keep_alive_ = false;
  if (state_ == State::reading || state_ == State::lingering) end();
}

void HttpConnection::on_timeout() {
  if (state_ != State::handling) return abort();
  keep_alive_ = false;
  write(reply_of(refusals::handler_timed_out));
}

void HttpConnection::await_next_request() {
  state_ = State::reading;
  serializer_.reset();
  response_.reset();
  parser_.reset();
  if (buffer_.size() > 0) return read_header();
  buffer_.shrink_to_fit();
  set_deadline(options().idle_timeout);
  socket_.async_wait(TcpSocket::wait_read, [self = self()](error_code error) {
    if (self->ended()) return;
    error ? self->end() : self->read_header();
  });
}

void HttpConnection::read_header() {
  set_deadline(options().socket_timeout);
  parser_.emplace();
  parser_->header_limit(longest_header);
  parser_->body_limit(options().longest_body);
  http::async_read_header(socket_, buffer_, *parser_, [self = self()](error_code error, size_t) {
    if (!self->ended()) self->on_header(error);
  });
}

void HttpConnection::on_header(error_code error) {
  if (error) return on_read_error(error);
  ++context().requests;
  keep_alive_ = parser_->keep_alive();
  client_ = client_address(peer_, forwarded_for(), options().trusted_proxies);
  if (const Refusal* refusal = check_header()) return refuse(*refusal);
  if (path_ == "/ws") return upgrade();
  read_body();
}

std::string HttpConnection::forwarded_for() const {
  std::string last;
  const auto [from, to] = parser_->get().equal_range("X-Forwarded-For");
  for (auto line = from; line != to; ++line) last = line->value();
  return last;
}

// Why the request is refused; null if it is not.
const Refusal* HttpConnection::check_header() {
  const auto& head = parser_->get();
  const size_t hosts = head.count(http::field::host);
  if (hosts > 1 || (hosts == 0 && head.version() == 11)) return &refusals::bad_host;
  const bool well_formed = well_formed_target();
  const bool is_file = !path_.starts_with("/api/") && path_ != "/ws";
  retry_after_ = context().limiter.retry_after(rate_limit_key(client_), is_file ? options().file_price : 1);
  if (retry_after_ > 0) return &refusals::too_fast;
  if (!well_formed) return &refusals::bad_path;
  if (from_foreign_page()) return &refusals::foreign;
  const std::string_view expected = head[http::field::expect];
  if (!expected.empty() && !beast::iequals(expected, "100-continue")) return &refusals::bad_expectation;
  return nullptr;
}

bool HttpConnection::well_formed_target() {
  const std::string_view target = parser_->get().target();
  const size_t question = target.find('?');
  query_ = question == target.npos ? "" : target.substr(question + 1);
  std::optional<std::string> path = decoded_path(target.substr(0, question));
  path_ = path ? std::move(*path) : "";
  return path.has_value();
}

// Pages of other origins may read, but neither change anything nor open a socket in a visitor's name.
bool HttpConnection::from_foreign_page() const {
  const auto& head = parser_->get();
  const bool reads = head.method() == http::verb::get || head.method() == http::verb::head;
  if (reads && path_ != "/ws") return false;
  const auto [from, to] = head.equal_range(http::field::origin);
  return std::any_of(
      from, to, [&](auto& line) { return !origin_allowed(line.value(), head[http::field::host], options().origins); });
}

void HttpConnection::read_body() {
  if (parser_->is_done()) return dispatch();
  if (parser_->get().count(http::field::expect) == 0) return read_rest();
  static constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
  asio::async_write(socket_, asio::buffer(go_on), [self = self()](error_code error, size_t) {
    if (self->ended()) return;
    error ? self->end() : self->read_rest();
  });
}

void HttpConnection::read_rest() {
  http::async_read(socket_, buffer_, *parser_, [self = self()](error_code error, size_t) {
    if (self->ended()) return;
    error ? self->on_read_error(error) : self->dispatch();
  });
}

void HttpConnection::dispatch() {
  state_ = State::handling;
  set_deadline(options().handler_timeout);
  auto& message = parser_->get();
  Request request{.method = std::string(message.method_string()),
                  .path = std::move(path_),
                  .query = std::move(query_),
                  .token = bearer_token(message[http::field::authorization]),
                  .address = client_,
                  .body = std::move(message.body()),
                  .encodings = std::string(message[http::field::accept_encoding]),
                  .known = std::string(message[http::field::if_none_match])};
  // A handler that drops the reply function does not keep this connection alive.
  const auto reply = [weak = std::weak_ptr(self()), turn = ++turn_](Reply given) {
    if (const auto self = weak.lock()) self->reply(turn, std::move(given));
  };
  try {
    context().handler.handle(std::move(request), reply);
  } catch (...) {
    reply(reply_of(refusals::failed));
  }
}

void HttpConnection::reply(u64 turn, Reply given) {
  post([this, turn, given = std::move(given)]() mutable {
    if (state_ == State::handling && turn == turn_) write(std::move(given));
  });
}

void HttpConnection::upgrade() {
  if (!beast::websocket::is_upgrade(parser_->get())) return refuse(refusals::no_upgrade);
  if (!parser_->is_done() || buffer_.size() > 0) return refuse(refusals::malformed);
  std::optional<ConnectionSlot> own;  // a proxy's connections are not counted by address, but the sockets behind it are
  if (client_ != peer_ && !(own = context().limiter.admit(rate_limit_key(client_)))) return refuse(refusals::crowded);
  ConnectionSlot slot = own ? std::move(*own) : take_slot();
  serve_websocket(shared_context(), loop(), std::move(socket_), std::move(client_), std::move(slot), parser_->get());
  end();
}

void HttpConnection::refuse(const Refusal& refusal) {
  ++context().refused;
  keep_alive_ = keep_alive_ && parser_->is_done();
  Reply reply = reply_of(refusal);
  if (refusal.status == 426) reply.headers.emplace_back("Upgrade", "websocket");
  if (refusal.status == 429) reply.headers.emplace_back("Retry-After", std::to_string(int(std::ceil(retry_after_))));
  write(std::move(reply));
}

void HttpConnection::on_read_error(error_code error) {
  if (!malformed(error)) return end();
  ++context().refused;
  keep_alive_ = false;
  write(reply_of(refusal_of(error)));
}

void HttpConnection::write(Reply reply) {
  state_ = State::writing;
  response_.emplace(http::int_to_status(unsigned(reply.status)), 11);
  for (const auto& [name, value] : reply.headers)
    if (one_line(name) && one_line(value)) response_->insert(name, value);
  if (!reply.type.empty()) response_->insert(http::field::content_type, reply.type);
  add_default_headers(*response_);
  response_->keep_alive(keep_alive_);
  if (!bodyless(reply.status)) response_->content_length(reply.body.size());
  if (!bodyless(reply.status) && parser_->get().method() != http::verb::head) response_->body() = std::move(reply.body);
  serializer_.emplace(*response_);
  write_some();
}

// Writes in pieces: a large file may take long, as long as each piece is in time.
void HttpConnection::write_some() {
  set_deadline(options().socket_timeout);
  http::async_write_some(socket_, *serializer_, [self = self()](error_code error, size_t) {
    if (self->ended()) return;
    if (error) return self->end();
    if (!self->serializer_->is_done()) return self->write_some();
    self->keep_alive_ ? self->await_next_request() : self->close_lingering();
  });
}

void HttpConnection::close_lingering() {
  state_ = State::lingering;
  lingering_close(socket_, [self = self()](error_code) { self->end(); });
}

}  // namespace

void serve_http(const std::shared_ptr<ServerContext>& context, EventLoop& loop, TcpSocket socket, std::string peer,
                ConnectionSlot slot) {
  const auto connection =
      std::make_shared<HttpConnection>(context, loop, std::move(socket), std::move(peer), std::move(slot));
  if (context->connections.add(connection)) connection->start();
}

}  // namespace volpe::net
