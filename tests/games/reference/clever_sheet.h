// The sheet of Clever as the printed rules have it: boxes, scores, marks and what they earn. Plain on purpose.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "games/reference/reference.h"

namespace reference {

namespace json = boost::json;

// ---- Dice and sheet -------------------------------------------------------------------------------------------------

inline const std::vector<char> kDice = {'y', 'b', 'g', 'o', 'p', 'w'};

// An area has the letter of its die.
inline const std::vector<char> kAreas = {'y', 'b', 'g', 'o', 'p'};

inline const std::map<char, std::string> kAreaName = {
    {'y', "yellow"}, {'b', "blue"}, {'g', "green"}, {'o', "orange"}, {'p', "purple"}};

// A row, a column or a diagonal, and the bonus for its last free box.
struct Line {
  std::set<int> boxes;
  std::string bonus;
};

// A yellow box is named by its row and column, 21 is row 2, column 1; the four printed crosses are no boxes.
inline const std::map<int, int> kYellowValue = {
    {11, 3}, {12, 6}, {13, 5},  // row 1: 3 6 5 -
    {21, 2}, {22, 1}, {24, 5},  // row 2: 2 1 - 5
    {31, 1}, {33, 2}, {34, 4},  // row 3: 1 - 2 4
    {42, 3}, {43, 4}, {44, 6},  // row 4: - 3 4 6
};

inline const std::vector<std::pair<std::set<int>, int>> kYellowColumnPoints = {
    {{11, 21, 31}, 10},
    {{12, 22, 42}, 14},
    {{13, 33, 43}, 16},
    {{24, 34, 44}, 20},
};

inline const std::vector<Line> kYellowLines = {
    {{11, 12, 13}, "blue x"},     // row 1
    {{21, 22, 24}, "orange 4"},   // row 2
    {{31, 33, 34}, "green x"},    // row 3
    {{42, 43, 44}, "fox"},        // row 4
    {{11, 22, 33, 44}, "extra"},  // diagonal
};

inline const std::vector<int> kBlueBoxes = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
inline const std::vector<int> kBluePoints = {0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56};

inline const std::vector<Line> kBlueLines = {
    {{2, 3, 4}, "orange 5"},     // row 1
    {{5, 6, 7, 8}, "yellow x"},  // row 2
    {{9, 10, 11, 12}, "fox"},    // row 3
    {{5, 9}, "reroll"},          // column 1
    {{2, 6, 10}, "green x"},     // column 2
    {{3, 7, 11}, "purple 6"},    // column 3
    {{4, 8, 12}, "extra"},       // column 4
};

// The areas crossed from left to right have boxes 1 to 11.
inline const std::size_t kBoxesInRow = 11;

inline const std::map<int, int> kGreenMinimum = {{1, 1}, {2, 2}, {3, 3}, {4, 4},  {5, 5}, {6, 1},
                                                 {7, 2}, {8, 3}, {9, 4}, {10, 5}, {11, 6}};
inline const std::vector<int> kGreenPoints = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66};
inline const std::map<int, std::string> kGreenBonus = {
    {4, "extra"}, {6, "blue x"}, {7, "fox"}, {9, "purple 6"}, {10, "reroll"}};

inline const std::map<int, int> kOrangeMultiplier = {{4, 2}, {7, 2}, {9, 2}, {11, 3}};
inline const std::map<int, std::string> kOrangeBonus = {
    {3, "reroll"}, {5, "yellow x"}, {6, "extra"}, {8, "fox"}, {10, "purple 6"}};

inline const std::map<int, std::string> kPurpleBonus = {{3, "reroll"},   {4, "blue x"},    {5, "extra"},
                                                        {6, "yellow x"}, {7, "fox"},       {8, "reroll"},
                                                        {9, "green x"},  {10, "orange 6"}, {11, "extra"}};

// The order in which bonuses are listed.
inline const std::vector<std::string> kBonusOrder = {
    "yellow x", "blue x", "green x", "orange 4", "orange 5", "orange 6", "purple 6", "black", "reroll", "extra", "fox"};

