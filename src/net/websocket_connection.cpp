// WebSockets: messages of one page to the house in order, and out again through a queue that is bounded.
#include "net/websocket_connection.h"

#include <array>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "net/http_request.h"
#include "net/lingering_close.h"

namespace volpe::server {

namespace websocket = boost::beast::websocket;

// Found by Beast, whose own stops reading early: then the other end would not get to know why it was closed.
template <class Done>
void async_teardown(boost::beast::role_type, Wire& wire, Done&& done) {
  hang_up(wire, std::forward<Done>(done));
}

namespace {

constexpr size_t longest_reason = 123;
constexpr size_t cost_of_waiting = 64;  // of a message, besides its bytes: empty ones are bounded too

enum Why { binary = 1003, too_fast = 1008, failed = 1011, come_again = 1012 };

class PageSocket final : public Socket, public Connection {
 public:
  PageSocket(std::shared_ptr<Porch> porch, Wire wire, std::string client, Ticket ticket)
      : Connection(std::move(porch), wire.get_executor(), std::move(ticket)),
        page_(std::move(wire)),
        address_(std::move(client)) {
    page_.next_layer().owner = this;
  }

  void start(const HttpRequest& request);

  void send(std::shared_ptr<const std::string> text) override;
  void close(int code, std::string_view reason) override;
  const std::string& address() const override { return address_; }

 private:
  std::shared_ptr<PageSocket> self() { return std::static_pointer_cast<PageSocket>(shared_from_this()); }
  Wire& wire() override { return page_.next_layer(); }
  void wind_down() override;
  void farewell() override;

  void set_bounds();
  void on_accept(error_code error);
  void read();
  void on_read(error_code error, size_t length);
  void on_message();
  bool within_rate();
  void refuse(Why why, std::string_view reason);

  void shut(int code, const std::string& reason);
  void say_goodbye();
  void flush();
  bool next_to_write();
  void on_written(error_code error);

  template <class Call>
  void tell_house(Call call) {
    try {
      call(porch().house);
    } catch (...) {
      if (!ended()) shut(failed, "the server failed");
    }
  }

  websocket::stream<Wire, false> page_;
  const std::string address_;
  bool opened_ = false;
  std::optional<websocket::close_reason> goodbye_;
  Bucket messages_;
  std::array<char, 256> piece_;  // small: thousands wait for their next message
  std::string text_;             // of the message that is coming in

  std::vector<std::shared_ptr<const std::string>> writing_;  // in turn; the front is written_ …
  size_t written_ = 0;                                       // … the number of those that are done

