// Takes events apart and names what they are about.
#include "terminal/clever/signs.h"

#include <algorithm>

namespace volpe::clever::screen {

int die_of(char letter) { return int(letters.find(letter)); }

int bonus_of(std::string_view name) { return int(std::ranges::find(bonus_names, name) - std::begin(bonus_names)); }

std::string colour_text(const Texts& texts, int die) { return texts("colour." + std::string(names[die])); }

std::string bonus_text(const Texts& texts, std::string_view bonus) {
  std::string key = "clever.bonus." + std::string(bonus);
  std::ranges::replace(key, ' ', '_');
  return texts(key);
}

int held(const JsonObject& sheet, const char* action) { return number_of(sheet.at(action).at("held")); }

Mark mark_of(std::string_view event) {
  Mark mark;
  if (event.starts_with('+')) {
    mark.bonus = true;
    mark.box = event.substr(1);
    return mark;
  }
  const size_t at = event.find('@');
  if (at == std::string_view::npos || at == 0) return {};
  mark.extra = event.starts_with('x');
  mark.die = die_of(event[at - 1]);
  mark.box = event.substr(at + 1);
  return mark;
}

}  // namespace volpe::clever::screen
