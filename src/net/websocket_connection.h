// Turns an HTTP upgrade request into a WebSocket connection.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "net/connection.h"

namespace volpe::net {

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

// `client` is a canonical address. Called on the socket's loop; closes the socket once the registry is closed.
void serve_websocket(const std::shared_ptr<ServerContext>& context, EventLoop& loop, TcpSocket socket,
                     std::string client, ConnectionSlot slot, const HttpRequest& request);

}  // namespace volpe::net
