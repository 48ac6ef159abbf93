// Calls of the HTTP API: of the real program, of nobody, and of something that is no Volpe server.
#include "client/api.h"

#include "client/flaky_proxy.h"

namespace volpe::client {
namespace {

TEST(Api, ReturnsWhatTheServerAnswers) {
  const RunningServer running;
  const auto games = call_api(running.server, Method::get, "games");
  ASSERT_TRUE(games);
  EXPECT_EQ(games->at("games").as_array().size(), 2U);
  const auto none = call_api(running.server, Method::get, "tables/none");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, "not_found");
  EXPECT_FALSE(none.error().message.empty());
}

TEST(Api, IsOfflineWhereNobodyListens) {
  u16 port = 0;
  close(listening_socket(port));
  const auto nobody = call_api({"127.0.0.1", std::to_string(port)}, Method::get, "games");
  ASSERT_FALSE(nobody);
  EXPECT_EQ(nobody.error().code, "offline");
}

TEST(Api, IsForeignIfAnotherProgramResponds) {
  for (const std::string said : {"220 mail.example\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>",
                                 "HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\n{}"}) {
    u16 port = 0;
    const int listener = listening_socket(port);
    std::thread stranger([&] {
      const int file = accept(listener, nullptr, nullptr);
      char bytes[4096];
      EXPECT_GT(recv(file, bytes, sizeof bytes, 0), 0);
      EXPECT_EQ(send(file, said.data(), said.size(), MSG_NOSIGNAL), ssize_t(said.size()));
      close(file);
    });
    const auto strange = call_api({"127.0.0.1", std::to_string(port)}, Method::get, "games");
    stranger.join();
    close(listener);
    ASSERT_FALSE(strange);
    EXPECT_EQ(strange.error().code, "foreign") << said;
  }
}

}  // namespace
}  // namespace volpe::client
