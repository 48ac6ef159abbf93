// Grid: the cells of a screen, letters with their style. Everything is drawn into a grid, and the terminal or a test
// shows it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace volpe {

enum class Colour : unsigned char { none, red, orange, yellow, green, blue, purple, white };

struct Style {
  Colour colour = Colour::none;
  bool bold = false, reverse = false, dim = false, underline = false;
  bool operator==(const Style&) const = default;
};

struct Cell {
  char32_t glyph = U' ';
  Style style;
  bool operator==(const Cell&) const = default;
};

class Grid {
 public:
  // With `ascii` every text is spelled in ASCII.
  Grid(int rows, int columns, bool ascii = false);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  bool ascii() const { return ascii_; }
  const Cell& at(int row, int column) const { return cells_[place(row, column)]; }

  // Text from a column on, cut off at the edge. Returns the column behind it.
  int put(int row, int column, std::string_view text, Style style = {});
  // Text that ends before a column.
  void put_before(int row, int end, std::string_view text, Style style = {});
  // Text shortened to a width, with dots in place of what is missing.
  int put_short(int row, int column, std::string_view text, int width, Style style = {});
  // Changes the style of cells, not their letters.
  void restyle(int row, int column, int width, Style style);
  void clear(int row, int column, int height, int width);

  // How many cells a text takes.
  int width(std::string_view text) const { return int(glyphs(text).size()); }
  // A text in lines of at most a width, broken between words.
  std::vector<std::string> wrapped(std::string_view text, int width) const;

  // A row as UTF-8 without spaces at its end, and all rows.
  std::string line(int row) const;
  std::string text() const;

 private:
  size_t place(int row, int column) const { return size_t(row) * size_t(columns_) + size_t(column); }
  std::u32string glyphs(std::string_view text) const;

  int rows_, columns_;
  bool ascii_;
  std::vector<Cell> cells_;
};

}  // namespace volpe
