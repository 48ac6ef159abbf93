// The tables of a server that wait for players, to choose one.
#pragma once

#include <optional>

#include "client/address.h"
#include "terminal/ui.h"

namespace volpe {

// The table that was chosen; none if somebody leaves.
std::optional<std::string> choose_table(const Desk& desk, const client::Server& server);

}  // namespace volpe
