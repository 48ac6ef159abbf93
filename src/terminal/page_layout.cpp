// Draws the parts that pages share.
#include "terminal/page_layout.h"

namespace volpe {

void draw_title(Grid& grid, const std::string& left, const std::string& right) {
  grid.put(0, 0, std::string(screen_columns, ' '), bar);
  grid.put(0, 1, left, strong_bar);
  grid.put_before(0, screen_columns - 1, right, bar);
}

int draw_frame(Grid& grid, int row, int height, const std::string& title) {
  constexpr int left = 0, width = screen_columns;
  grid.clear(row, left, height, width);
  std::string edge;
  for (int n = 0; n < width - 2; ++n) edge += "─";
  grid.put(row, left, "┌" + edge + "┐");
  grid.put(row + height - 1, left, "└" + edge + "┘");
  for (int n = 1; n + 1 < height; ++n) {
    grid.put(row + n, left, "│");
    grid.put(row + n, left + width - 1, "│");
  }
  grid.put(row, left + 2, " " + title + " ", strong);
  return row + 1;
}

void draw_keys(Grid& grid, const std::vector<KeyHelp>& keys) {
  int needed = 0;
  for (const KeyHelp& help : keys) needed += grid.width(help.key + " " + help.action + "  ");
  const int gap = needed < screen_columns ? 2 : 1;
  int column = 1;
  for (const KeyHelp& help : keys) {
    column = grid.put(keys_row, column, help.key, strong_bar);
    column = grid.put(keys_row, column + 1, help.action) + gap;
  }
}

}  // namespace volpe
