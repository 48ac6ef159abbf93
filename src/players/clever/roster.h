// The players of Clever by name, beyond those that every game has.
#pragma once

#include <memory>

#include "games/clever/clever.h"
#include "players/judge.h"

namespace volpe::clever {

Result<std::unique_ptr<Player<Clever>>> make_player(std::string_view name);
Result<std::unique_ptr<Judge<Clever>>> make_judge(std::string_view name);

}  // namespace volpe::clever
