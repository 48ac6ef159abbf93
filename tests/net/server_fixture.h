// What the tests of the server share: a server on loopback with an echoing handler and wide limits.
#pragma once

#include "net/raw_client.h"

namespace volpe::net {

inline ServerOptions quiet() {
  ServerOptions options;
  options.listen = "127.0.0.1:0";
  options.requests_a_second = options.messages_a_second = options.burst = 1e6;
  return options;
}

inline std::unique_ptr<Server> open(const ServerOptions& options, EventLoops& loops, RequestHandler& handler) {
  Result<std::unique_ptr<Server>> net = start_server(options, loops, handler);
  EXPECT_TRUE(bool(net)) << (net ? "" : net.error().message);
  return net ? std::move(*net) : nullptr;
}

// A client that has upgraded to a WebSocket.
struct Page : Client {
  explicit Page(const Server& net) : Client(net) {
    const Answer answer = upgrade();
    EXPECT_EQ(answer.status, 101);
    EXPECT_EQ(answer.headers.at("Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  }
};

struct ServerTest : testing::Test {
  void start(const ServerOptions& options = quiet()) { net = open(options, loops, handler); }
  void await(const std::function<bool(const ServerCounters&)>& condition) {
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(never);
    while (!condition(net->counters())) {
      ASSERT_LT(std::chrono::steady_clock::now(), give_up);
      std::this_thread::yield();
    }
  }
  void await_nobody() {
    await([](const ServerCounters& now) { return now.connections == 0; });
  }

  EventLoops loops{2};
  EchoHandler handler;
  std::unique_ptr<Server> net;
};

}  // namespace volpe::net
