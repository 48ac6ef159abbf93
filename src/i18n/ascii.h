// Spells any text in ASCII, for terminals that can show nothing else.
#pragma once

#include <string>
#include <string_view>

namespace volpe {

// ä becomes ae, é e, „ and “ ", × x. Russian is transliterated, and a letter without a spelling becomes a question
// mark.
std::string to_ascii(std::string_view text);

}  // namespace volpe
