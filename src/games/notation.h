// What the notations of all games share: words between single spaces, and the sentences for events that do not fit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace volpe {

// The words of a line; empty words (two spaces, a space at an end) stay, so that no grammar accepts them.
inline std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (;;) {
    const size_t space = line.find(' ');
    words.push_back(line.substr(0, space));
    if (space == std::string_view::npos) return words;
    line.remove_prefix(space + 1);
  }
}

inline Error bad_event(std::string_view text) {
  return {Code::bad_event, quote(text) + " is not an event of this game"};
}
inline Error illegal_event(std::string_view text, const std::string& why) {
  return {Code::illegal_event, quote(text) + " is not legal now: " + why};
}
inline Error dice_due(std::string_view text) {
  return {Code::dice_due, "dice are due: a roll comes next, not " + quote(text)};
}
inline Error no_turn_begins(std::string_view text) { return illegal_event(text, "no turn is due to begin"); }
inline Error game_is_over() { return {Code::game_over, "the game is over"}; }

}  // namespace volpe
