// Values of positions and decisions as text, with the reasons for them.
#pragma once

#include <string>
#include <string_view>

#include "i18n/texts.h"
#include "terminal/game_view.h"

namespace volpe {

// What values of a game are: "points" at the end, a winning "chance", or points for the "match".
std::string value_unit(const ViewState& view);

std::string value_text(std::string_view unit, double value);         // "12.3", "45.6 %"
std::string signed_value_text(std::string_view unit, double value);  // "+1.2", "-3.4 %"

// The reasons for a decision from the keys of `why`; empty if there are none.
std::string reasons_text(const Texts& texts, const Json& why);

}  // namespace volpe
