// How a wire is hung up so that the other end can read our last words.
#pragma once

#include <array>
#include <boost/asio/buffer.hpp>
#include <memory>

#include "net/connection.h"

namespace volpe::server {

// Closing a wire with unread bytes would throw away what was sent on it, so they are read to the end, within bounds.
template <class Done>
class HangUp {
 public:
  HangUp(Wire& wire, Done done) : wire_(wire), done_(std::move(done)), scrap_(std::make_unique<Scrap>()) {}

  static void begin(Wire& wire, Done done) {
    wire.owner->begin_to_hang_up();
    error_code ignored;
    wire.shutdown(asio::socket_base::shutdown_send, ignored);
    HangUp(wire, std::move(done)).read();
  }

  void operator()(error_code error, size_t) {
    if (!error && ++reads_ < most_reads) return read();
    error_code ignored;
    wire_.close(ignored);
    done_(error_code());
  }

 private:
  static constexpr int most_reads = 1000;
  using Scrap = std::array<char, 4096>;

  void read() {
    const asio::mutable_buffer scrap = asio::buffer(*scrap_);
    wire_.async_read_some(scrap, std::move(*this));
  }

  Wire& wire_;
  Done done_;
  std::unique_ptr<Scrap> scrap_;
  int reads_ = 0;
};

template <class Done>
void hang_up(Wire& wire, Done done) {
  HangUp<Done>::begin(wire, std::move(done));
}

}  // namespace volpe::server