// The mark bonuses of one area; black is the only one that is not bound to an area.
inline const std::map<std::string, char> kBonusArea = {{"yellow x", 'y'}, {"blue x", 'b'},   {"green x", 'g'},
                                                       {"orange 4", 'o'}, {"orange 5", 'o'}, {"orange 6", 'o'},
                                                       {"purple 6", 'p'}};

struct Sheet {
  std::set<int> yellow;
  std::set<int> blue;
  int green = 0;
  std::vector<int> orange;
  std::vector<int> purple;
  int rerolls_held = 0;
  int rerolls_used = 0;
  int extras_held = 0;
  int extras_used = 0;
  int foxes = 0;
};

// One box to mark. The number is the box in yellow and blue, the value before any multiplier in orange and purple,
// and means nothing in green.
struct Mark {
  char area;
  int number;
};

// The mark in the words of the + notation, without the plus.
inline std::string words(const Mark& mark) {
  if (mark.area == 'g') return "g";
  return std::string(1, mark.area) + std::to_string(mark.number);
}

// The mark as it follows the @ of a pick, where the die already says the value.
inline std::string pick_words(const Mark& mark) {
  if (mark.area == 'o' || mark.area == 'p') return std::string(1, mark.area);
  return words(mark);
}

inline bool area_is_full(const Sheet& sheet, char area) {
  switch (area) {
    case 'y': return sheet.yellow.size() == kYellowValue.size();
    case 'b': return sheet.blue.size() == kBlueBoxes.size();
    case 'g': return static_cast<std::size_t>(sheet.green) == kBoxesInRow;
    case 'o': return sheet.orange.size() == kBoxesInRow;
    default: return sheet.purple.size() == kBoxesInRow;
  }
}

// ---- Score ----------------------------------------------------------------------------------------------------------

inline int sum(const std::vector<int>& values) {
  int total = 0;
  for (int value : values) total += value;
  return total;
}

inline bool all_crossed(const std::set<int>& crossed, const std::set<int>& boxes) {
  for (int box : boxes) {
    if (!crossed.contains(box)) return false;
  }
  return true;
}

inline int yellow_points(const Sheet& sheet) {
  int points = 0;
  for (const auto& [boxes, column_points] : kYellowColumnPoints) {
    if (all_crossed(sheet.yellow, boxes)) points += column_points;
  }
  return points;
}

inline int area_points(const Sheet& sheet, char area) {
  switch (area) {
    case 'y': return yellow_points(sheet);
    case 'b': return kBluePoints.at(sheet.blue.size());
    case 'g': return kGreenPoints.at(static_cast<std::size_t>(sheet.green));
    case 'o': return sum(sheet.orange);
    default: return sum(sheet.purple);
  }
}

inline std::vector<int> points_of_all_areas(const Sheet& sheet) {
  std::vector<int> points;
  for (char area : kAreas) points.push_back(area_points(sheet, area));
  return points;
}

inline int highest_area(const Sheet& sheet) {
  std::vector<int> points = points_of_all_areas(sheet);
  return *std::max_element(points.begin(), points.end());
}

inline int fox_points(const Sheet& sheet) {
  std::vector<int> points = points_of_all_areas(sheet);
  return sheet.foxes * *std::min_element(points.begin(), points.end());
}

inline int total_points(const Sheet& sheet) { return sum(points_of_all_areas(sheet)) + fox_points(sheet); }

inline std::map<std::string, int> score(const Sheet& sheet) {
  std::map<std::string, int> score;
  for (char area : kAreas) score[kAreaName.at(area)] = area_points(sheet, area);
  score["foxes"] = fox_points(sheet);
  score["total"] = total_points(sheet);
  return score;
}

inline int grade(int total) {
  if (total < 140) return 0;
  if (total < 160) return 1;
  if (total < 180) return 2;
  if (total < 200) return 3;
  if (total < 220) return 4;
  if (total < 240) return 5;
  if (total < 260) return 6;
  if (total <= 280) return 7;
  return 8;
}

