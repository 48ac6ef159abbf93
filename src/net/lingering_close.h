// Closes a socket so that the peer can still read what was sent last.
#pragma once

#include <array>
#include <boost/asio/buffer.hpp>
#include <memory>

#include "net/connection.h"

namespace volpe::net {

// Closing a socket with unread bytes discards what was sent on it, so this reads them to the end first, within bounds.
template <class Done>
class LingeringClose {
 public:
  LingeringClose(TcpSocket& socket, Done done)
      : socket_(socket), done_(std::move(done)), discarded_(std::make_unique<Discarded>()) {}

  static void begin(TcpSocket& socket, Done done) {
    socket.owner->begin_lingering_close();
    error_code ignored;
    socket.shutdown(asio::socket_base::shutdown_send, ignored);
    LingeringClose(socket, std::move(done)).read();
  }

  void operator()(error_code error, size_t) {
    if (!error && ++reads_ < most_reads) return read();
    error_code ignored;
    socket_.close(ignored);
    done_(error_code());
  }

 private:
  static constexpr int most_reads = 1000;
  using Discarded = std::array<char, 4096>;

  void read() {
    const asio::mutable_buffer discarded = asio::buffer(*discarded_);
    socket_.async_read_some(discarded, std::move(*this));
  }

  TcpSocket& socket_;
  Done done_;
  std::unique_ptr<Discarded> discarded_;
  int reads_ = 0;
};

template <class Done>
void lingering_close(TcpSocket& socket, Done done) {
  LingeringClose<Done>::begin(socket, std::move(done));
}

}  // namespace volpe::net
