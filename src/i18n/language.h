// The languages of the texts, and which of them a person's environment asks for.
#pragma once

#include <array>
#include <functional>
#include <string_view>

namespace volpe {

struct Language {
  std::string_view code, name;
};
inline constexpr std::array<Language, 5> languages = {
    {{"en", "English"}, {"de", "Deutsch"}, {"it", "Italiano"}, {"es", "Español"}, {"ru", "Русский"}}};

bool is_language(std::string_view code);
const Language& language_or_english(std::string_view code);

// The language that LC_ALL, LC_MESSAGES or LANG names (the first that is set decides), or English. `environment` looks
// a variable up, as std::getenv does.
std::string_view language_of(const std::function<const char*(const char*)>& environment);

}  // namespace volpe
