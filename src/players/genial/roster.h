// The players of Genial by name, beyond those that every game has: race, level1 to level5, and expert, which is level5.
#pragma once

#include <memory>

#include "games/genial/genial.h"
#include "players/judge.h"

namespace volpe::genial {

bool on_roster(std::string_view name);

// Of a name on the roster; in a match the expert plays for points.
Result<std::unique_ptr<Player<Genial>>> make_player(std::string_view name, bool match);
Result<std::unique_ptr<Judge<Genial>>> make_judge(std::string_view name, bool match);

}  // namespace volpe::genial
