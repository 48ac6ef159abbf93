// Listening, limits and shutdown of the server over real sockets on loopback.
#include <fcntl.h>
#include <sys/resource.h>

#include "net/server_fixture.h"

namespace volpe::net {
namespace {

using Limits = ServerTest;
using Stop = ServerTest;

TEST(Listen, SaysWhyItCanNot) {
  EventLoops loops{2};
  EchoHandler handler;
  const std::unique_ptr<Server> first = open(quiet(), loops, handler);
  ServerOptions options = quiet();
  for (const std::string& listen : {"127.0.0.1:" + std::to_string(first->port()), std::string("192.0.2.1:0"),
                                    std::string("nowhere"), std::string("localhost:80")}) {
    options.listen = listen;
    const auto second = start_server(options, loops, handler);
    ASSERT_FALSE(second) << listen;
    EXPECT_EQ(second.error().code, Code::bad_option);
    EXPECT_NE(second.error().message.find(listen), std::string::npos) << second.error().message;
  }
  options = quiet();
  options.trusted_proxies = {"proxy.example.org"};
  EXPECT_FALSE(start_server(options, loops, handler));
}

TEST(Listen, OnIpv6TakesIpv4Too) {
  EventLoops loops{2};
  EchoHandler handler;
  ServerOptions options = quiet();
  options.listen = "[::]:0";
  const auto net = start_server(options, loops, handler);
  if (!net) GTEST_SKIP() << "no IPv6 here: " << net.error().message;
  EXPECT_EQ(Client(**net).get("/").body, "GET /   127.0.0.1 ");
}

TEST(Listen, RaisesTheLimitOfFiles) {
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  rlimit low{std::min<rlim_t>(before.rlim_max, 200), before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &low);
  EventLoops loops{2};
  EchoHandler handler;
  const std::unique_ptr<Server> net = open(quiet(), loops, handler);
  rlimit after{};
  getrlimit(RLIMIT_NOFILE, &after);
  EXPECT_EQ(after.rlim_cur, after.rlim_max);
}

// All file descriptors but one are taken: the client gets it, and the server must wait for another.

TEST(Listen, GoesOnWhenFilesWereShort) {
#if defined(VOLPE_SANITIZED)
  GTEST_SKIP() << "the sanitizer opens files of its own to look at memory";
#endif
  EventLoops loops{2};
  EchoHandler handler;
  const std::unique_ptr<Server> net = open(quiet(), loops, handler);
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

TEST_F(Limits, OfRequestsAreByAddress) {
  ServerOptions options = quiet();
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
  ServerOptions options = quiet();
  options.burst = 3;
  options.requests_a_second = .001;
  options.file_price = .25;
  start(options);
  Client client(*net);
  for (int n = 0; n < 12; ++n) EXPECT_EQ(client.get("/file").status, 200);
  EXPECT_EQ(client.get("/file").status, 429);
}

TEST_F(Limits, OfConnectionsAreByAddressAndInAll) {
  ServerOptions options = quiet();
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
  first.disconnect();
  await([](const ServerCounters& now) { return now.connections == 2; });
  EXPECT_EQ(Client(*net).get("/").status, 200);
}

TEST_F(Limits, BelieveTrustedProxiesOnly) {
  ServerOptions options = quiet();
  options.trusted_proxies = {"::ffff:127.0.0.9"};
  options.most_per_address = 1;
  start(options);
  const std::string header = "X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 10.0.0.1, 2.2.2.2\r\n";
  Client proxy(*net, "127.0.0.9"), more(*net, "127.0.0.9"), again(*net, "127.0.0.9");
  EXPECT_EQ(proxy.get("/", header).body, "GET /   2.2.2.2 ");
  EXPECT_EQ(proxy.get("/", "X-Forwarded-For: 1.1.1.1, x\r\n").body, "GET /   127.0.0.9 ");
  EXPECT_EQ(Client(*net).get("/", header).body, "GET /   127.0.0.1 ");
  EXPECT_EQ(more.upgrade(header).status, 101);
  EXPECT_EQ(handler.socket()->address(), "2.2.2.2");
  EXPECT_EQ(again.upgrade(header).status, 503) << "sockets through a proxy count for the client";
}

TEST_F(Stop, ClosesSocketsKindly) {
  start();
  Page page(*net);
  page.frame("hello");
  EXPECT_EQ(page.text(), "hello");
  std::thread stopper([&] { net->stop(never); });
  EXPECT_EQ(page.closing_code(), 1012);
  EXPECT_TRUE(page.ends());
  stopper.join();
  EXPECT_TRUE(handler.all_closed());
  EXPECT_FALSE(Client(*net).connected()) << "nobody listens";
  net->stop(never);
}

TEST_F(Stop, WritesTheAnswersThatAreDue) {
  start();
  Client asking(*net), idle(*net), halfway(*net);
  EXPECT_EQ(idle.get("/").status, 200);
  halfway.write("GET / HT");
  asking.write("GET /keep HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto reply = handler.kept();
  std::thread stopper([&] { net->stop(never); });
  EXPECT_TRUE(idle.ends());
  EXPECT_TRUE(halfway.ends());
  reply({.body = "at last"});
  EXPECT_EQ(asking.answer().body, "at last");
  EXPECT_TRUE(asking.ends());
  stopper.join();
  EXPECT_EQ(net->counters().connections, 0U);
}

TEST_F(Stop, ClosesConnectionsThatDoNotEnd) {
  start();
  Client asking(*net);
  asking.write("GET /keep HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto reply = handler.kept();
  Page silent(*net);
  const std::shared_ptr<WebSocket> socket = handler.socket();
  net->stop(.01);
  EXPECT_EQ(net->counters().connections, 0U);
  EXPECT_TRUE(handler.all_closed());
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
    await([](const ServerCounters& now) { return now.requests > 20; });
    std::thread other([&] { net->stop(round % 2 * .01); });
    net->stop(0);
    other.join();
    net.reset();
    for (std::thread& client : clients) client.join();
    EXPECT_TRUE(handler.all_closed());
  }
}

}  // namespace
}  // namespace volpe::net
