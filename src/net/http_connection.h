// Serves HTTP on a connection that was accepted.
#pragma once

#include "net/connection.h"

namespace volpe::net {

// `peer` is a canonical address. Does nothing once the registry of connections is closed.
void serve_http(const std::shared_ptr<ServerContext>& context, TcpSocket socket, std::string peer, ConnectionSlot slot);

}  // namespace volpe::net
