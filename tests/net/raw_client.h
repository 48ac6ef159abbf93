// A client that sends plain bytes over a real socket, so that it can send what no good client would.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <map>
#include <string>

#include "net/echo_handler.h"

namespace volpe::net {

struct Answer {
  int status = 0;
  std::map<std::string, std::string> headers;
  std::string body;
};

struct Frame {
  int kind = -1;  // 1 text, 8 close, 9 ping; -1: the connection has ended
  std::string payload;
  int code() const { return payload.size() < 2 ? 0 : u8(payload[0]) << 8 | u8(payload[1]); }
};

class Client {
 public:
  explicit Client(const Server& net, const char* from = "127.0.0.1", int receive_buffer = 0)
      : Client(net.port(), from, receive_buffer) {}
  explicit Client(int port, const char* from = "127.0.0.1", int receive_buffer = 0)
      : file_(socket(AF_INET, SOCK_STREAM, 0)) {
    EXPECT_GE(file_, 0);
    const timeval longest{never, 0};
    const int on = 1;
    setsockopt(file_, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
    setsockopt(file_, SOL_SOCKET, SO_SNDTIMEO, &longest, sizeof longest);
    setsockopt(file_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (receive_buffer > 0) setsockopt(file_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    sockaddr_in address = place(from, 0);
    EXPECT_EQ(bind(file_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    address = place("127.0.0.1", port);
    connected_ = connect(file_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~Client() { disconnect(); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool connected() const { return connected_; }
  void disconnect() {
    if (file_ >= 0) ::close(std::exchange(file_, -1));
  }
  void reset() {
    const linger hard{1, 0};
    setsockopt(file_, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    disconnect();
  }

  bool write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(file_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(size_t(sent));
    }
    return true;
  }

  // False at the end of the connection.
  bool fill() {
    char piece[16384];
    const ssize_t got = recv(file_, piece, sizeof piece, 0);
    EXPECT_FALSE(got < 0 && errno == EAGAIN) << "nothing comes";
    if (got <= 0) return false;
    buffer_.append(piece, size_t(got));
    return true;
  }
  std::string take(size_t count) {
    while (buffer_.size() < count)
      if (!fill()) return {};
    std::string taken = buffer_.substr(0, count);
    buffer_.erase(0, count);
    return taken;
  }
  // Whether it ends, as it does from here too then.
  bool ends() {
    while (fill()) {
    }
    disconnect();
    return true;
  }

  Answer answer(bool to_head = false) {
    size_t end;
    while ((end = buffer_.find("\r\n\r\n")) == buffer_.npos)
      if (!fill()) return {};
    std::string head = take(end + 4);
    Answer answer;
    answer.status = std::stoi(head.substr(9, 3));
    for (size_t at = head.find("\r\n") + 2; at < end; at = head.find("\r\n", at) + 2) {
      const size_t colon = head.find(": ", at);
      answer.headers[head.substr(at, colon - at)] = head.substr(colon + 2, head.find("\r\n", at) - colon - 2);
    }
    const auto length = answer.headers.find("Content-Length");
    if (!to_head && length != answer.headers.end()) answer.body = take(std::stoul(length->second));
    return answer;
  }
  Answer ask(const std::string& request) {
    write(request);
    return answer();
  }
  Answer get(const std::string& target, const std::string& headers = "") {
    return ask("GET " + target + " HTTP/1.1\r\nHost: volpe.test\r\n" + headers + "\r\n");
  }
  Answer post(const std::string& target, const std::string& body, const std::string& headers = "") {
    return ask("POST " + target + " HTTP/1.1\r\nHost: volpe.test\r\n" + headers +
               "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  }

  Answer upgrade(const std::string& headers = "", const std::string& target = "/ws") {
    return get(target,
               "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                   headers);
  }
  bool frame(std::string_view payload, int kind = 1, bool last = true, bool masked = true) {
    std::string bytes(1, char(kind | (last ? 0x80 : 0)));
    const int mask = masked ? 0x80 : 0;
    if (payload.size() < 126) {
      bytes += char(mask | int(payload.size()));
    } else {
      const bool wide = payload.size() > 0xffff;
      bytes += char(mask | (wide ? 127 : 126));
      for (int shift = wide ? 56 : 8; shift >= 0; shift -= 8) bytes += char(u64(payload.size()) >> shift);
    }
    const char key[] = {1, 2, 3, 4};
    if (masked) bytes.append(key, 4);
    for (size_t n = 0; n < payload.size(); ++n) bytes += char(payload[n] ^ (masked ? key[n % 4] : 0));
    return write(bytes);
  }
  bool close_frame(int code) { return frame(std::string{char(code >> 8), char(code)}, 8); }
  Frame frame() {
    const std::string head = take(2);
    if (head.empty()) return {};
    size_t length = u8(head[1]);
    if (length >= 126) {
      const std::string bytes = take(length == 126 ? 2 : 8);
      length = 0;
      for (const char c : bytes) length = length << 8 | u8(c);
    }
    Frame frame{head[0] & 15, {}};
    if (length > 0) frame.payload = take(length);
    return frame;
  }
  std::string text() { return frame().payload; }
  // The code it was closed with, after whatever else was on its way.
  int closing_code() {
    for (;;) {
      const Frame got = frame();
      if (got.kind == -1) return -1;
      if (got.kind != 8) continue;
      frame_back(got);
      return got.code();
    }
  }

 private:
  static sockaddr_in place(const char* host, int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(u16(port));
    inet_pton(AF_INET, host, &address.sin_addr);
    return address;
  }
  void frame_back(const Frame& closing) { frame(closing.payload, 8); }

  int file_;
  bool connected_ = false;
  std::string buffer_;
};

}  // namespace volpe::net
