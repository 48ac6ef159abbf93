// The printed sheet of Clever as tables that read like the rules page, and the look-ups built from them at compile
// time.
#pragma once

#include <array>
#include <string_view>

#include "base/bits.h"

namespace volpe::clever {

// ---- What is printed

enum Die : u8 { yellow, blue, green, orange, purple, white };  // the first five name the areas too
inline constexpr int dice = 6;
inline constexpr int areas = 5;
inline constexpr std::string_view letters = "ybgopw";

enum Bonus : u8 { yellow_x, blue_x, green_x, orange_4, orange_5, orange_6, purple_6, reroll, extra, fox, black, none };
inline constexpr int mark_bonuses = 7;  // the bonuses from yellow_x to purple_6 are marks to make
inline constexpr std::string_view bonus_names[] = {"yellow x", "blue x", "green x", "orange 4", "orange 5", "orange 6",
                                                   "purple 6", "reroll", "extra",   "fox",      "black",    ""};

inline constexpr int yellow_grid[4][4] = {{3, 6, 5, 0},  // 0: crossed from the start
                                          {2, 1, 0, 5},
                                          {1, 0, 2, 4},
                                          {0, 3, 4, 6}};
inline constexpr Bonus yellow_row_bonus[4] = {blue_x, orange_4, green_x, fox};
inline constexpr Bonus yellow_diagonal_bonus = extra;  // top left to bottom right
inline constexpr int yellow_column_points[4] = {10, 14, 16, 20};

inline constexpr int blue_grid[3][4] = {{0, 2, 3, 4},  // 0: no box
                                        {5, 6, 7, 8},
                                        {9, 10, 11, 12}};
inline constexpr Bonus blue_row_bonus[3] = {orange_5, yellow_x, fox};
inline constexpr Bonus blue_column_bonus[4] = {reroll, green_x, purple_6, extra};
inline constexpr int blue_points[12] = {0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56};

inline constexpr int row_boxes = 11;  // green, orange and purple
inline constexpr int green_minimum[row_boxes] = {1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6};
inline constexpr int green_points[row_boxes + 1] = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66};
inline constexpr int orange_factor[row_boxes] = {1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3};

inline constexpr Bonus green_bonus[row_boxes] = {none, none, none,     extra,  none, blue_x,
                                                 fox,  none, purple_6, reroll, none};
inline constexpr Bonus orange_bonus[row_boxes] = {none, none, reroll, none,     yellow_x, extra,
                                                  none, fox,  none,   purple_6, none};
inline constexpr Bonus purple_bonus[row_boxes] = {none, none,   reroll,  blue_x,   extra, yellow_x,
                                                  fox,  reroll, green_x, orange_6, extra};

inline constexpr Bonus round_bonus[7] = {none, reroll, extra, reroll, black, none, none};  // rounds count from 1
inline constexpr int rounds_for[5] = {0, 6, 6, 5, 4};                                      // by number of seats
inline constexpr int grade_from[8] = {140, 160, 180, 200, 220, 240, 260, 281};             // solo grades 1 to 8

// ---- Boxes by number
//
// A box is numbered 0-11 in yellow (row by row), 12-22 in blue (2 to 12); the areas that are filled from left to right
// have one number each, for their next box.

inline constexpr int yellow_boxes = 12;
inline constexpr int blue_boxes = 11;
inline constexpr int first_blue = yellow_boxes;
inline constexpr int green_next = first_blue + blue_boxes;
inline constexpr int orange_next = green_next + 1;
inline constexpr int purple_next = green_next + 2;
inline constexpr int boxes = green_next + 3;

struct YellowBox {
  int row, column, value;
};
inline constexpr auto yellow_box = [] {
  std::array<YellowBox, yellow_boxes> list{};
  int n = 0;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column)
      if (yellow_grid[row][column] != 0) list[n++] = {row, column, yellow_grid[row][column]};
  return list;
}();

// The yellow boxes that show a value, as a set.
inline constexpr auto yellow_showing = [] {
  std::array<u16, 7> sets{};
  for (int box = 0; box < yellow_boxes; ++box) sets[yellow_box[box].value] |= u16(1 << box);
  return sets;
}();

inline constexpr u16 yellow_full = (1 << yellow_boxes) - 1;
inline constexpr u16 blue_full = (1 << blue_boxes) - 1;

// ---- Bonuses as counts
//
// Gains packs how often each bonus was earned into three bits a bonus. No bonus but reroll and extra die stands more
// than five times on a sheet and track, and those stand seven times.

using Gains = u32;
inline constexpr int gain_bits = 3;
constexpr Gains gain(Bonus bonus) { return bonus >= black ? 0 : Gains{1} << gain_bits * bonus; }
constexpr int count(Gains gains, Bonus bonus) { return static_cast<int>(gains >> gain_bits * bonus & 7); }
inline constexpr Gains mark_gains = (Gains{1} << gain_bits * mark_bonuses) - 1;

// What an area has given so far is a function of its marks alone, so what a mark earns is the difference that it makes.
// The five areas stand one after the other in one table: marks_from says where each begins.
inline constexpr int marks_from[areas] = {0, 1 << yellow_boxes, (1 << yellow_boxes) + (1 << blue_boxes),
                                          (1 << yellow_boxes) + (1 << blue_boxes) + row_boxes + 1,
                                          (1 << yellow_boxes) + (1 << blue_boxes) + 2 * (row_boxes + 1)};
