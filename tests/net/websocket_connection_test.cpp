// WebSockets over real sockets on loopback: order, limits, and how they close.
#include <random>

#include "net/server_fixture.h"

namespace volpe::net {
namespace {

using WebSockets = ServerTest;

TEST_F(WebSockets, Echoes) {
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

TEST_F(WebSockets, KeepsTheOrder) {
  start();
  Page page(*net);
  std::vector<std::string> sent;
  for (int n = 0; n < 500; ++n) sent.push_back(std::to_string(n));
  std::thread writer([&] {
    for (const std::string& text : sent) page.frame(text);
  });
  for (const std::string& text : sent) EXPECT_EQ(page.text(), text);
  writer.join();
  EXPECT_EQ(handler.texts(), sent);
}

TEST_F(WebSockets, IsOfferedAtOnePathAndWithoutCompression) {
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
  EXPECT_EQ(handler.openings(), 1U);
}

TEST_F(WebSockets, RefusesFramesBeforeTheHandshakeIsDone) {
  start();
  Client client(*net);
  const Answer answer = client.ask(
      "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\x81\x80\1\2\3\4");
  EXPECT_EQ(answer.status, 400);
}

TEST_F(WebSockets, RefusesWhatIsWrongWithTheRightCode) {
  ServerOptions options = quiet();
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
  for (const auto& [code, task] : cases) {
    Page page(*net);
    task(page);
    EXPECT_EQ(page.closing_code(), code) << "case " << refused;
    EXPECT_TRUE(page.ends());
    handler.await_closed(++refused);
  }
  EXPECT_EQ(net->counters().refused, refused);
  EXPECT_TRUE(handler.texts().empty());
}

TEST_F(WebSockets, RefusesFloods) {
  ServerOptions options = quiet();
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
  handler.await_closed(2);
  EXPECT_EQ(handler.texts().size(), 20U);
}

TEST_F(WebSockets, ClosesAsTheHouseWishes) {
  start();
  Page page(*net);
  page.frame("close");
  EXPECT_EQ(page.frame().payload, "close") << "what was sent before goes out";
  const Frame closing = page.frame();
  EXPECT_EQ(closing.code(), 4001);
  EXPECT_EQ(closing.payload.substr(2), "as you wish");
  page.close_frame(4001);
  EXPECT_TRUE(page.ends());
  handler.await_closed(1);
  handler.socket()->send(std::make_shared<const std::string>("into the void"));
  handler.socket()->close(1000, "again");
}

TEST_F(WebSockets, ClosesWithAFailingHouse) {
  start();
  Page page(*net);
  page.frame("throw");
  EXPECT_EQ(page.closing_code(), 1011);
  EXPECT_TRUE(page.ends());
  handler.await_closed(1);
}

TEST_F(WebSockets, AnswersAClosingPage) {
  start();
  Page page(*net);
  page.close_frame(1001);
  EXPECT_EQ(page.closing_code(), 1001);
  EXPECT_TRUE(page.ends());
  handler.await_closed(1);
}

TEST_F(WebSockets, DoesNotWaitForPagesThatStay) {
  ServerOptions options = quiet();
  options.socket_timeout = .1;
  start(options);
  Page polite(*net), broken(*net), deaf(*net);
  polite.close_frame(1000);
  broken.frame("unmasked", 1, true, false);
  deaf.frame("close");
  handler.await_closed(3);
  await_nobody();
}

TEST_F(WebSockets, PingsAndClosesTheSilent) {
  ServerOptions options = quiet();
  options.idle_timeout = .2;
  start(options);
  Page page(*net);
  for (int n = 0; n < 3; ++n) {
    const Frame ping = page.frame();
    EXPECT_EQ(ping.kind, 9);
    page.frame(ping.payload, 10);
  }
  EXPECT_TRUE(page.ends());
  handler.await_closed(1);
}

TEST_F(WebSockets, DropsSlowReaders) {
  ServerOptions options = quiet();
  options.longest_backlog = 100'000;
  start(options);
  Client page(*net, "127.0.0.1", 4096);
  page.upgrade();
  const auto text = std::make_shared<const std::string>(10'000, 'x');
  while (net->counters().dropped == 0) handler.socket()->send(text);
  handler.await_closed(1);
  EXPECT_EQ(net->counters().dropped, 1U);
  EXPECT_EQ(Client(*net).get("/").status, 200);
}

TEST_F(WebSockets, DropsReadersOfNothing) {
  ServerOptions options = quiet();
  options.socket_timeout = .1;
  options.longest_backlog = 100 << 20;
  start(options);
  Client page(*net, "127.0.0.1", 4096);
  page.upgrade();
  handler.socket()->send(std::make_shared<const std::string>(50 << 20, 'x'));
  handler.await_closed(1);
}

TEST_F(WebSockets, ClosesOnceForEachThatVanishes) {
  start();
  for (int n = 0; n < 30; ++n) {
    Page page(*net);
    page.frame("a message on its way");
    n % 2 == 0 ? page.reset() : page.disconnect();
  }
  handler.await_closed(30);
  EXPECT_TRUE(handler.all_closed());
  await_nobody();
  EXPECT_EQ(net->counters().sockets, 0U);
}

// Pages come, speak and go in every way there is while the handler speaks to all of them.

TEST_F(WebSockets, SurvivesACrowd) {
  start();
  std::atomic<bool> over = false;
  std::thread speaker([&] {
    const auto text = std::make_shared<const std::string>("to all");
    while (!over) {
      handler.send_all(text);
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
  EXPECT_EQ(handler.openings(), 500U);
  EXPECT_TRUE(handler.all_closed());
}

}  // namespace
}  // namespace volpe::net
