// HTTP over real sockets on loopback: what is let through, what is refused, and that it always ends well.
// Nothing here passes or fails by time; a minute without an event means that it does not come.
#include "net/http_fields.h"
#include "net/server_fixture.h"

namespace volpe::net {
namespace {

using Http = ServerTest;

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
  for (const auto& [name, value] : default_headers) EXPECT_EQ(answer.headers[std::string(name)], value);
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
  ServerOptions options = quiet();
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
  ServerOptions options = quiet();
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
  ServerOptions options = quiet();
  options.socket_timeout = options.idle_timeout = .1;
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
  ServerOptions options = quiet();
  options.socket_timeout = .1;
  start(options);
  Client client(*net, "127.0.0.1", 4096);
  client.write("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  await([](const ServerCounters& now) { return now.requests == 1 && now.connections == 0; });
}

TEST_F(Http, AnswersForAHouseThatDoesNot) {
  ServerOptions options = quiet();
  options.handler_timeout = .1;
  start(options);
  Client client(*net);
  EXPECT_EQ(client.get("/keep").status, 503);
  EXPECT_TRUE(client.ends());
  handler.kept()(Reply{});  // too late, and harmless
  EXPECT_EQ(Client(*net).get("/throw").status, 500);
}

TEST_F(Http, TakesTheFirstAnswerOnly) {
  start();
  Client client(*net);
  client.write("GET /keep HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto reply = handler.kept();
  reply({.body = "first"});
  EXPECT_EQ(client.answer().body, "first");
  client.write("GET /keep HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto next = handler.kept();
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
    const auto reply = handler.kept();
    n % 2 == 0 ? client.reset() : client.disconnect();
    reply({.body = std::string(1 << 20, 'x')});
  }
  await_nobody();
}

TEST_F(Http, RefusesForeignPages) {
  ServerOptions options = quiet();
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

}  // namespace
}  // namespace volpe::net
