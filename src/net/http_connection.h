// HTTP connections: how one that was accepted begins.
#pragma once

#include "net/connection.h"

namespace volpe::server {

// The peer is a plain address. Nothing happens if the porch is shut.
void serve_http(const std::shared_ptr<Porch>& porch, Wire wire, std::string peer, Ticket ticket);

}  // namespace volpe::server
