// An HTTP connection to a server that is kept from one request to the next; only sources that use coroutines include
// this, as it includes Asio and Beast.
#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <memory>
#include <string>

#include "client/api.h"
#include "client/socket.h"

namespace volpe::client {

struct HttpResponse {
  int status = 0;
  std::string body;
};

// One request after the other. Throws system_error if the connection fails; the next request then opens another.
class HttpClient {
 public:
  explicit HttpClient(const Server& server, std::chrono::seconds timeout = socket_timeout)
      : server_(server), timeout_(timeout) {}

  // The body is JSON; a get has none.
  boost::asio::awaitable<HttpResponse> exchange(Method method, std::string path, std::string token = {},
                                                std::string body = {});

 private:
  boost::asio::awaitable<std::unique_ptr<boost::beast::tcp_stream>> take_connection();

  const Server server_;
  const std::chrono::seconds timeout_;
  std::unique_ptr<boost::beast::tcp_stream> kept_;
  std::chrono::steady_clock::time_point kept_since_;
  boost::beast::flat_buffer buffer_;
};

}  // namespace volpe::client
