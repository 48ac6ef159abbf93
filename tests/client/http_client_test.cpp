// A connection that is kept from one request to the next, and made anew when it is lost.
#include "client/http_client.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include "client/running_server.h"

namespace volpe::client {
namespace {

class Http {
 public:
  explicit Http(const Server& server) : client_(server) {}

  HttpResponse get(const std::string& path) {
    auto response = boost::asio::co_spawn(io_, client_.exchange(Method::get, path), boost::asio::use_future);
    io_.restart();
    io_.run();
    return response.get();
  }

 private:
  boost::asio::io_context io_{1};
  HttpClient client_;
};

TEST(HttpClient, KeepsItsConnection) {
  const RunningServer running;
  Http one(running.server), other(running.server);
  EXPECT_EQ(one.get("/healthz").status, 200);
  EXPECT_EQ(other.get("/api/v1/tables/none").status, 404);
  for (int n = 0; n < 3; ++n) EXPECT_NE(one.get("/metrics").body.find("\nvolpe_connections 2\n"), std::string::npos);
}

TEST(HttpClient, ConnectsAnewAfterALoss) {
  RunningServer running;
  Http http(running.server);
  EXPECT_EQ(http.get("/healthz").body, "ok\n");
  running.kill();
  EXPECT_THROW(http.get("/healthz"), boost::system::system_error);
  EXPECT_THROW(http.get("/healthz"), boost::system::system_error);
  running.start();
  EXPECT_EQ(http.get("/healthz").body, "ok\n");
}

}  // namespace
}  // namespace volpe::client