// ---- Which marks are possible ---------------------------------------------------------------------------------------

// Each value stands twice in yellow.
inline std::vector<Mark> yellow_marks(const Sheet& sheet, int value) {
  std::vector<Mark> marks;
  for (const auto& [box, box_value] : kYellowValue) {
    if (box_value == value && !sheet.yellow.contains(box)) marks.push_back({'y', box});
  }
  return marks;
}

inline std::vector<Mark> blue_marks(const Sheet& sheet, int blue_and_white) {
  if (sheet.blue.contains(blue_and_white)) return {};
  return {{'b', blue_and_white}};
}

inline std::vector<Mark> green_marks(const Sheet& sheet, int value) {
  if (area_is_full(sheet, 'g')) return {};
  int next_box = sheet.green + 1;
  if (value < kGreenMinimum.at(next_box)) return {};
  return {{'g', 0}};
}

inline std::vector<Mark> orange_marks(const Sheet& sheet, int value) {
  if (area_is_full(sheet, 'o')) return {};
  return {{'o', value}};
}

inline std::vector<Mark> purple_marks(const Sheet& sheet, int value) {
  if (area_is_full(sheet, 'p')) return {};
  bool first_box = sheet.purple.empty();
  if (first_box || sheet.purple.back() == 6 || value > sheet.purple.back()) return {{'p', value}};
  return {};
}

inline std::vector<Mark> area_marks(const Sheet& sheet, char area, int value, int blue_and_white) {
  switch (area) {
    case 'y': return yellow_marks(sheet, value);
    case 'b': return blue_marks(sheet, blue_and_white);
    case 'g': return green_marks(sheet, value);
    case 'o': return orange_marks(sheet, value);
    default: return purple_marks(sheet, value);
  }
}

// A coloured die marks its own area, white any.
inline std::vector<Mark> die_marks(const Sheet& sheet, char die, int value, int blue_and_white) {
  std::vector<Mark> marks;
  for (char area : kAreas) {
    if (die != area && die != 'w') continue;
    for (const Mark& mark : area_marks(sheet, area, value, blue_and_white)) marks.push_back(mark);
  }
  return marks;
}

inline std::vector<Mark> free_yellow_boxes(const Sheet& sheet) {
  std::vector<Mark> marks;
  for (const auto& [box, value] : kYellowValue) {
    if (!sheet.yellow.contains(box)) marks.push_back({'y', box});
  }
  return marks;
}

inline std::vector<Mark> free_blue_boxes(const Sheet& sheet) {
  std::vector<Mark> marks;
  for (int box : kBlueBoxes) {
    if (!sheet.blue.contains(box)) marks.push_back({'b', box});
  }
  return marks;
}

std::vector<Mark> black_marks(const Sheet& sheet);

// A bonus asks for no minimum in green, and a 6 fits in purple after anything.
inline std::vector<Mark> bonus_marks(const Sheet& sheet, const std::string& bonus) {
  if (bonus == "black") return black_marks(sheet);
  if (bonus == "yellow x") return free_yellow_boxes(sheet);
  if (bonus == "blue x") return free_blue_boxes(sheet);
  if (area_is_full(sheet, kBonusArea.at(bonus))) return {};
  if (bonus == "green x") return {{'g', 0}};
  if (bonus == "orange 4") return {{'o', 4}};
  if (bonus == "orange 5") return {{'o', 5}};
  if (bonus == "orange 6") return {{'o', 6}};
  return {{'p', 6}};
}

inline std::vector<Mark> black_marks(const Sheet& sheet) {
  std::vector<Mark> marks;
  for (const char* choice : {"yellow x", "blue x", "green x", "orange 6", "purple 6"}) {
    for (const Mark& mark : bonus_marks(sheet, choice)) marks.push_back(mark);
  }
  return marks;
}

// ---- Marking and what it earns --------------------------------------------------------------------------------------

