// Longer texts from locale/, built into the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace volpe {

// The rules of a game in English; empty if there are none.
std::string_view rules_text(std::string_view game);

// locale/en/why.txt: a line "key: words" for each reason of an advice.
std::string_view why_table();

// Reasons in English: "completes a row, earns a fox".
std::string why_text(const std::vector<std::string_view>& keys);

}  // namespace volpe
