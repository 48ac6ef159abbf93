// What fills the screen: the table of a game, its help, a hint, all sheets, and how it ended. Drawn into a grid of 80 ×
// 24 from a view alone.
#pragma once

#include "terminal/game_renderer.h"

namespace volpe {

// Where a person at the table is.
struct Place {
  int seat = 0;         // whose sheet is shown
  int pointed = -1;     // the decision that is pointed at, as a place in `effects`; -1: none
  std::string typed;    // what has been typed so far: a roll or a seed
  std::string message;  // one sentence, instead of the prompt
};

// The decisions of whoever is asked; empty if nothing is to be decided here.
const JsonArray& effects_of(const View& view);

void draw_table_page(Grid& grid, const Texts& texts, const View& view, const Place& place);

// The best decisions with what they are worth and why, over the sheet.
void draw_hint(Grid& grid, const Texts& texts, const View& view);

// Everybody's sheet, small.
void draw_sheets(Grid& grid, const Texts& texts, const View& view);

// How the game ended, with luck and skill as far as they are known.
void draw_summary(Grid& grid, const Texts& texts, const View& view);

// The keys, the signs of the sheet and the rules, line by line; `grid` only says how wide letters are.
std::vector<std::string> help_lines(const Grid& grid, const Texts& texts, const Look& look);
void draw_help(Grid& grid, const Texts& texts, const std::vector<std::string>& lines, int from);
inline constexpr int help_height = screen_rows - 3;

// A terminal that is too small for all that.
void draw_too_small(Grid& grid, const Texts& texts);

// A line of keys and what they do.
struct KeyHelp {
  std::string key, action;
};
void draw_keys(Grid& grid, const std::vector<KeyHelp>& keys);

}  // namespace volpe
