// Speed of the bare network: WebSockets that each have one message in flight, echoed by a handler that does nothing
// else. Run: build/test/bench/echo_bench [SOCKETS [SECONDS [THREADS]]]; also says what an idle socket costs (best with
// 5000).
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#include "net/server.h"

namespace volpe::net {
namespace {

using SteadyClock = std::chrono::steady_clock;

struct EchoHandler final : RequestHandler {
  struct Session final : SocketSession {
    Session(std::atomic<int>& counter, std::shared_ptr<WebSocket> of) : sockets(counter), socket(std::move(of)) {}
    void message(std::string text) override { socket->send(std::make_shared<const std::string>(std::move(text))); }
    void closed() override { --sockets; }
    std::atomic<int>& sockets;
    const std::shared_ptr<WebSocket> socket;
  };

  void handle(net::Request, std::function<void(net::Reply)> reply) override { reply({}); }
  std::shared_ptr<SocketSession> opened(const std::shared_ptr<WebSocket>& socket) override {
    ++sockets;
    return std::make_shared<Session>(sockets, socket);
  }
  std::atomic<int> sockets = 0;
};

// As long as a decision at a table.
constexpr std::string_view message = R"({"op":"event","table":"k3v9x2m7","after":117,"event":"w@b7","id":"4242"})";
static_assert(message.size() < 126);
constexpr size_t echo_size = 2 + message.size();

// Masked with zeros, which leaves it as it is.
std::string frame() { return std::string{char(0x81), char(0x80 | message.size()), 0, 0, 0, 0} + std::string(message); }

struct Page {
  int file;
  SteadyClock::time_point sent;
  size_t received = 0;
};

bool write(int file, std::string_view bytes) {
  return ::send(file, bytes.data(), bytes.size(), MSG_NOSIGNAL) == ssize_t(bytes.size());
}

int open_page(int port) {
  const int file = socket(AF_INET, SOCK_STREAM, 0);
  const int on = 1;
  setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(u16(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(file, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return -1;
  write(file,
        "GET /ws HTTP/1.1\r\nHost: volpe.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  std::string head;
  for (char c = 0; !head.ends_with("\r\n\r\n"); head += c)
    if (recv(file, &c, 1, 0) != 1) return -1;
  return file;
}

long resident_bytes() {
  long all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

bool send_again(Page& page) {
  static const std::string bytes = frame();
  page.sent = SteadyClock::now();
  page.received = 0;
  return write(page.file, bytes);
}

// How many milliseconds each echo took.
std::vector<double> echo(std::vector<Page>& pages, double seconds) {
  const int poll = epoll_create1(0);
  for (Page& page : pages) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = &page;
    epoll_ctl(poll, EPOLL_CTL_ADD, page.file, &event);
    send_again(page);
  }
  std::vector<double> times;
  const auto end = SteadyClock::now() + std::chrono::duration<double>(seconds);
  for (epoll_event events[64]; SteadyClock::now() < end;) {
    const int count = epoll_wait(poll, events, 64, 100);
    for (int n = 0; n < count; ++n) {
      Page& page = *static_cast<Page*>(events[n].data.ptr);
      char bytes[echo_size];
      const ssize_t got = recv(page.file, bytes, echo_size - page.received, 0);
      if (got <= 0) return {};
      page.received += size_t(got);
      if (page.received < echo_size) continue;
      times.push_back(std::chrono::duration<double, std::milli>(SteadyClock::now() - page.sent).count());
      if (!send_again(page)) return {};
    }
  }
  ::close(poll);
  return times;
}

int bench(int sockets, double seconds, int threads) {
  EventLoops loops(threads);
  EchoHandler handler;
  net::ServerOptions options;
  options.listen = "127.0.0.1:0";
  options.most_connections = options.most_per_address = size_t(sockets);
  options.requests_a_second = options.messages_a_second = options.burst = 1e9;
  const Result<std::unique_ptr<net::Server>> net = net::start_server(options, loops, handler);
  if (!net) return std::fprintf(stderr, "%s\n", net.error().message.c_str()), 1;
  const long before = resident_bytes();
  std::vector<Page> pages;
  for (int n = 0; n < sockets; ++n) {
    pages.push_back({open_page((*net)->port()), {}});
    if (pages.back().file < 0) return std::fprintf(stderr, "socket %d does not open\n", n), 1;
  }
  while (handler.sockets < sockets) std::this_thread::yield();
  const long idle = (resident_bytes() - before) / sockets;
  std::vector<double> times = echo(pages, seconds);
  if (times.empty()) return std::fprintf(stderr, "a socket was closed\n"), 1;
  std::sort(times.begin(), times.end());
  const auto percentile = [&](double share) { return times[size_t(share * double(times.size() - 1))]; };
  std::printf("%8s %8s %12s %10s %10s %12s\n", "sockets", "threads", "messages/s", "p50 ms", "p99 ms", "bytes idle");
  std::printf("%8d %8d %12.0f %10.3f %10.3f %12ld\n", sockets, threads, double(times.size()) / seconds, percentile(.5),
              percentile(.99), idle);
  for (const Page& page : pages) ::close(page.file);
  return 0;
}

}  // namespace
}  // namespace volpe::net

int main(int count, char** words) {
  const int sockets = count > 1 ? std::atoi(words[1]) : 200;
  const double seconds = count > 2 ? std::atof(words[2]) : 5;
  const int threads = count > 3 ? std::atoi(words[3]) : 1;
  return volpe::net::bench(std::max(sockets, 1), seconds, threads);
}
