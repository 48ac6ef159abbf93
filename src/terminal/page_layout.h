// The screen of 80 × 24 cells and what its pages share: title, line of keys, frame. The sheet is on the left, decisions
// on the right, dice below, and four lines of text at the foot.
#pragma once

#include <string>
#include <vector>

#include "terminal/grid.h"

namespace volpe {

inline constexpr int screen_rows = 24, screen_columns = 80;
inline constexpr int sheet_row = 2, sheet_end = 15;      // rows of the sheet
inline constexpr int panel_column = 53;                  // where the decisions begin
inline constexpr int dice_row = 15, dice_height = 4;     // a line of names above three of dice
inline constexpr int prompt_row = 19, preview_row = 20;  // and one more
inline constexpr int log_row = 22, keys_row = 23;

inline constexpr Style strong{.bold = true}, faint{.dim = true}, bar{.reverse = true},
    strong_bar{.bold = true, .reverse = true};

void draw_title(Grid& grid, const std::string& left, const std::string& right);

// A frame over the whole width; returns the first row inside.
int draw_frame(Grid& grid, int row, int height, const std::string& title);

// The last line: keys and what they do.
struct KeyHelp {
  std::string key, action;
};
void draw_keys(Grid& grid, const std::vector<KeyHelp>& keys);

}  // namespace volpe
