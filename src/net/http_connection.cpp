// HTTP/1.1 on one connection: reads a request within bounds, lets the house answer, writes, and again.
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

#include "net/http_request.h"
#include "net/lingering_close.h"
#include "net/websocket_connection.h"

namespace volpe::server {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;

constexpr u32 longest_head = 8 << 10;

struct Refusal {
  int status;
  std::string_view code, message;
};

namespace refusals {
constexpr Refusal malformed{400, "bad_request", "This is no HTTP request."};
constexpr Refusal bad_path{400, "bad_request", "This path can not be read."};
constexpr Refusal bad_host{400, "bad_request", "A request names one host."};
constexpr Refusal foreign{403, "foreign_origin", "This page may not ask that here."};
constexpr Refusal too_large{413, "too_large", "The body is too large."};
constexpr Refusal bad_expectation{417, "bad_request", "Nothing but 100-continue can be expected."};
constexpr Refusal no_upgrade{426, "bad_request", "Here is a WebSocket."};
constexpr Refusal too_fast{429, "too_fast", "These are too many requests; wait a little."};
constexpr Refusal long_head{431, "too_large", "The head is too large."};
constexpr Refusal failed{500, "unavailable", "The server failed."};
constexpr Refusal no_answer{503, "unavailable", "The server is too busy to answer."};
constexpr Refusal crowded{503, "unavailable", "There are too many connections from this address."};
}  // namespace refusals

const Refusal& refusal_of(error_code error) {
  if (error == http::error::body_limit) return refusals::too_large;
  if (error == http::error::header_limit || error == http::error::buffer_overflow) return refusals::long_head;
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
  reply.body = R"({"ok":false,"error":{"code":")" + std::string(refusal.code) + R"(","message":")" +
               std::string(refusal.message) + R"("}})";
  return reply;
}

bool bodyless(int status) { return status == 204 || status == 304; }

bool one_line(std::string_view text) { return text.find_first_of(std::string_view("\r\n\0", 3)) == text.npos; }

class HttpConnection final : public Connection {
 public:
  HttpConnection(std::shared_ptr<Porch> porch, Wire wire, std::string peer, Ticket ticket)
      : Connection(std::move(porch), wire.get_executor(), std::move(ticket)),
        wire_(std::move(wire)),
        peer_(std::move(peer)) {
    wire_.owner = this;
  }

  void start() {
    enter([this] { read_head(); });
  }

 private:
  enum class State { reading, answering, writing, hanging_up };
  using Parser = http::request_parser<http::string_body>;
  using Response = http::response<http::string_body>;

  std::shared_ptr<HttpConnection> self() { return std::static_pointer_cast<HttpConnection>(shared_from_this()); }
  Wire& wire() override { return wire_; }
  void wind_down() override;
  void late() override;

  void await_next();
  void read_head();
  void on_head(error_code error);
  const Refusal* judge_head();
  bool well_formed_target();
  bool from_foreign_page() const;
  void read_body();
  void read_rest();
  void ask_house();
  void answer(u64 turn, Reply reply);
  void upgrade();

  void refuse(const Refusal& refusal);
  void on_broken(error_code error);
  void write(Reply reply);
  void write_some();
  void hang_up_now();

  std::string forwarded_for() const;

  Wire wire_;
  const std::string peer_;
  State state_ = State::reading;
  beast::flat_buffer buffer_{2 * longest_head};
  std::optional<Parser> parser_;
  std::string client_, path_, query_;
  double retry_after_ = 0;
  bool keep_alive_ = false;
  u64 turn_ = 0;  // tells the answer that is due from one that comes too late
  std::optional<Response> response_;
  std::optional<http::serializer<false, http::string_body>> serializer_;
};

void HttpConnection::wind_down() {
  keep_alive_ = false;
  if (state_ == State::reading || state_ == State::hanging_up) end();
}

void HttpConnection::late() {
  if (state_ != State::answering) return end_abruptly();
  keep_alive_ = false;
  write(reply_of(refusals::no_answer));
}

void HttpConnection::await_next() {
  state_ = State::reading;
  serializer_.reset();
  response_.reset();
  parser_.reset();
  if (buffer_.size() > 0) return read_head();
  buffer_.shrink_to_fit();
  expect_within(options().idle);
  wire_.async_wait(Wire::wait_read, [self = self()](error_code error) {
    if (self->ended()) return;
    error ? self->end() : self->read_head();
  });
}

void HttpConnection::read_head() {
  expect_within(options().patience);
  parser_.emplace();
  parser_->header_limit(longest_head);
  parser_->body_limit(options().longest_body);
  http::async_read_header(wire_, buffer_, *parser_, [self = self()](error_code error, size_t) {
    if (!self->ended()) self->on_head(error);
  });
}

void HttpConnection::on_head(error_code error) {
  if (error) return on_broken(error);
  ++porch().requests;
  keep_alive_ = parser_->keep_alive();
  client_ = client_address(peer_, forwarded_for(), options().trusted_proxies);
  if (const Refusal* refusal = judge_head()) return refuse(*refusal);
  if (path_ == "/ws") return upgrade();
  read_body();
}

std::string HttpConnection::forwarded_for() const {
  std::string last;
  const auto [from, to] = parser_->get().equal_range("X-Forwarded-For");
  for (auto line = from; line != to; ++line) last = line->value();
  return last;
}

