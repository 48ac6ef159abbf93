// A socket whose writes are gathered: what is written by the tasks of one turn of the event loop, or while a write is
// under way, leaves in one system call.
//
// Messages of a WebSocket are queued as they are, with the header that servers put before them (RFC 6455); they may
// belong to many sockets. Beast writes control frames and handshakes through async_write_some.
#pragma once

#include <array>
#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/stream_traits.hpp>

#include "net/connection.h"

namespace volpe::net {

class GatheredSocket {
 public:
  using executor_type = Executor;

  explicit GatheredSocket(TcpSocket socket) : socket_(std::move(socket)) {}

  TcpSocket& socket() { return socket_; }
  executor_type get_executor() { return socket_.get_executor(); }

  void send_message(std::shared_ptr<const std::string> text) { add({header_of(text->size()), std::move(text)}); }
  size_t backlog() const { return backlog_; }  // bytes that wait or are being written
  // Called when all that was queued is written, at once if it is.
  void when_written(std::function<void()> then) {
    writing_.empty() && queue_.empty() ? then() : when_written_.push_back(std::move(then));
  }

  template <class Buffers, class Handler>
  auto async_read_some(const Buffers& buffers, Handler&& handler) {
    return socket_.async_read_some(buffers, std::forward<Handler>(handler));
  }

  template <class Buffers, class Handler>
  auto async_write_some(const Buffers& buffers, Handler&& handler) {
    return asio::async_initiate<Handler, void(error_code, size_t)>(
        [this](auto&& done, const Buffers& source) {
          std::string bytes(asio::buffer_size(source), '\0');
          asio::buffer_copy(asio::buffer(bytes), source);
          const size_t size = bytes.size();
          add({{}, std::make_shared<const std::string>(std::move(bytes))});
          asio::post(get_executor(), boost::beast::bind_handler(std::move(done), failed_, size));
        },
        handler, buffers);
  }

  friend void beast_close_socket(GatheredSocket& gathered) {
    error_code ignored;
    gathered.socket_.close(ignored);
  }

 private:
  struct Header {
    std::array<unsigned char, 10> bytes{};
    size_t size = 0;
  };
  struct Piece {
    Header header;
    std::shared_ptr<const std::string> text;
    // With what a queued piece takes besides its bytes, so that empty ones are bounded too.
    size_t weight() const { return sizeof(Piece) + header.size + text->size(); }
  };

  // A whole text message of so many bytes.
  static Header header_of(u64 length) {
    constexpr unsigned char final_text = 0x81;
    Header header;
    const int more = length < 126 ? 0 : length < 1 << 16 ? 2 : 8;
    header.bytes[0] = final_text;
    header.bytes[1] = static_cast<unsigned char>(more == 0 ? length : more == 2 ? 126 : 127);
    for (int n = 0; n < more; ++n)
      header.bytes[size_t(2 + n)] = static_cast<unsigned char>(length >> 8 * (more - 1 - n));
    header.size = size_t(2 + more);
    return header;
  }

  void add(Piece piece) {
    backlog_ += piece.weight();
    queue_.push_back(std::move(piece));
    if (!writing_.empty() || std::exchange(scheduled_, true)) return;
    asio::post(get_executor(), [this, owner = socket_.owner->shared_from_this()] {
      scheduled_ = false;
      write();
    });
  }

  void write() {
    writing_.swap(queue_);
    std::vector<asio::const_buffer> buffers;
    buffers.reserve(2 * writing_.size());
    for (const Piece& piece : writing_) {
      if (piece.header.size > 0) buffers.emplace_back(piece.header.bytes.data(), piece.header.size);
      buffers.emplace_back(piece.text->data(), piece.text->size());
    }
    socket_.owner->begin_write();
    asio::async_write(socket_, buffers, [this, owner = socket_.owner->shared_from_this()](error_code error, size_t) {
      on_written(error);
    });
  }

  void on_written(error_code error) {
    for (const Piece& piece : writing_) backlog_ -= piece.weight();
    writing_.clear();
    if (error) failed_ = error;
    if (!failed_ && !queue_.empty()) return write();
    queue_.clear();
    socket_.owner->end_write(failed_);
    for (const auto& then : std::exchange(when_written_, {})) then();
  }

  TcpSocket socket_;
  std::vector<Piece> queue_, writing_;
  size_t backlog_ = 0;
  bool scheduled_ = false;  // a write is about to begin
  error_code failed_;
  std::vector<std::function<void()>> when_written_;
};

}  // namespace volpe::net
