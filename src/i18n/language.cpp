// Chooses a language by its code or by the environment.
#include "i18n/language.h"

#include <algorithm>

namespace volpe {

bool is_language(std::string_view code) { return language_or_english(code).code == code; }

const Language& language_or_english(std::string_view code) {
  const auto* found = std::ranges::find(languages, code, &Language::code);
  return found != languages.end() ? *found : languages[0];
}

std::string_view language_of(const std::function<const char*(const char*)>& environment) {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* value = environment(variable); value != nullptr && *value != '\0') {
      const std::string_view locale = value;
      return language_or_english(locale.substr(0, locale.find_first_of("_.@"))).code;
    }
  return "en";
}

}  // namespace volpe
