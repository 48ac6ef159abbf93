// Names and signs of Clever's colours and bonuses on the screen, and the parts of its events.
#pragma once

#include <string>
#include <string_view>

#include "games/clever/sheet.h"
#include "terminal/game_renderer.h"

namespace volpe::clever::screen {

inline constexpr Colour colours[] = {Colour::yellow, Colour::blue,   Colour::green,
                                     Colour::orange, Colour::purple, Colour::white};
inline constexpr std::string_view names[] = {"yellow", "blue", "green", "orange", "purple", "white"};
// Short signs of bonuses, in the order of Bonus.
inline constexpr std::string_view bonus_signs[] = {"yX", "bX", "gX", "o4",  "o5",  "o6",
                                                   "p6", "re", "+1", "fox", "X/6", ""};

inline Style colour_style(int area) { return {.colour = colours[area]}; }
inline constexpr Style sign_style{.bold = true};

int die_of(char letter);
int bonus_of(std::string_view name);
std::string colour_text(const Texts& texts, int die);
std::string bonus_text(const Texts& texts, std::string_view bonus);

// How many of the actions "rerolls" or "extras" a sheet holds.
int held(const JsonObject& sheet, const char* action);

// The box that an event marks, and the die that it takes.
struct Mark {
  bool extra = false, bonus = false;
  int die = -1;          // -1: none is taken
  std::string_view box;  // "y21", "b7", "g", "o4"; empty: the decision marks none
  explicit operator bool() const { return !box.empty(); }
};

// Of a pick, an extra die or a bonus; no box for any other event.
Mark mark_of(std::string_view event);

}  // namespace volpe::clever::screen
