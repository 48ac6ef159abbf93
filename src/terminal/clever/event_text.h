// Events of Clever and their effects in words.
#pragma once

#include "terminal/game_renderer.h"

namespace volpe::clever::screen {

std::string event_text(const Texts& texts, std::string_view event);
std::string brief_text(const Scene& scene, const JsonObject& effect);
std::string effect_text(const Texts& texts, const JsonObject& effect);

}  // namespace volpe::clever::screen
