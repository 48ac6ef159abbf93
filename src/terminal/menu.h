// The menu: go on with a game that was left, or choose a new one.
#pragma once

#include <memory>

#include "terminal/game_view.h"
#include "terminal/ui.h"

namespace volpe {

// The room that was chosen; null if somebody leaves. Games are kept in `folder`.
std::unique_ptr<Room> choose_room(const Desk& desk, const std::string& folder);

}  // namespace volpe
