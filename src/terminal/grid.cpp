// Cells, and the letters that fit into them.
#include "terminal/grid.h"

#include <algorithm>

#include "base/utf8.h"
#include "i18n/ascii.h"

namespace volpe {
namespace {

// One letter, taken from the front of a text; U+FFFD for bytes that are none.
char32_t take_letter(std::string_view& text) {
  const Letter letter = first_letter(text);
  text.remove_prefix(std::max<size_t>(1, letter.length));
  return letter.length == 0 ? U'\ufffd' : letter.point;
}

// Whether a letter takes one cell on every terminal: names may hold any.
bool takes_one_cell(char32_t letter) {
  if (letter < 0x20 || (letter >= 0x7f && letter < 0xa0)) return false;
  return letter < 0x300 || (letter >= 0x370 && letter < 0x483) || (letter >= 0x48a && letter < 0x530) ||
         (letter >= 0x2010 && letter < 0x2027) || (letter >= 0x2030 && letter < 0x205f) ||
         (letter >= 0x2190 && letter < 0x231a) || (letter >= 0x2500 && letter < 0x25fd);
}

void append_utf8(std::string& text, char32_t letter) {
  const auto add = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (letter < 0x80) return add(letter);
  if (letter < 0x800) return add(0xc0 | letter >> 6), add(0x80 | (letter & 0x3f));
  add(0xe0 | letter >> 12), add(0x80 | (letter >> 6 & 0x3f)), add(0x80 | (letter & 0x3f));
}

}  // namespace

Grid::Grid(int rows, int columns, bool ascii)
    : rows_(rows), columns_(columns), ascii_(ascii), cells_(size_t(rows) * size_t(columns)) {}

std::u32string Grid::glyphs(std::string_view text) const {
  const std::string spelled = ascii_ ? to_ascii(text) : std::string(text);
  std::u32string letters;
  for (std::string_view rest = spelled; !rest.empty();) {
    const char32_t letter = take_letter(rest);
    letters += takes_one_cell(letter) ? letter : letter == U'\u00a0' || letter == U'\u202f' ? U' ' : U'?';
  }
  return letters;
}

int Grid::put(int row, int column, std::string_view text, Style style) {
  for (char32_t letter : glyphs(text)) {
    if (row >= 0 && row < rows_ && column >= 0 && column < columns_) cells_[place(row, column)] = {letter, style};
    ++column;
  }
  return column;
}

void Grid::put_before(int row, int end, std::string_view text, Style style) {
  put(row, end - width(text), text, style);
}

int Grid::put_short(int row, int column, std::string_view text, int room, Style style) {
  const std::u32string letters = glyphs(text);
  if (int(letters.size()) <= room) return put(row, column, text, style);
  const int dots = width("…");
  std::string kept;
  for (int n = 0; n < room - dots; ++n) append_utf8(kept, letters[size_t(n)]);
  return put(row, column, kept + "…", style);
}

void Grid::restyle(int row, int column, int width, Style style) {
  for (int n = std::max(0, column); n < std::min(columns_, column + width); ++n)
    if (row >= 0 && row < rows_) cells_[place(row, n)].style = style;
}

void Grid::clear(int row, int column, int height, int width) {
  const std::string blank(size_t(std::max(0, width)), ' ');
  for (int n = 0; n < height; ++n) put(row + n, column, blank);
}

std::vector<std::string> Grid::wrapped(std::string_view text, int room) const {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    if (!line.empty() && width(line) + 1 + width(word) > room) {
      lines.push_back(line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  lines.push_back(line);
  return lines;
}

std::string Grid::line(int row) const {
  std::string text;
  for (int column = 0; column < columns_; ++column) append_utf8(text, at(row, column).glyph);
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::string Grid::text() const {
  std::string all;
  for (int row = 0; row < rows_; ++row) all += line(row) + "\n";
  return all;
}

}  // namespace volpe