inline std::vector<std::string> in_fixed_order(const std::vector<std::string>& bonuses) {
  std::vector<std::string> ordered;
  for (const std::string& bonus : kBonusOrder) {
    for (const std::string& earned : bonuses) {
      if (earned == bonus) ordered.push_back(bonus);
    }
  }
  return ordered;
}

inline std::vector<std::string> line_bonuses(const std::vector<Line>& lines, const std::set<int>& crossed,
                                             int marked_box) {
  std::vector<std::string> bonuses;
  for (const Line& line : lines) {
    if (line.boxes.contains(marked_box) && all_crossed(crossed, line.boxes)) bonuses.push_back(line.bonus);
  }
  return bonuses;
}

inline std::vector<std::string> box_bonus(const std::map<int, std::string>& bonuses, int box) {
  if (!bonuses.contains(box)) return {};
  return {bonuses.at(box)};
}

// Marks the box and returns all bonuses printed for it, also those that are lost.
inline std::vector<std::string> mark_box(Sheet& sheet, const Mark& mark) {
  switch (mark.area) {
    case 'y': sheet.yellow.insert(mark.number); return line_bonuses(kYellowLines, sheet.yellow, mark.number);
    case 'b': sheet.blue.insert(mark.number); return line_bonuses(kBlueLines, sheet.blue, mark.number);
    case 'g': sheet.green += 1; return box_bonus(kGreenBonus, sheet.green);
    case 'o': {
      int box = static_cast<int>(sheet.orange.size()) + 1;
      int multiplier = kOrangeMultiplier.contains(box) ? kOrangeMultiplier.at(box) : 1;
      sheet.orange.push_back(mark.number * multiplier);
      return box_bonus(kOrangeBonus, box);
    }
    default: sheet.purple.push_back(mark.number); return box_bonus(kPurpleBonus, static_cast<int>(sheet.purple.size()));
  }
}

inline bool is_lost(const Sheet& sheet, const std::string& bonus) {
  return kBonusArea.contains(bonus) && area_is_full(sheet, kBonusArea.at(bonus));
}

// Makes the mark, notes rerolls, extra dice and foxes, and returns everything earned that is not lost at once.
inline std::vector<std::string> mark_and_note(Sheet& sheet, const Mark& mark) {
  std::vector<std::string> earned;
  for (const std::string& bonus : mark_box(sheet, mark)) {
    if (is_lost(sheet, bonus)) continue;
    earned.push_back(bonus);
    if (bonus == "reroll") sheet.rerolls_held += 1;
    if (bonus == "extra") sheet.extras_held += 1;
    if (bonus == "fox") sheet.foxes += 1;
  }
  return in_fixed_order(earned);
}

// ---- Into JSON ------------------------------------------------------------------------------------------------------

template <typename Values>
inline json::array list(const Values& values) {
  json::array array;
  for (const auto& value : values) array.emplace_back(value);
  return array;
}

inline json::array letter_list(const std::vector<char>& letters) {
  json::array array;
  for (char letter : letters) array.emplace_back(std::string(1, letter));
  return array;
}

inline json::object number_object(const std::map<std::string, int>& numbers) {
  json::object object;
  for (const auto& [name, number] : numbers) object[name] = number;
  return object;
}

inline json::object sheet_object(const Sheet& sheet) {
  json::array yellow;
  for (int box : sheet.yellow) yellow.emplace_back("y" + std::to_string(box));
  return {
      {"yellow", yellow},
      {"blue", list(sheet.blue)},
      {"green", sheet.green},
      {"orange", list(sheet.orange)},
      {"purple", list(sheet.purple)},
      {"rerolls", {{"held", sheet.rerolls_held}, {"used", sheet.rerolls_used}}},
      {"extras", {{"held", sheet.extras_held}, {"used", sheet.extras_used}}},
      {"foxes", sheet.foxes},
      {"score", number_object(score(sheet))},
  };
}

}  // namespace reference
