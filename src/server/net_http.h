// HTTP connections: how one that was accepted begins.
#pragma once

#include "server/net_hall.h"

namespace volpe::server {

// The peer is a plain address. Nothing happens if the hall is shut.
void serve_http(const std::shared_ptr<Hall>& hall, Wire wire, std::string peer, Ticket ticket);

}  // namespace volpe::server
