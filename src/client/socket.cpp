// Resolves a server's host and connects to it.
#include "client/socket.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace volpe::client {
namespace {

using boost::asio::awaitable;
using boost::asio::use_awaitable;
using tcp = boost::asio::ip::tcp;

// An IPv6 address has brackets around it in a URL only.
std::string unbracketed(const std::string& host) {
  return host.starts_with('[') ? host.substr(1, host.size() - 2) : host;
}

}  // namespace

awaitable<void> connect_socket(boost::beast::tcp_stream& socket, const Server& server) {
  tcp::resolver resolver(socket.get_executor());
  const auto found = co_await resolver.async_resolve(unbracketed(server.host), server.port, use_awaitable);
  socket.expires_after(socket_timeout);
  co_await socket.async_connect(found, use_awaitable);
  socket.socket().set_option(tcp::no_delay(true));
}

}  // namespace volpe::client
