// The network through real sockets on loopback: what it lets through, what it refuses, and that it always ends well.
// Nothing here passes or fails by time; a minute without an event means that it never comes.
#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <thread>

#include "net/http_request.h"
#include "net/rate_limiter.h"
#include "net/server.h"

namespace volpe::server {
namespace {

constexpr int never = 60;  // seconds

// ---- the house: echoes, and watches that it is called as promised

class EchoHouse final : public House {
 public:
  void answer(Request request, std::function<void(Reply)> reply) override {
    if (request.path == "/keep") return keep(std::move(reply));
    if (request.path == "/throw") throw std::runtime_error("a house on fire");
    if (request.path == "/late") {
      const std::lock_guard lock(mutex_);
      threads_.emplace_back([request, reply = std::move(reply)] { reply(echo(request)); });
      return;
    }
    reply(echo(request));
  }

  void opened(const std::shared_ptr<Socket>& socket) override {
    note([&] {
      EXPECT_TRUE(visits_.emplace(socket.get(), Visit{socket}).second);
      last_ = socket;
    });
  }

  void message(const std::shared_ptr<Socket>& socket, std::string text) override {
    Visit* visit = nullptr;
    note([&] {
      visit = &visits_.at(socket.get());
      EXPECT_FALSE(std::exchange(visit->busy, true)) << "two at once";
      EXPECT_FALSE(visit->closed) << "a message after the end";
      texts_.push_back(text);
    });
    if (text == "close") socket->close(4001, "as you wish");
    if (text == "throw") {
      note([&] { visit->busy = false; });
      throw std::runtime_error("a house on fire");
    }
    socket->send(std::make_shared<const std::string>(std::move(text)));
    note([&] { visit->busy = false; });
  }

  void closed(const std::shared_ptr<Socket>& socket) override {
    note([&] {
      Visit& visit = visits_.at(socket.get());
      EXPECT_FALSE(std::exchange(visit.closed, true)) << "closed twice";
      EXPECT_FALSE(visit.busy) << "closed during a message";
      ++closed_;
    });
  }

  ~EchoHouse() override {
    for (std::thread& thread : threads_) thread.join();
  }

  std::function<void(Reply)> kept() {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, std::chrono::seconds(never), [&] { return !kept_.empty(); }));
    auto reply = std::move(kept_.back());
    kept_.pop_back();
    return reply;
  }
  std::shared_ptr<Socket> socket() {
    await([&] { return last_ != nullptr; });
    const std::lock_guard lock(mutex_);
    return last_;
  }
  void await_closed(size_t count) {
    await([&] { return closed_ >= count; });
  }
  bool all_closed() {
    const std::lock_guard lock(mutex_);
    return closed_ == visits_.size();
  }
  size_t openings() {
    const std::lock_guard lock(mutex_);
    return visits_.size();
  }
  std::vector<std::string> texts() {
    const std::lock_guard lock(mutex_);
    return texts_;
  }
  void send_all(const std::shared_ptr<const std::string>& text) {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, visit] : visits_) visit.socket->send(text);
  }

 private:
  struct Visit {
    std::shared_ptr<Socket> socket;
    bool busy = false, closed = false;
  };

  static Reply echo(const Request& request) {
    Reply reply;
    reply.type = "text/plain";
    reply.body = request.method + " " + request.path + " " + request.query + " " + request.token + " " +
                 request.address + " " + request.body;
    if (request.path == "/cached") reply.headers.emplace_back("Cache-Control", "max-age=60");
    if (request.path == "/cut") reply.headers.emplace_back("X-Cut", "a\r\nX-Injected: b");
    if (request.path == "/large") reply.body.assign(8 << 20, 'x');
    if (request.path == "/nothing") reply.status = 204;
    return reply;
  }
  void keep(std::function<void(Reply)> reply) {
    note([&] { kept_.push_back(std::move(reply)); });
  }
  template <class Deed>
  void note(Deed deed) {
    const std::lock_guard lock(mutex_);
    deed();
    changed_.notify_all();
  }
  template <class Condition>
  void await(Condition condition) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, std::chrono::seconds(never), condition));
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Socket*, Visit> visits_;  // keeps the sockets, so that none is met twice under one address
  std::shared_ptr<Socket> last_;
  size_t closed_ = 0;
  std::vector<std::string> texts_;
  std::vector<std::function<void(Reply)>> kept_;
  std::vector<std::thread> threads_;
};