// Null if nothing is to be said against it.
const Refusal* HttpConnection::judge_head() {
  const auto& head = parser_->get();
  const size_t hosts = head.count(http::field::host);
  if (hosts > 1 || (hosts == 0 && head.version() == 11)) return &refusals::bad_host;
  const bool well_formed = well_formed_target();
  const bool is_file = !path_.starts_with("/api/") && path_ != "/ws";
  retry_after_ = porch().gate.seconds_to_wait(neighbourhood(client_), is_file ? options().file_price : 1);
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

// A page elsewhere may look, but neither change anything nor open a socket in its visitor's name.
bool HttpConnection::from_foreign_page() const {
  const auto& head = parser_->get();
  const bool looks = head.method() == http::verb::get || head.method() == http::verb::head;
  if (looks && path_ != "/ws") return false;
  const auto [from, to] = head.equal_range(http::field::origin);
  return std::any_of(
      from, to, [&](auto& line) { return !origin_allowed(line.value(), head[http::field::host], options().origins); });
}

void HttpConnection::read_body() {
  if (parser_->is_done()) return ask_house();
  if (parser_->get().count(http::field::expect) == 0) return read_rest();
  static constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
  asio::async_write(wire_, asio::buffer(go_on), [self = self()](error_code error, size_t) {
    if (self->ended()) return;
    error ? self->end() : self->read_rest();
  });
}

void HttpConnection::read_rest() {
  http::async_read(wire_, buffer_, *parser_, [self = self()](error_code error, size_t) {
    if (self->ended()) return;
    error ? self->on_broken(error) : self->ask_house();
  });
}

void HttpConnection::ask_house() {
  state_ = State::answering;
  expect_within(options().answer);
  auto& message = parser_->get();
  Request request{.method = std::string(message.method_string()),
                  .path = std::move(path_),
                  .query = std::move(query_),
                  .token = bearer_token(message[http::field::authorization]),
                  .address = client_,
                  .body = std::move(message.body()),
                  .encodings = std::string(message[http::field::accept_encoding]),
                  .known = std::string(message[http::field::if_none_match])};
  // A house that forgets the question keeps nothing of us alive.
  const auto reply = [weak = std::weak_ptr(self()), turn = ++turn_](Reply given) {
    if (const auto self = weak.lock()) self->answer(turn, std::move(given));
  };
  try {
    porch().house.answer(std::move(request), reply);
  } catch (...) {
    reply(reply_of(refusals::failed));
  }
}

void HttpConnection::answer(u64 turn, Reply reply) {
  enter([this, turn, reply = std::move(reply)]() mutable {
    if (state_ == State::answering && turn == turn_) write(std::move(reply));
  });
}

void HttpConnection::upgrade() {
  if (!beast::websocket::is_upgrade(parser_->get())) return refuse(refusals::no_upgrade);
  if (!parser_->is_done() || buffer_.size() > 0) return refuse(refusals::malformed);
  std::optional<Ticket> own;  // connections of a proxy are not counted by address, its sockets are
  if (client_ != peer_ && !(own = porch().gate.admit(neighbourhood(client_)))) return refuse(refusals::crowded);
  Ticket ticket = own ? std::move(*own) : take_ticket();
  serve_websocket(shared_porch(), std::move(wire_), std::move(client_), std::move(ticket), parser_->get());
  end();
}

void HttpConnection::refuse(const Refusal& refusal) {
  ++porch().refused;
  keep_alive_ = keep_alive_ && parser_->is_done();
  Reply reply = reply_of(refusal);
  if (refusal.status == 426) reply.headers.emplace_back("Upgrade", "websocket");
  if (refusal.status == 429) reply.headers.emplace_back("Retry-After", std::to_string(int(std::ceil(retry_after_))));
  write(std::move(reply));
}

void HttpConnection::on_broken(error_code error) {
  if (!malformed(error)) return end();
  ++porch().refused;
  keep_alive_ = false;
  write(reply_of(refusal_of(error)));
}

void HttpConnection::write(Reply reply) {
  state_ = State::writing;
  response_.emplace(http::int_to_status(unsigned(reply.status)), 11);
  for (const auto& [name, value] : reply.headers)
    if (one_line(name) && one_line(value)) response_->insert(name, value);
  if (!reply.type.empty()) response_->insert(http::field::content_type, reply.type);
  add_usual_headers(*response_);
  response_->keep_alive(keep_alive_);
  if (!bodyless(reply.status)) response_->content_length(reply.body.size());
  if (!bodyless(reply.status) && parser_->get().method() != http::verb::head) response_->body() = std::move(reply.body);
  serializer_.emplace(*response_);
  write_some();
}

// Piece by piece: a large file may take long as long as it moves.
void HttpConnection::write_some() {
  expect_within(options().patience);
  http::async_write_some(wire_, *serializer_, [self = self()](error_code error, size_t) {
    if (self->ended()) return;
    if (error) return self->end();
    if (!self->serializer_->is_done()) return self->write_some();
    self->keep_alive_ ? self->await_next() : self->hang_up_now();
  });
}

void HttpConnection::hang_up_now() {
  state_ = State::hanging_up;
  hang_up(wire_, [self = self()](error_code) { self->end(); });
}

}  // namespace

void serve_http(const std::shared_ptr<Porch>& porch, Wire wire, std::string peer, Ticket ticket) {
  const auto connection = std::make_shared<HttpConnection>(porch, std::move(wire), std::move(peer), std::move(ticket));
  if (porch->add(connection)) connection->start();
}

}  // namespace volpe::server
