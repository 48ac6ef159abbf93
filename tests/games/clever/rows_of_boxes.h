// Rows of boxes as text, for sheets that tests set up: greens[3] is "g g g ".
#pragma once

#include <array>
#include <string>

namespace volpe {

inline std::string repeat(const std::string& word, int times) {
  std::string text;
  for (int n = 0; n < times; ++n) text += word + " ";
  return text;
}

using Rows = std::array<std::string, 12>;

// None to eleven boxes with the same word.
inline Rows rows_of(const std::string& box) {
  Rows rows;
  for (size_t n = 0; n < rows.size(); ++n) rows[n] = repeat(box, int(n));
  return rows;
}

inline const Rows sixes = rows_of("p6"), greens = rows_of("g"), oranges = rows_of("o2");

}  // namespace volpe