inline constexpr int all_marks = marks_from[purple] + row_boxes + 1;

// The boxes of the lines of yellow and blue, as sets.
struct Lines {
  u16 yellow_row[4], yellow_column[4], yellow_diagonal, blue_row[3], blue_column[4];
};
inline constexpr Lines lines = [] {
  Lines sets{};
  for (int box = 0; box < yellow_boxes; ++box) {
    const auto [row, column, value] = yellow_box[box];
    sets.yellow_row[row] |= u16(1 << box);
    sets.yellow_column[column] |= u16(1 << box);
    if (row == column) sets.yellow_diagonal |= u16(1 << box);
  }
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column)
      if (const int value = blue_grid[row][column]; value != 0) {
        sets.blue_row[row] |= u16(1 << (value - 2));
        sets.blue_column[column] |= u16(1 << (value - 2));
      }
  return sets;
}();

constexpr bool full(int marks, u16 line) { return (marks & line) == line; }

constexpr Gains yellow_gains(int marks) {
  Gains gains = full(marks, lines.yellow_diagonal) ? gain(yellow_diagonal_bonus) : 0;
  for (int row = 0; row < 4; ++row)
    if (full(marks, lines.yellow_row[row])) gains += gain(yellow_row_bonus[row]);
  return gains;
}

constexpr Gains blue_gains(int marks) {
  Gains gains = 0;
  for (int row = 0; row < 3; ++row)
    if (full(marks, lines.blue_row[row])) gains += gain(blue_row_bonus[row]);
  for (int column = 0; column < 4; ++column)
    if (full(marks, lines.blue_column[column])) gains += gain(blue_column_bonus[column]);
  return gains;
}

constexpr int yellow_score(int marks) {
  int points = 0;
  for (int column = 0; column < 4; ++column)
    if (full(marks, lines.yellow_column[column])) points += yellow_column_points[column];
  return points;
}

inline constexpr auto gains_of = [] {
  std::array<Gains, all_marks> table{};
  for (int marks = 0; marks <= yellow_full; ++marks) table[marks_from[yellow] + marks] = yellow_gains(marks);
  for (int marks = 0; marks <= blue_full; ++marks) table[marks_from[blue] + marks] = blue_gains(marks);
  for (int n = 1; n <= row_boxes; ++n) {
    table[marks_from[green] + n] = table[marks_from[green] + n - 1] + gain(green_bonus[n - 1]);
    table[marks_from[orange] + n] = table[marks_from[orange] + n - 1] + gain(orange_bonus[n - 1]);
    table[marks_from[purple] + n] = table[marks_from[purple] + n - 1] + gain(purple_bonus[n - 1]);
  }
  return table;
}();

inline constexpr auto yellow_points = [] {
  std::array<u8, 1 << yellow_boxes> table{};
  for (int marks = 0; marks <= yellow_full; ++marks) table[marks] = u8(yellow_score(marks));
  return table;
}();

// ---- One player's sheet

struct Sheet {
  u64 written[2];    // orange, purple: the dice written, four bits each, the newest lowest (before any multiplier)
  u16 marks[areas];  // yellow, blue: the set of crossed boxes; green, orange, purple: their number
  u8 rerolls, rerolls_used;  // held, used
  u8 extras, extras_used;
  u8 foxes;
  u8 unused;
};

struct Score {
  int area[areas];
  int foxes, total;
};

// The value that was thrown for box n (from 0) of orange or purple.
constexpr int written(const Sheet& sheet, int area, int n) {
  return static_cast<int>(sheet.written[area - orange] >> 4 * (sheet.marks[area] - 1 - n) & 15);
}

// The sum of the values of a list.
constexpr int sum(u64 list) {
  constexpr u64 low = 0x0f0f0f0f0f0f0f0f;
  return static_cast<int>(((list & low) + (list >> 4 & low)) * 0x0101010101010101 >> 56);
}

// For each factor from 1 up, the boxes of a full orange list that have at least this factor.
inline constexpr auto orange_at_least = [] {
  std::array<u64, 3> lists{};
  for (int n = 0; n < row_boxes; ++n)
    for (int factor = 0; factor < orange_factor[n]; ++factor) lists[factor] |= u64{15} << 4 * (row_boxes - 1 - n);
  return lists;
}();

constexpr int orange_score(const Sheet& sheet) {
  const u64 list = sheet.written[0] << 4 * (row_boxes - sheet.marks[orange]);
  int points = 0;
  for (u64 boxes : orange_at_least) points += sum(list & boxes);
  return points;
}

constexpr int purple_score(const Sheet& sheet) { return sum(sheet.written[1]); }

constexpr Score score(const Sheet& sheet) {
  Score score{};
  score.area[yellow] = yellow_points[sheet.marks[yellow]];
  score.area[blue] = blue_points[size(sheet.marks[blue])];
  score.area[green] = green_points[sheet.marks[green]];
  score.area[orange] = orange_score(sheet);
  score.area[purple] = purple_score(sheet);
  int least = score.area[0];
  for (int points : score.area) {
    score.total += points;
    least = points < least ? points : least;
  }
  score.foxes = sheet.foxes * least;
  score.total += score.foxes;
  return score;
}

constexpr int best_area(const Score& score) {
  int best = 0;
  for (int points : score.area) best = points > best ? points : best;
  return best;
}

constexpr int grade(int total) {
  int grade = 0;
  for (int from : grade_from) grade += total >= from;
  return grade;
}

}  // namespace volpe::clever
