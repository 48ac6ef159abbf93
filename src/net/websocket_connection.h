// WebSocket connections: how an HTTP request for one becomes one.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "net/connection.h"

namespace volpe::server {

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

// The client is a plain address. Called on the wire's strand; the wire is hung up if the porch is shut.
void serve_websocket(const std::shared_ptr<Porch>& porch, Wire wire, std::string client, Ticket ticket,
                     const HttpRequest& request);

}  // namespace volpe::server
