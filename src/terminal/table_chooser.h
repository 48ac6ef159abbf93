// A list of the tables of a server that wait for players.
#pragma once

#include <optional>

#include "client/address.h"
#include "terminal/ui.h"

namespace volpe {

// The table that was chosen; none if the person leaves.
std::optional<std::string> choose_table(const Ui& ui, const client::Server& server);

}  // namespace volpe
