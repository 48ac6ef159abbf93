// What a mark may set off: most points of a good game come from chains of bonuses that were saved for its last turns.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

#include "games/clever/clever.h"

namespace volpe::clever {

// ---- What a chain can earn, as a set: a mark in each area, a fox, an action.

using Earned = u8;
inline constexpr int fox_earned = areas, action_earned = areas + 1, chains = 1 << (areas + 2);

constexpr Earned earned(Bonus bonus) {
  constexpr int what[black] = {yellow, blue,   green,         orange,        orange,
                               orange, purple, action_earned, action_earned, fox_earned};
  return bonus < black ? Earned(1 << what[bonus]) : Earned{0};
}

// For the marks of every area what one mark more can earn.
inline constexpr auto next_earned = [] {
  std::array<Earned, all_marks> table{};
  const auto add_line = [&](int area, int boxes, int line, Bonus bonus) {
    for (int marks = 0; marks < 1 << boxes; ++marks) {
      const int missing = line & ~marks;
      const bool one = missing != 0 && (missing & (missing - 1)) == 0;
      if (one) table[marks_from[area] + marks] |= earned(bonus);
    }
  };
  for (int row = 0; row < 4; ++row) add_line(yellow, yellow_boxes, lines.yellow_row[row], yellow_row_bonus[row]);
  add_line(yellow, yellow_boxes, lines.yellow_diagonal, yellow_diagonal_bonus);
  for (int row = 0; row < 3; ++row) add_line(blue, blue_boxes, lines.blue_row[row], blue_row_bonus[row]);
  for (int column = 0; column < 4; ++column)
    add_line(blue, blue_boxes, lines.blue_column[column], blue_column_bonus[column]);
  for (int n = 0; n < row_boxes; ++n) {
    table[marks_from[green] + n] = earned(green_bonus[n]);
    table[marks_from[orange] + n] = earned(orange_bonus[n]);
    table[marks_from[purple] + n] = earned(purple_bonus[n]);
  }
  return table;
}();

// For each area all that a chain which begins with a mark there can earn.
inline std::array<Earned, areas> chains_from(const Sheet& sheet) {
  std::array<Earned, areas> set;
  for (int area = 0; area < areas; ++area) set[area] = next_earned[marks_from[area] + sheet.marks[area]];
  for (int by = 0; by < areas; ++by)
    for (int area = 0; area < areas; ++area) set[area] |= Earned(set[by] & -(set[area] >> by & 1));
  return set;
}

// ---- What a chain brings, when every cross goes where it brings most at once.

// What a mark of a bonus makes of the marks of an area, and what it earns; nothing where the area is full.
struct Step {
  Gains gains;
  u16 next;
  u8 factor;  // of the value that is written
};

// For the marks of every area.
inline const auto chain_steps = [] {
  constexpr int worth_of[black] = {12, 12, 12, 12, 12, 12, 12, 2, 8, 25};  // in points, roughly, of each bonus
  std::array<Step, all_marks> table{};
  const auto gains = [](int area, int marks, int next) {
    return gains_of[marks_from[area] + next] - gains_of[marks_from[area] + marks];
  };
  const auto fill = [&](int area, int boxes, auto&& points, std::initializer_list<std::span<const u16>> all_lines) {
    const int all = (1 << boxes) - 1;
    for (int marks = 0; marks < all; ++marks) {
      double most = -1;
      for (int box = 0; box < boxes; ++box) {
        const int next = marks | 1 << box;
        if (next == marks) continue;
        const Gains earns = gains(area, marks, next);
        double worth = points(next) - points(marks);
        for (int bonus = 0; bonus < black; ++bonus) worth += worth_of[bonus] * count(earns, Bonus(bonus));
        for (const auto& some : all_lines)
          for (u16 line : some)
            if (has(Mask{line}, box)) worth += 0.01 * size(Mask(line & next)) / size(Mask{line});  // nearer to a bonus
        if (worth <= most) continue;
        most = worth;
        table[marks_from[area] + marks] = {earns, u16(next), 0};
      }
    }
    table[marks_from[area] + all] = {0, u16(all), 0};
  };
  fill(yellow, yellow_boxes, [](int marks) { return yellow_score(marks); },
       {lines.yellow_row, lines.yellow_column, std::span(&lines.yellow_diagonal, 1)});
  fill(blue, blue_boxes, [](int) { return 0; }, {lines.blue_row, lines.blue_column});
  for (int area : {green, orange, purple}) {
    for (int n = 0; n < row_boxes; ++n)
      table[marks_from[area] + n] = {gains(area, n, n + 1), u16(n + 1), u8(area == orange ? orange_factor[n] : 1)};
    table[marks_from[area] + row_boxes] = {0, row_boxes, 0};
  }
  return table;
}();

struct Chain {
  int points;  // all that the total grows by, foxes included
  int extras;  // extra dice that it earns
};

// What the marks of these bonuses set off on a sheet with these points in its areas. Without branches, as in `mark`.
inline Chain chain_of(const Sheet& sheet, const std::array<int, areas>& before, Gains waiting) {
  constexpr u8 area_of[mark_bonuses] = {yellow, blue, green, orange, orange, orange, purple};
  constexpr u8 value_of[mark_bonuses] = {0, 0, 0, 4, 5, 6, 6};
  const auto total = [](const std::array<int, areas>& points, int foxes) {
    int sum = 0, least = points[0];
    for (int of_area : points) {
      sum += of_area;
      least = std::min(least, of_area);
    }
    return sum + foxes * least;
  };
  std::array<u16, areas> marks;
  std::copy(std::begin(sheet.marks), std::end(sheet.marks), marks.begin());
  std::array<int, areas> after = before;
  Gains gained = 0;
  while (waiting != 0) {
    const int bonus = lowest(Mask{waiting}) / gain_bits, area = area_of[bonus];
    const Step& step = chain_steps[marks_from[area] + marks[area]];
    after[area] += value_of[bonus] * step.factor;
    marks[area] = step.next;
    gained += step.gains;
    waiting += (step.gains & mark_gains) - gain(Bonus(bonus));
  }
  after[yellow] = yellow_points[marks[yellow]];
  after[blue] = blue_points[size(Mask{marks[blue]})];
  after[green] = green_points[marks[green]];
  return {total(after, sheet.foxes + count(gained, fox)) - total(before, sheet.foxes), count(gained, extra)};
}

}  // namespace volpe::clever
