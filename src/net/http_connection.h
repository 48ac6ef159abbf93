// Serves HTTP on a connection that was accepted.
#pragma once

#include "net/connection.h"

namespace volpe::net {

// `peer` is a canonical address; the socket belongs to the loop. Does nothing once the registry of connections is
// closed. Safe from any thread.
void serve_http(const std::shared_ptr<ServerContext>& context, EventLoop& loop, TcpSocket socket, std::string peer,
                ConnectionSlot slot);

}  // namespace volpe::net