// ---- the client: plain bytes, so that it can say what no good client would

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
  explicit Client(const Net& net, const char* from = "127.0.0.1", int receive_buffer = 0)
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
  ~Client() { hang_up(); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool connected() const { return connected_; }
  void hang_up() {
    if (file_ >= 0) ::close(std::exchange(file_, -1));
  }
  void reset() {
    const linger hard{1, 0};
    setsockopt(file_, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    hang_up();
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
    hang_up();
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

NetOptions quiet() {
  NetOptions options;
  options.listen = "127.0.0.1:0";
  options.threads = 2;
  options.requests_a_second = options.messages_a_second = options.burst = 1e6;
  return options;
}

std::unique_ptr<Net> open(const NetOptions& options, House& house) {
  Result<std::unique_ptr<Net>> net = open_net(options, house);
  EXPECT_TRUE(bool(net)) << (net ? "" : net.error().message);
  return net ? std::move(*net) : nullptr;
}

struct NetTest : testing::Test {
  void start(const NetOptions& options = quiet()) { net = open(options, house); }
  void await(const std::function<bool(const NetCounters&)>& condition) {
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(never);
    while (!condition(net->counters())) {
      ASSERT_LT(std::chrono::steady_clock::now(), give_up);
      std::this_thread::yield();
    }
  }
  void await_nobody() {
    await([](const NetCounters& now) { return now.connections == 0; });
  }

  EchoHouse house;
  std::unique_ptr<Net> net;
};

using Http = NetTest;
using WebSocket = NetTest;
using Limits = NetTest;
using Stop = NetTest;

// ---- plain functions

TEST(Paths, AreDecodedAndChecked) {
  const std::pair<const char*, std::optional<std::string>> cases[] = {
      {"/", "/"},
      {"/a%20b/%C3%BC", "/a b/\xc3\xbc"},
      {"/a..b/...", "/a..b/..."},
      {"/%2e%2E/etc", {}},
      {"/a/..", {}},
      {"/..", {}},
      {"/a%2f..%2fb", {}},
      {"/%00", {}},
      {"/%0a", {}},
      {"/%7f", {}},
      {"/%", {}},
      {"/%4", {}},
      {"/%4g", {}},
      {"/%+1", {}},
      {"", {}},
      {"*", {}},
      {"http://a/", {}},
  };
  for (const auto& [path, expected] : cases) EXPECT_EQ(decoded_path(path), expected) << path;
}

TEST(Origins, AreOursOrListed) {
  const std::vector<std::string> listed = {"https://play.example.org"};
  for (const char* origin :
       {"http://volpe.test:8080", "https://volpe.test:8080", "HTTP://Volpe.Test:8080", "https://play.example.org"})
    EXPECT_TRUE(origin_allowed(origin, "volpe.test:8080", listed)) << origin;
  for (const char* origin : {"http://volpe.test", "null", "", "http://", "volpe.test:8080", "ftp://volpe.test:8080",
                             "http://play.example.org", "http://volpe.test:8080.evil.test"})
    EXPECT_FALSE(origin_allowed(origin, "volpe.test:8080", listed)) << origin;
  EXPECT_FALSE(origin_allowed("http://", "", {}));
}

TEST(Addresses, AreSpelledOneWay) {
  EXPECT_EQ(plain_address("127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(plain_address("::ffff:10.1.2.3"), "10.1.2.3");
  EXPECT_EQ(plain_address("2001:DB8:0:0::1"), "2001:db8::1");
  for (const char* text : {"", "volpe.test", "1.2.3", "1.2.3.4:5", "[::1]", "1.2.3.4 "})
    EXPECT_FALSE(plain_address(text)) << text;
  EXPECT_EQ(neighbourhood("10.1.2.3"), "10.1.2.3");
  EXPECT_EQ(neighbourhood("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
}

TEST(Addresses, OfClientsComeFromTrustedProxiesOnly) {
  const std::vector<std::string> proxies = {"10.0.0.1"};
  EXPECT_EQ(client_address("10.0.0.1", "1.1.1.1, 2.2.2.2", proxies), "2.2.2.2");
  EXPECT_EQ(client_address("10.0.0.1", "::1", proxies), "::1");
  EXPECT_EQ(client_address("10.0.0.1", "2.2.2.2, unknown", proxies), "10.0.0.1");
  EXPECT_EQ(client_address("10.0.0.1", "", proxies), "10.0.0.1");
  EXPECT_EQ(client_address("10.0.0.2", "2.2.2.2", proxies), "10.0.0.2");
}

TEST(Addresses, ToListenOnAreLiterals) {
  EXPECT_EQ(read_listening("127.0.0.1:80")->port, 80);
  EXPECT_EQ(read_listening("[::]:0")->address, "::");
  for (const char* text : {"", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1", "::1:80",
                           "[127.0.0.1]:80", "[]:80", "localhost:80", ":80"})
    EXPECT_FALSE(read_listening(text)) << text;
}

TEST(GateOfAddresses, ForgetsTheQuietAndIsBounded) {
  Gate gate(NetOptions{});
  const Clock::time_point now{std::chrono::hours(1)};
  const auto address = [](size_t n) { return "a" + std::to_string(n); };
  const std::optional<Ticket> guest = gate.admit("guest", now);
  for (size_t n = 1; n < Gate::most_addresses; ++n) EXPECT_EQ(gate.seconds_to_wait(address(n), 1, now), 0);
  EXPECT_EQ(gate.addresses(), Gate::most_addresses);
  EXPECT_GT(gate.seconds_to_wait("one more", 1, now), 0);
  EXPECT_FALSE(gate.admit("one more", now));
  EXPECT_EQ(gate.seconds_to_wait("guest", 1, now), 0);
  EXPECT_EQ(gate.seconds_to_wait("one more", 1, now + std::chrono::seconds(10)), 0);
  EXPECT_EQ(gate.addresses(), 2U) << "the guest and the new one";
}

TEST(GateOfAddresses, CountsPlaces) {
  NetOptions options;
  options.most_connections = 3;
  options.most_per_address = 2;
  Gate gate(options);
  std::optional<Ticket> first = gate.admit("a"), second = gate.admit("a");
  EXPECT_FALSE(gate.admit("a"));
  const std::optional<Ticket> proxy = gate.admit("");
  EXPECT_FALSE(gate.admit("b"));
  Ticket moved = std::move(*first);
  first.reset();
  EXPECT_EQ(gate.connections(), 3U);
  moved = Ticket();
  EXPECT_EQ(gate.connections(), 2U);
  EXPECT_TRUE(gate.admit("a"));
}

// ---- listening

TEST(Listen, SaysWhyItCanNot) {
  EchoHouse house;
  const std::unique_ptr<Net> first = open(quiet(), house);
  NetOptions options = quiet();
  for (const std::string& listen : {"127.0.0.1:" + std::to_string(first->port()), std::string("192.0.2.1:0"),
                                    std::string("nowhere"), std::string("localhost:80")}) {
    options.listen = listen;
    const auto second = open_net(options, house);
    ASSERT_FALSE(second) << listen;
    EXPECT_EQ(second.error().code, Code::bad_option);
    EXPECT_NE(second.error().message.find(listen), std::string::npos) << second.error().message;
  }
  options = quiet();
  options.trusted_proxies = {"proxy.example.org"};
  EXPECT_FALSE(open_net(options, house));
  options = quiet();
  options.threads = 0;
  EXPECT_FALSE(open_net(options, house));
}

TEST(Listen, OnIpv6TakesIpv4Too) {
  EchoHouse house;
  NetOptions options = quiet();
  options.listen = "[::]:0";
  const auto net = open_net(options, house);
  if (!net) GTEST_SKIP() << "no IPv6 here: " << net.error().message;
  EXPECT_EQ(Client(**net).get("/").body, "GET /   127.0.0.1 ");
}

TEST(Listen, RaisesTheLimitOfFiles) {
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  rlimit low{std::min<rlim_t>(before.rlim_max, 200), before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &low);
  EchoHouse house;
  const std::unique_ptr<Net> net = open(quiet(), house);
  rlimit after{};
  getrlimit(RLIMIT_NOFILE, &after);
  EXPECT_EQ(after.rlim_cur, after.rlim_max);
}

// All file descriptors but one are taken: the client gets it, and the server must wait for another.
TEST(Listen, GoesOnWhenFilesWereShort) {
#if defined(VOLPE_SANITIZED)
  GTEST_SKIP() << "the sanitizer opens files of its own to look at memory";
#endif
  EchoHouse house;
  const std::unique_ptr<Net> net = open(quiet(), house);
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit low{100, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &low);
  std::vector<int> taken;
  for (int file = 0; (file = ::open("/dev/null", O_RDONLY)) >= 0;) taken.push_back(file);
  EXPECT_EQ(errno, EMFILE);
  ASSERT_FALSE(taken.empty());
  ::close(taken.back());
  taken.pop_back();
  Client client(*net);
  client.write("GET / HTTP/1.1\r\nHost: volpe.test\r\n\r\n");
  for (const int file : taken) ::close(file);
  EXPECT_EQ(client.answer().status, 200);
  setrlimit(RLIMIT_NOFILE, &before);
}

// ---- HTTP

TEST_F(Http, PassesTheRequestOn) {
  start();
  Client client(*net);
  EXPECT_EQ(client.get("/a%20b?c=%20d").body, "GET /a b c=%20d  127.0.0.1 ");
  EXPECT_EQ(client.get("/", "Authorization: bearer t0ken\r\n").body, "GET /  t0ken 127.0.0.1 ");
  EXPECT_EQ(client.get("/", "Authorization: Basic abc\r\n").body, "GET /   127.0.0.1 ");
  EXPECT_EQ(client.post("/p", "body").body, "POST /p   127.0.0.1 body");
  EXPECT_EQ(client.ask("BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n").body, "BREW /pot   127.0.0.1 ");
  const Answer chunked =
      client.ask("PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
  EXPECT_EQ(chunked.body, "PUT /   127.0.0.1 abcde");
  EXPECT_EQ(net->counters().requests, 6U);
  EXPECT_EQ(net->counters().connections, 1U) << "it was kept alive";
}

TEST_F(Http, SetsTheUsualHeaders) {
  start();
  Client client(*net);
  Answer answer = client.get("/");
  for (const auto& [name, value] : usual_headers) EXPECT_EQ(answer.headers[std::string(name)], value);
  EXPECT_TRUE(answer.headers["Date"].ends_with(" GMT")) << answer.headers["Date"];
  EXPECT_EQ(answer.headers["Date"].size(), std::string("Sun, 06 Nov 1994 08:49:37 GMT").size());
  EXPECT_EQ(answer.headers["Content-Type"], "text/plain");
  EXPECT_EQ(client.get("/cached").headers["Cache-Control"], "max-age=60");
  EXPECT_EQ(client.get("/cut").headers.count("X-Injected"), 0U);
  EXPECT_EQ(client.get("/..").headers["X-Content-Type-Options"], "nosniff") << "refusals too";
  EXPECT_EQ(Client(*net).upgrade().headers["Server"], "volpe");
}

TEST_F(Http, AnswersHeadWithoutBody) {
  start();
  Client client(*net);
  client.write("HEAD /abc HTTP/1.1\r\nHost: a\r\n\r\n");
  Answer answer = client.answer(true);
  EXPECT_EQ(answer.headers["Content-Length"], std::to_string(std::string("HEAD /abc   127.0.0.1 ").size()));
  EXPECT_EQ(client.get("/nothing").headers.count("Content-Length"), 0U);
  EXPECT_EQ(client.get("/next").body, "GET /next   127.0.0.1 ");
}

TEST_F(Http, AnswersPipelinedRequestsInOrder) {
  NetOptions options = quiet();
  options.threads = 1;
  start(options);
  Client client(*net);
  std::string requests;
  for (int n = 0; n < 50; ++n)
    requests +=
        std::string(n % 3 == 0 ? "GET /late?" : "GET /now?") + std::to_string(n) + " HTTP/1.1\r\nHost: a\r\n\r\n";
  client.write(requests);
  for (int n = 0; n < 50; ++n)
    EXPECT_EQ(client.answer().body, (n % 3 == 0 ? "GET /late " : "GET /now ") + std::to_string(n) + "  127.0.0.1 ");
}

TEST_F(Http, EndsWhenAskedTo) {
  start();
  Client client(*net), old(*net);
  EXPECT_EQ(client.get("/", "Connection: close\r\n").status, 200);
  EXPECT_TRUE(client.ends());
  EXPECT_EQ(old.ask("GET / HTTP/1.0\r\n\r\n").status, 200);
  EXPECT_TRUE(old.ends());
}

TEST_F(Http, WritesLargeRepliesToSlowReaders) {
  start();
  Client client(*net, "127.0.0.1", 4096);
  EXPECT_EQ(client.get("/large").body.size(), 8U << 20);
}

TEST_F(Http, RefusesWhatIsMalformed) {
  start();
  const std::pair<const char*, int> cases[] = {
      {"nonsense\r\n\r\n", 400},
      {"GET  / HTTP/1.1\r\n\r\n", 400},
      {"\x16\x03\x01\x02\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
      {"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 400},
      {"GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /a/../b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400},
      {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: a miracle\r\n\r\n", 417},
      {"GET /ws HTTP/1.1\r\nHost: a\r\n\r\n", 426},
  };
  for (const auto& [request, status] : cases) {
    Client client(*net);
    EXPECT_EQ(client.ask(request).status, status) << request;
  }
  EXPECT_EQ(net->counters().refused, std::size(cases));
  EXPECT_EQ(Client(*net).get("/").status, 200);
}

TEST_F(Http, BoundsHeadsAndBodies) {
  NetOptions options = quiet();
  options.longest_body = 1000;
  start(options);
  const std::string padding(20'000, 'x');
  EXPECT_EQ(Client(*net).get("/", "X-Long: " + padding + "\r\n").status, 431);
  EXPECT_EQ(Client(*net).get("/" + padding).status, 431);
  EXPECT_EQ(Client(*net).post("/", std::string(1000, 'x')).status, 200);
  EXPECT_EQ(Client(*net).post("/", std::string(1001, 'x')).status, 413);
  EXPECT_EQ(Client(*net).post("/", std::string(3 << 20, 'x')).status, 413) << "read to the end, or it would be lost";
  EXPECT_EQ(Client(*net).ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999\r\n\r\n").status, 413);
  EXPECT_EQ(Client(*net)
                .ask("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n" +
                     std::string(2000, 'x') + "\r\n0\r\n\r\n")
                .status,
            413);
}

TEST_F(Http, AsksForTheBodyWhenThatIsExpected) {
  start();
  Client client(*net);
  EXPECT_EQ(client.ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n").status, 100);
  EXPECT_EQ(client.ask("body").body, "POST /   127.0.0.1 body");
}

TEST_F(Http, LosesPatienceWithSlowRequests) {
  NetOptions options = quiet();
  options.patience = options.idle = .1;
  start(options);
  for (const char* beginning : {"", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\n",
                                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nbody"}) {
    Client client(*net);
    client.write(beginning);
    EXPECT_TRUE(client.ends()) << beginning;
  }
  Client kept(*net);
  EXPECT_EQ(kept.get("/").status, 200);
  EXPECT_TRUE(kept.ends()) << "nothing more came";
  await_nobody();
}

TEST_F(Http, LosesPatienceWithReadersThatStop) {
  NetOptions options = quiet();
  options.patience = .1;
  start(options);
  Client client(*net, "127.0.0.1", 4096);
  client.write("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  await([](const NetCounters& now) { return now.requests == 1 && now.connections == 0; });
}

TEST_F(Http, AnswersForAHouseThatDoesNot) {
  NetOptions options = quiet();
  options.answer = .1;
  start(options);
  Client client(*net);
  EXPECT_EQ(client.get("/keep").status, 503);
  EXPECT_TRUE(client.ends());
  house.kept()(Reply{});  // too late, and harmless
  EXPECT_EQ(Client(*net).get("/throw").status, 500);
}

TEST_F(Http, TakesTheFirstAnswerOnly) {
  start();
  Client client(*net);
  client.write("GET /keep HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto reply = house.kept();
  reply({.body = "first"});
  EXPECT_EQ(client.answer().body, "first");
  client.write("GET /keep HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto next = house.kept();
  reply({.body = "first again"});
  next({.body = "second"});
  next({.body = "second again"});
  EXPECT_EQ(client.answer().body, "second");
}

TEST_F(Http, SurvivesClientsThatVanish) {
  start();
  for (int n = 0; n < 20; ++n) {
    Client client(*net);
    client.write("GET /keep HTTP/1.1\r\nHost: a\r\n\r\n");
    const auto reply = house.kept();
    n % 2 == 0 ? client.reset() : client.hang_up();
    reply({.body = std::string(1 << 20, 'x')});
  }
  await_nobody();
}

TEST_F(Http, RefusesForeignPages) {
  NetOptions options = quiet();
  options.origins = {"https://play.example.org"};
  start(options);
  Client client(*net);
  const std::string evil = "Origin: http://evil.test\r\n";
  EXPECT_EQ(client.get("/", evil).status, 200);
  EXPECT_EQ(client.post("/", "", "Origin: http://volpe.test\r\n").status, 200);
  EXPECT_EQ(client.post("/", "", "Origin: https://play.example.org\r\n").status, 200);
  EXPECT_EQ(client.post("/", "", "Origin: https://play.example.org\r\n" + evil).status, 403);
  EXPECT_EQ(client.post("/", "", evil).status, 403);
  EXPECT_EQ(client.post("/", "", "Origin: null\r\n").status, 403);
  EXPECT_EQ(Client(*net).post("/", "body", evil).status, 403);
  EXPECT_EQ(Client(*net).upgrade(evil).status, 403);
  EXPECT_EQ(Client(*net).upgrade("Origin: http://volpe.test\r\n").status, 101);
  EXPECT_EQ(Client(*net).upgrade("Origin: https://play.example.org\r\n").status, 101);
}

// ---- limits

TEST_F(Limits, OfRequestsAreByAddress) {
  NetOptions options = quiet();
  options.burst = 3;
  options.requests_a_second = .01;
  start(options);
  Client client(*net);
  for (int n = 0; n < 3; ++n) EXPECT_EQ(client.get("/api/").status, 200);
  Answer refused = client.get("/api/");
  EXPECT_EQ(refused.status, 429);
  EXPECT_GE(std::stoi(refused.headers["Retry-After"]), 1);
  EXPECT_EQ(Client(*net).get("/api/").status, 429) << "also on another connection";
  EXPECT_EQ(Client(*net).upgrade().status, 429);
  EXPECT_EQ(Client(*net, "127.0.0.2").get("/api/").status, 200);
}

TEST_F(Limits, CountFilesLess) {
  NetOptions options = quiet();
  options.burst = 3;
  options.requests_a_second = .001;
  options.file_price = .25;
  start(options);
  Client client(*net);
  for (int n = 0; n < 12; ++n) EXPECT_EQ(client.get("/file").status, 200);
  EXPECT_EQ(client.get("/file").status, 429);
}

TEST_F(Limits, OfConnectionsAreByAddressAndInAll) {
  NetOptions options = quiet();
  options.most_per_address = 2;
  options.most_connections = 3;
  start(options);
  Client first(*net), second(*net);
  EXPECT_EQ(first.upgrade().status, 101);
  EXPECT_EQ(second.get("/").status, 200);
  EXPECT_TRUE(Client(*net).ends());
  Client other(*net, "127.0.0.2");
  EXPECT_EQ(other.get("/").status, 200);
  EXPECT_TRUE(Client(*net, "127.0.0.3").ends());
  EXPECT_EQ(net->counters().refused, 2U);
  first.hang_up();
  await([](const NetCounters& now) { return now.connections == 2; });
  EXPECT_EQ(Client(*net).get("/").status, 200);
}

TEST_F(Limits, BelieveTrustedProxiesOnly) {
  NetOptions options = quiet();
  options.trusted_proxies = {"::ffff:127.0.0.9"};
  options.most_per_address = 1;
  start(options);
  const std::string header = "X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 10.0.0.1, 2.2.2.2\r\n";
  Client proxy(*net, "127.0.0.9"), more(*net, "127.0.0.9"), again(*net, "127.0.0.9");
  EXPECT_EQ(proxy.get("/", header).body, "GET /   2.2.2.2 ");
  EXPECT_EQ(proxy.get("/", "X-Forwarded-For: 1.1.1.1, x\r\n").body, "GET /   127.0.0.9 ");
  EXPECT_EQ(Client(*net).get("/", header).body, "GET /   127.0.0.1 ");
  EXPECT_EQ(more.upgrade(header).status, 101);
  EXPECT_EQ(house.socket()->address(), "2.2.2.2");
  EXPECT_EQ(again.upgrade(header).status, 503) << "sockets through a proxy count for the client";
}

// ---- WebSockets

struct Page : Client {
  explicit Page(const Net& net) : Client(net) {
    const Answer answer = upgrade();
    EXPECT_EQ(answer.status, 101);
    EXPECT_EQ(answer.headers.at("Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  }
};

TEST_F(WebSocket, Echoes) {
  start();
  Page page(*net);
  for (const std::string& text : {std::string("Fuchs \xf0\x9f\xa6\x8a"), std::string(), std::string(64 << 10, 'x')}) {
    EXPECT_TRUE(page.frame(text));
    EXPECT_EQ(page.text(), text);
  }
  page.frame("one, ", 1, false);
  page.frame("", 0, false);
  page.frame("a ping between", 9);
  page.frame("two", 0, true);
  EXPECT_EQ(page.frame().kind, 10);
  EXPECT_EQ(page.text(), "one, two");
  EXPECT_EQ(net->counters().messages, 4U);
  EXPECT_EQ(net->counters().sockets, 1U);
}

TEST_F(WebSocket, KeepsTheOrder) {
  start();
  Page page(*net);
  std::vector<std::string> sent;
  for (int n = 0; n < 500; ++n) sent.push_back(std::to_string(n));
  std::thread writer([&] {
    for (const std::string& text : sent) page.frame(text);
  });
  for (const std::string& text : sent) EXPECT_EQ(page.text(), text);
  writer.join();
  EXPECT_EQ(house.texts(), sent);
}

TEST_F(WebSocket, IsOfferedAtOnePathAndWithoutCompression) {
  start();
  EXPECT_EQ(Client(*net).upgrade("", "/other").status, 200) << "an ordinary request";
  EXPECT_EQ(Client(*net)
                .upgrade("Sec-WebSocket-Extensions: permessage-deflate\r\n")
                .headers.count("Sec-WebSocket-Extensions"),
            0U);
  const std::string upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
  EXPECT_EQ(Client(*net).get("/ws", upgrade + "Sec-WebSocket-Version: 13\r\n").status, 400) << "no key";
  EXPECT_EQ(Client(*net).get("/ws", upgrade + "Sec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 8\r\n").status, 426);
  await_nobody();
  EXPECT_EQ(house.openings(), 1U);
}

TEST_F(WebSocket, RefusesFramesBeforeTheHandshakeIsDone) {
  start();
  Client client(*net);
  const Answer answer = client.ask(
      "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\x81\x80\1\2\3\4");
  EXPECT_EQ(answer.status, 400);
}

TEST_F(WebSocket, RefusesWhatIsWrongWithTheRightCode) {
  NetOptions options = quiet();
  options.longest_message = 1000;
  start(options);
  const std::pair<int, std::function<void(Client&)>> cases[] = {
      {1003, [](Client& page) { page.frame("binary", 2); }},
      {1007, [](Client& page) { page.frame("\xff"); }},
      {1007, [](Client& page) { page.frame("cut short \xf0\x9f"); }},
      {1002, [](Client& page) { page.frame("unmasked", 1, true, false); }},
      {1002, [](Client& page) { page.frame("no beginning", 0); }},
      {1002, [](Client& page) { page.frame("reserved", 3); }},
      {1002, [](Client& page) { page.frame(std::string(126, 'x'), 9); }},
      {1002, [](Client& page) { page.frame("half a ping", 9, false); }},
      {1002, [](Client& page) { page.write(std::string("\xc1\x80\1\2\3\4", 6)); }},
      {1009, [](Client& page) { page.frame(std::string(1001, 'x')); }},
      {1009, [](Client& page) { page.frame(std::string(1 << 20, 'x')); }},
      {1009, [](Client& page) { page.write(std::string("\x81\xff\x40\0\0\0\0\0\0\0\1\2\3\4", 14)); }},
      {1009,
       [](Client& page) {
         page.frame("x", 1, false);
         for (int n = 0; n < 5000 && page.frame("x", 0, false); ++n) {
         }
       }},
  };
  u64 refused = 0;
  for (const auto& [code, deed] : cases) {
    Page page(*net);
    deed(page);
    EXPECT_EQ(page.closing_code(), code) << "case " << refused;
    EXPECT_TRUE(page.ends());
    house.await_closed(++refused);
  }
  EXPECT_EQ(net->counters().refused, refused);
  EXPECT_TRUE(house.texts().empty());
}

TEST_F(WebSocket, RefusesFloods) {
  NetOptions options = quiet();
  options.burst = 20;
  options.messages_a_second = .01;
  options.requests_a_second = 1e6;
  start(options);
  for (const int kind : {1, 9}) {
    Page page(*net);
    for (int n = 0; n < 2000 && page.frame("flood", kind); ++n) {
    }
    EXPECT_EQ(page.closing_code(), 1008) << "frames of kind " << kind;
  }
  house.await_closed(2);
  EXPECT_EQ(house.texts().size(), 20U);
}

TEST_F(WebSocket, ClosesAsTheHouseWishes) {
  start();
  Page page(*net);
  page.frame("close");
  EXPECT_EQ(page.frame().payload, "close") << "what was sent before goes out";
  const Frame closing = page.frame();
  EXPECT_EQ(closing.code(), 4001);
  EXPECT_EQ(closing.payload.substr(2), "as you wish");
  page.close_frame(4001);
  EXPECT_TRUE(page.ends());
  house.await_closed(1);
  house.socket()->send(std::make_shared<const std::string>("into the void"));
  house.socket()->close(1000, "again");
}

TEST_F(WebSocket, ClosesWithAFailingHouse) {
  start();
  Page page(*net);
  page.frame("throw");
  EXPECT_EQ(page.closing_code(), 1011);
  EXPECT_TRUE(page.ends());
  house.await_closed(1);
}

TEST_F(WebSocket, AnswersAClosingPage) {
  start();
  Page page(*net);
  page.close_frame(1001);
  EXPECT_EQ(page.closing_code(), 1001);
  EXPECT_TRUE(page.ends());
  house.await_closed(1);
}

TEST_F(WebSocket, DoesNotWaitForPagesThatStay) {
  NetOptions options = quiet();
  options.patience = .1;
  start(options);
  Page polite(*net), broken(*net), deaf(*net);
  polite.close_frame(1000);
  broken.frame("unmasked", 1, true, false);
  deaf.frame("close");
  house.await_closed(3);
  await_nobody();
}

TEST_F(WebSocket, PingsAndClosesTheSilent) {
  NetOptions options = quiet();
  options.idle = .2;
  start(options);
  Page page(*net);
  for (int n = 0; n < 3; ++n) {
    const Frame ping = page.frame();
    EXPECT_EQ(ping.kind, 9);
    page.frame(ping.payload, 10);
  }
  EXPECT_TRUE(page.ends());
  house.await_closed(1);
}

TEST_F(WebSocket, DropsSlowReaders) {
  NetOptions options = quiet();
  options.longest_backlog = 100'000;
  start(options);
  Client page(*net, "127.0.0.1", 4096);
  page.upgrade();
  const auto text = std::make_shared<const std::string>(10'000, 'x');
  while (net->counters().dropped == 0) house.socket()->send(text);
  house.await_closed(1);
  EXPECT_EQ(net->counters().dropped, 1U);
  EXPECT_EQ(Client(*net).get("/").status, 200);
}

TEST_F(WebSocket, DropsReadersOfNothing) {
  NetOptions options = quiet();
  options.patience = .1;
  options.longest_backlog = 100 << 20;
  start(options);
  Client page(*net, "127.0.0.1", 4096);
  page.upgrade();
  house.socket()->send(std::make_shared<const std::string>(50 << 20, 'x'));
  house.await_closed(1);
}

TEST_F(WebSocket, ClosesOnceForEachThatVanishes) {
  start();
  for (int n = 0; n < 30; ++n) {
    Page page(*net);
    page.frame("a message on its way");
    n % 2 == 0 ? page.reset() : page.hang_up();
  }
  house.await_closed(30);
  EXPECT_TRUE(house.all_closed());
  await_nobody();
  EXPECT_EQ(net->counters().sockets, 0U);
}

// Pages come, speak and go in every way there is while the house speaks to all of them.
TEST_F(WebSocket, SurvivesACrowd) {
  start();
  std::atomic<bool> over = false;
  std::thread speaker([&] {
    const auto text = std::make_shared<const std::string>("to all");
    while (!over) {
      house.send_all(text);
      std::this_thread::yield();
    }
  });
  std::vector<std::thread> crowds;
  for (u32 crowd = 0; crowd < 5; ++crowd)
    crowds.emplace_back([&, crowd] {
      std::mt19937 random(crowd);
      std::vector<std::unique_ptr<Client>> pages;
      for (int n = 0; n < 100; ++n) {
        pages.push_back(std::make_unique<Client>(*net));
        EXPECT_EQ(pages.back()->upgrade().status, 101);
      }
      while (!pages.empty()) {
        std::swap(pages[random() % pages.size()], pages.back());
        switch (random() % 8) {
          case 0: pages.back()->reset(), pages.pop_back(); break;
          case 1: pages.pop_back(); break;
          case 2: pages.back()->close_frame(1000), pages.pop_back(); break;
          case 3: pages.back()->frame("close"), pages.pop_back(); break;
          default: pages.back()->frame("hello"), pages.back()->frame();
        }
      }
    });
  for (std::thread& crowd : crowds) crowd.join();
  await_nobody();
  over = true;
  speaker.join();
  EXPECT_EQ(house.openings(), 500U);
  EXPECT_TRUE(house.all_closed());
}

// ---- stopping

TEST_F(Stop, ClosesSocketsKindly) {
  start();
  Page page(*net);
  page.frame("hello");
  EXPECT_EQ(page.text(), "hello");
  std::thread stopper([&] { net->stop(never); });
  EXPECT_EQ(page.closing_code(), 1012);
  EXPECT_TRUE(page.ends());
  stopper.join();
  EXPECT_TRUE(house.all_closed());
  EXPECT_FALSE(Client(*net).connected()) << "nobody listens";
  net->stop(never);
}

TEST_F(Stop, WritesTheAnswersThatAreDue) {
  start();
  Client asking(*net), idle(*net), halfway(*net);
  EXPECT_EQ(idle.get("/").status, 200);
  halfway.write("GET / HT");
  asking.write("GET /keep HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto reply = house.kept();
  std::thread stopper([&] { net->stop(never); });
  EXPECT_TRUE(idle.ends());
  EXPECT_TRUE(halfway.ends());
  reply({.body = "at last"});
  EXPECT_EQ(asking.answer().body, "at last");
  EXPECT_TRUE(asking.ends());
  stopper.join();
  EXPECT_EQ(net->counters().connections, 0U);
}

TEST_F(Stop, CutsWhoeverDoesNotLeave) {
  start();
  Client asking(*net);
  asking.write("GET /keep HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto reply = house.kept();
  Page silent(*net);
  const std::shared_ptr<Socket> socket = house.socket();
  net->stop(.01);
  EXPECT_EQ(net->counters().connections, 0U);
  EXPECT_TRUE(house.all_closed());
  reply({.body = "too late"});
  net.reset();
  reply({.body = "much too late"});
  socket->send(std::make_shared<const std::string>("too late"));
  socket->close(1000, "too late");
}

TEST_F(Stop, HappensAtOnceInTheMidstOfEverything) {
  for (int round = 0; round < 10; ++round) {
    start();
    const int port = net->port();
    std::vector<std::thread> clients;
    for (int n = 0; n < 4; ++n)
      clients.emplace_back([&, n] {
        for (;;) {
          Client client(port);
          if (!client.connected()) return;
          n % 2 == 0 ? client.upgrade() : client.get("/late");
          for (int message = 0; message < 3; ++message) client.frame("hello");
          if (n == 0) client.frame();
        }
      });
    await([](const NetCounters& now) { return now.requests > 20; });
    std::thread other([&] { net->stop(round % 2 * .01); });
    net->stop(0);
    other.join();
    net.reset();
    for (std::thread& client : clients) client.join();
    EXPECT_TRUE(house.all_closed());
  }
}

}  // namespace
}  // namespace volpe::server
