// A grid of cells: what a screen shows, as letters with their style. Everything is drawn here, and a terminal or a test
// looks at it.
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
  // A terminal that knows ASCII alone gets everything spelled in it.
  Grid(int rows, int columns, bool ascii = false);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  bool ascii() const { return ascii_; }
  const Cell& at(int row, int column) const { return cells_[place(row, column)]; }

  // Text from a column on; what is beyond the edge is not shown. Returns the column behind it.
  int put(int row, int column, std::string_view text, Style style = {});
  // Text that ends before a column.
  void put_before(int row, int end, std::string_view text, Style style = {});
  // Text shortened to a width, with dots where something is missing.
  int put_short(int row, int column, std::string_view text, int width, Style style = {});
  // Changes the style of cells that are there.
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
