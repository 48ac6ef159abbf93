// How this folder opens TCP connections; only its sources include this, as it includes Asio and Beast.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <chrono>

#include "client/address.h"

namespace volpe::client {

constexpr auto socket_timeout = std::chrono::seconds(10);  // for a server that does not respond

boost::asio::awaitable<void> connect_socket(boost::beast::tcp_stream& socket, const Server& server);

}  // namespace volpe::client
