// Rows of boxes as text, for sheets that tests set up: "g g g", eleven sixes of purple.
#pragma once

#include <string>

namespace volpe {

inline std::string repeat(const std::string& word, int times) {
  std::string text;
  for (int n = 0; n < times; ++n) text += word + " ";
  return text;
}

inline const std::string sixes[12] = {"",
                                      repeat("p6", 1),
                                      repeat("p6", 2),
                                      repeat("p6", 3),
                                      repeat("p6", 4),
                                      repeat("p6", 5),
                                      repeat("p6", 6),
                                      repeat("p6", 7),
                                      repeat("p6", 8),
                                      repeat("p6", 9),
                                      repeat("p6", 10),
                                      repeat("p6", 11)};
inline const std::string greens[12] = {"",
                                       repeat("g", 1),
                                       repeat("g", 2),
                                       repeat("g", 3),
                                       repeat("g", 4),
                                       repeat("g", 5),
                                       repeat("g", 6),
                                       repeat("g", 7),
                                       repeat("g", 8),
                                       repeat("g", 9),
                                       repeat("g", 10),
                                       repeat("g", 11)};
inline const std::string oranges[12] = {"",
                                        repeat("o2", 1),
                                        repeat("o2", 2),
                                        repeat("o2", 3),
                                        repeat("o2", 4),
                                        repeat("o2", 5),
                                        repeat("o2", 6),
                                        repeat("o2", 7),
                                        repeat("o2", 8),
                                        repeat("o2", 9),
                                        repeat("o2", 10),
                                        repeat("o2", 11)};

}  // namespace volpe
