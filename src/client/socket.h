// How TCP connections to a server are opened; only sources that use coroutines include this, as it includes Asio and
// Beast.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <chrono>
#include <optional>

#include "client/address.h"

namespace volpe::client {

constexpr auto socket_timeout = std::chrono::seconds(10);  // for a server that does not respond

// The host, if it is an address and not a name.
std::optional<boost::asio::ip::address> address_of(const Server& server);

boost::asio::awaitable<void> connect_socket(boost::beast::tcp_stream& socket, const Server& server);

}  // namespace volpe::client
