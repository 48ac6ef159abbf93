// Resolves a server's host and connects to it.
#include "client/socket.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <vector>

namespace volpe::client {
namespace {

using boost::asio::awaitable;
using boost::asio::use_awaitable;
using tcp = boost::asio::ip::tcp;

// An IPv6 address has brackets around it in a URL only.
std::string unbracketed(const std::string& host) {
  return host.starts_with('[') ? host.substr(1, host.size() - 2) : host;
}

// Asio resolves in a thread of its own, which an address does not need.
awaitable<std::vector<tcp::endpoint>> resolve(const Server& server) {
  if (const auto address = address_of(server))
    co_return std::vector{tcp::endpoint(*address, static_cast<unsigned short>(std::stoi(server.port)))};
  tcp::resolver resolver(co_await boost::asio::this_coro::executor);
  const auto found = co_await resolver.async_resolve(server.host, server.port, use_awaitable);
  co_return std::vector<tcp::endpoint>(found.begin(), found.end());
}

}  // namespace

std::optional<boost::asio::ip::address> address_of(const Server& server) {
  boost::system::error_code failed;
  const auto address = boost::asio::ip::make_address(unbracketed(server.host), failed);
  return failed ? std::nullopt : std::optional(address);
}

awaitable<void> connect_socket(boost::beast::tcp_stream& socket, const Server& server) {
  const std::vector<tcp::endpoint> endpoints = co_await resolve(server);
  socket.expires_after(socket_timeout);
  co_await socket.async_connect(endpoints, use_awaitable);
  socket.socket().set_option(tcp::no_delay(true));
}

}  // namespace volpe::client