  // What other threads touch, under mutex_.
  std::vector<std::shared_ptr<const std::string>> waiting_;
  size_t backlog_ = 0;     // bytes in both lists
  bool flushing_ = false;  // a write is under way or about to be
  bool mute_ = false;      // nothing more goes out
};

void PageSocket::start(const HttpRequest& request) {
  set_bounds();
  page_.async_accept(request, [self = self()](error_code error) {
    if (!self->ended()) self->on_accept(error);
  });
}

void PageSocket::set_bounds() {
  const NetOptions& bounds = options();
  page_.set_option(websocket::stream_base::timeout{seconds(bounds.patience), seconds(bounds.idle), true});
  page_.set_option(
      websocket::stream_base::decorator([](websocket::response_type& response) { add_usual_headers(response); }));
  page_.read_message_max(bounds.longest_message);
  page_.auto_fragment(false);
  page_.text(true);
  // Pings are answered by Beast, so they cost us as messages do. Not here: the reader that calls this is at work.
  page_.control_callback([this](websocket::frame_type, boost::beast::string_view) {
    if (within_rate()) return;
    enter([this] { refuse(too_fast, "too many pings"); });
  });
}

void PageSocket::on_accept(error_code error) {
  if (error) {
    ++porch().refused;
    return end();
  }
  opened_ = true;
  ++porch().sockets;
  tell_house([&](House& house) { house.opened(self()); });
  read();
}

void PageSocket::read() {
  page_.async_read_some(asio::buffer(piece_), [self = self()](error_code error, size_t length) {
    if (!self->ended()) self->on_read(error, length);
  });
}

void PageSocket::on_read(error_code error, size_t length) {
  if (error) {
    if (error == websocket::condition::protocol_violation || error == websocket::error::message_too_big)
      ++porch().refused;
    return end();
  }
  if (goodbye_) return;  // whoever says goodbye reads what still comes
  if (!page_.got_text()) return refuse(binary, "text only");
  text_.append(piece_.data(), length);
  if (page_.is_message_done()) on_message();
  if (!goodbye_) read();
}

void PageSocket::on_message() {
  if (!within_rate()) return refuse(too_fast, "too many messages");
  ++porch().messages;
  tell_house([&](House& house) { house.message(self(), std::exchange(text_, {})); });
}

bool PageSocket::within_rate() { return messages_.take(Clock::now(), options().messages_a_second, options().burst); }

void PageSocket::refuse(Why why, std::string_view reason) {
  if (!goodbye_) ++porch().refused;
  shut(why, std::string(reason));
}

void PageSocket::close(int code, std::string_view reason) {
  enter([this, code, reason = std::string(reason.substr(0, longest_reason))] { shut(code, reason); });
}

void PageSocket::wind_down() { opened_ ? shut(come_again, "come again") : end(); }

// What was sent before goes out first.
void PageSocket::shut(int code, const std::string& reason) {
  if (goodbye_) return;
  goodbye_.emplace(websocket::close_code(code), reason);
  {
    const std::lock_guard lock(mutex_);
    mute_ = true;
    if (flushing_) return;
  }
  say_goodbye();
}

void PageSocket::say_goodbye() {
  expect_within(options().patience);
  page_.async_close(*goodbye_, [self = self()](error_code) { self->end(); });
}

void PageSocket::farewell() {
  // A house may keep us, but Beast's timer may not keep the threads waiting.
  using Bounds = websocket::stream_base;
  page_.set_option(Bounds::timeout{Bounds::none(), Bounds::none(), false});
  if (!opened_) return;
  --porch().sockets;
  tell_house([&](House& house) { house.closed(self()); });
}

void PageSocket::send(std::shared_ptr<const std::string> text) {
  const std::lock_guard lock(mutex_);
  if (mute_) return;
  backlog_ += text->size() + cost_of_waiting;
  if (backlog_ > options().longest_backlog) {
    mute_ = true;
    ++porch().dropped;
    return enter_locked([this] { end_abruptly(); });
  }
  waiting_.push_back(std::move(text));
  if (!std::exchange(flushing_, true)) enter_locked([this] { flush(); });
}

void PageSocket::flush() {
  if (next_to_write()) {
    expect_within(options().patience);
    page_.async_write(asio::buffer(*writing_[written_]), [self = self()](error_code error, size_t) {
      if (!self->ended()) self->on_written(error);
    });
    return;
  }
  expect_nothing();
  if (goodbye_) say_goodbye();
}

bool PageSocket::next_to_write() {
  if (written_ < writing_.size()) return true;
  writing_.clear();
  written_ = 0;
  const std::lock_guard lock(mutex_);
  writing_.swap(waiting_);
  flushing_ = !writing_.empty();
  if (!flushing_) writing_ = {}, waiting_ = {};  // gives the memory back until there is more to say
  return flushing_;
}

void PageSocket::on_written(error_code error) {
  if (error) return end();
  {
    const std::lock_guard lock(mutex_);
    backlog_ -= writing_[written_]->size() + cost_of_waiting;
  }
  writing_[written_++].reset();
  flush();
}

}  // namespace

void serve_websocket(const std::shared_ptr<Porch>& porch, Wire wire, std::string client, Ticket ticket,
                     const HttpRequest& request) {
  const auto socket = std::make_shared<PageSocket>(porch, std::move(wire), std::move(client), std::move(ticket));
  if (porch->add(socket)) socket->start(request);
}

}  // namespace volpe::server
