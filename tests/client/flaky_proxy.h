// A TCP proxy before a running server that misbehaves at a chosen moment, and the sockets it is made of.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>

#include "base/bits.h"
#include "client/running_server.h"

namespace volpe::client {

// A socket that listens on the port; 0 becomes a free one.
inline int listening_socket(u16& port) {
  const int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  socklen_t length = sizeof address;
  EXPECT_EQ(bind(file, reinterpret_cast<sockaddr*>(&address), length), 0);
  EXPECT_EQ(listen(file, 8), 0);
  getsockname(file, reinterpret_cast<sockaddr*>(&address), &length);
  port = ntohs(address.sin_port);
  return file;
}

inline int connected_socket(u16 port) {
  const int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  EXPECT_EQ(connect(file, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  return file;
}

// Forwards one connection after the other to a server. When the server first sends `word`, the proxy cuts the
// connection before the word arrives, or calls `happens` and then forwards it.
class FlakyProxy {
 public:
  FlakyProxy(const RunningServer& to, std::string word, std::function<void()> happens = {})
      : to_(u16(std::stoi(to.server.port))),
        word_(std::move(word)),
        happens_(std::move(happens)),
        listening_(listening_socket(port_)) {
    thread_ = std::thread([this] { forward(); });
  }
  ~FlakyProxy() {
    shutdown(listening_, SHUT_RDWR);
    thread_.join();
    close(listening_);
  }
  FlakyProxy(const FlakyProxy&) = delete;
  FlakyProxy& operator=(const FlakyProxy&) = delete;

  Server server() const { return {"127.0.0.1", std::to_string(port_)}; }
  bool triggered() const { return triggered_; }

 private:
  void forward() {
    for (;;) {
      const int near = accept(listening_, nullptr, nullptr);
      if (near < 0) return;
      const int far = connected_socket(to_);
      forward_between(near, far);
      close(near);
      close(far);
    }
  }

  void forward_between(int near, int far) {
    for (;;) {
      pollfd files[] = {{near, POLLIN, 0}, {far, POLLIN, 0}, {listening_, 0, 0}};
      if (poll(files, 3, never) <= 0 || (files[2].revents & (POLLHUP | POLLERR)) != 0) return;
      for (int from : {0, 1}) {
        if (files[from].revents == 0) continue;
        char bytes[65536];
        const ssize_t count = recv(files[from].fd, bytes, sizeof bytes, 0);
        if (count <= 0) return;
        if (from == 1 && !triggered_ && std::string_view(bytes, size_t(count)).find(word_) != std::string_view::npos) {
          triggered_ = true;
          if (!happens_) return;
          happens_();
        }
        if (send(files[1 - from].fd, bytes, size_t(count), MSG_NOSIGNAL) != count) return;
      }
    }
  }

  u16 to_, port_ = 0;
  std::string word_;
  std::function<void()> happens_;
  int listening_;
  std::atomic<bool> triggered_ = false;
  std::thread thread_;
};

}  // namespace volpe::client
