// Longer texts from locale/, built into the program.
#pragma once

#include <string_view>

namespace volpe {

// The rules of a game in English; empty if there are none.
std::string_view rules_text(std::string_view game);

}  // namespace volpe
