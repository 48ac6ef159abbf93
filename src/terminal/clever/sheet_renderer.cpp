// The sheet as it is printed: yellow and blue above, the rows of green, orange and purple below.
#include "terminal/clever/sheet_renderer.h"

#include <algorithm>

#include "terminal/clever/signs.h"

namespace volpe::clever::screen {
namespace {

constexpr int left = 2, box_width = 4;  // of the rows, and of yellow
constexpr int blue_left = 28;
constexpr int rows_top = sheet_row + 6;
constexpr int score_end = panel_column - 3;

// A sheet, where it is drawn, and the box that the selected decision would mark.
struct SheetCanvas {
  Grid& grid;
  const JsonObject& sheet;
  std::string_view selected;  // "y21", "b7", "g", "o4"; empty: none
  const JsonArray* legal;     // of the seat whose sheet it is; null: it does not decide

  // Whether a legal decision marks this box.
  bool can_mark(std::string_view box) const {
    return legal != nullptr && std::any_of(legal->begin(), legal->end(), [&](const Json& event) {
             const auto mark = mark_of(text_of(event));
             return mark && (mark.box == box || (box.size() == 1 && mark.box.starts_with(box)));
           });
  }

  // A box of four cells: its number right of the middle, in brackets if it is selected.
  void box(int row, int column, int area, const std::string& shown, bool crossed, bool is_selected,
           bool possible) const {
    Style style = colour_style(area);
    style.reverse = crossed || is_selected;
    style.bold = is_selected || possible;
    style.underline = possible && !is_selected;
    grid.put(row, column, "    ", is_selected || crossed ? Style{.colour = colours[area], .reverse = true} : Style{});
    grid.put_before(row, column + 3, shown, style);
    if (crossed) grid.restyle(row, column + 3, 1, {});
    if (!is_selected) return;
    grid.put(row, column, "[", style);
    grid.put(row, column + 3, "]", style);
  }
};

bool holds(const Json& list, std::string_view text) {
  const JsonArray& items = list.as_array();
  return std::any_of(items.begin(), items.end(), [&](const Json& item) { return text_of(item) == text; });
}
bool holds(const Json& list, int number) {
  const JsonArray& items = list.as_array();
  return std::any_of(items.begin(), items.end(), [&](const Json& item) { return number_of(item) == number; });
}

void area_title(const SheetCanvas& canvas, const Texts& texts, int row, int column, int end, int area) {
  Style style = colour_style(area);
  style.bold = true;
  const int points = number_of(canvas.sheet.at("score").at(names[area]));
  canvas.grid.put(row, column, colour_text(texts, area), style);
  canvas.grid.put_before(row, end, "= " + std::to_string(points), style);
}

void draw_yellow(const SheetCanvas& canvas, const Texts& texts) {
  area_title(canvas, texts, sheet_row, left, left + 4 * box_width, yellow);
  for (int row = 0; row < 4; ++row) {
    const int y = sheet_row + 1 + row;
    for (int column = 0; column < 4; ++column) {
      const int value = yellow_grid[row][column];
      const std::string name = "y" + std::to_string(row + 1) + std::to_string(column + 1);
      const bool crossed = value == 0 || holds(canvas.sheet.at("yellow"), name);
      canvas.box(y, left + column * box_width, yellow, crossed ? "X" : std::to_string(value), crossed,
                 canvas.selected == name, !crossed && canvas.can_mark(name));
    }
    canvas.grid.put(y, left + 4 * box_width + 1, "→ " + std::string(bonus_signs[yellow_row_bonus[row]]), sign_style);
  }
  const int y = sheet_row + 5;
  for (int column = 0; column < 4; ++column)
    canvas.grid.put_before(y, left + column * box_width + 3, std::to_string(yellow_column_points[column]),
                           {.dim = true});
  canvas.grid.put(y, left + 4 * box_width + 1, "\\ " + std::string(bonus_signs[yellow_diagonal_bonus]), sign_style);
}

void draw_blue(const SheetCanvas& canvas, const Texts& texts) {
  area_title(canvas, texts, sheet_row, blue_left, blue_left + 4 * box_width, blue);
  for (int row = 0; row < 3; ++row) {
    const int y = sheet_row + 1 + row;
    for (int column = 0; column < 4; ++column) {
      const int value = blue_grid[row][column];
      if (value == 0) continue;
      const bool crossed = holds(canvas.sheet.at("blue"), value);
      const std::string name = "b" + std::to_string(value);
      canvas.box(y, blue_left + column * box_width, blue, crossed ? "X" : std::to_string(value), crossed,
                 canvas.selected == name, !crossed && canvas.can_mark(name));
    }
    canvas.grid.put(y, blue_left + 4 * box_width + 1, "→ " + std::string(bonus_signs[blue_row_bonus[row]]), sign_style);
  }
  for (int column = 0; column < 4; ++column)
    canvas.grid.put_before(sheet_row + 4, blue_left + column * box_width + 3,
                           std::string(bonus_signs[blue_column_bonus[column]]), sign_style);
}

// Green, orange or purple: what is written or demanded, the bonuses below.
void draw_row(const SheetCanvas& canvas, const Texts& texts, int area, int row, const Bonus (&bonus)[row_boxes]) {
  const Json& marks = canvas.sheet.at(names[area]);
  const int count = area == green ? number_of(marks) : int(marks.as_array().size());
  const std::string letter(1, letters[size_t(area)]);
  Style style = colour_style(area);
  style.bold = true;
  canvas.grid.put(row, 0, letter, style);
  canvas.grid.put(row + 1, 0, colour_text(texts, area), style);
  for (int n = 0; n < row_boxes; ++n) {
    std::string shown = ".";
    if (n < count)
      shown = area == green ? "X" : std::to_string(number_of(marks.as_array()[size_t(n)]));
    else if (area == green)
      shown = "≥" + std::to_string(green_minimum[n]);
    else if (area == orange && orange_factor[n] > 1)
      shown = "×" + std::to_string(orange_factor[n]);
    const bool next = n == count;
    canvas.box(row, left + n * box_width, area, shown, n < count, next && canvas.selected.starts_with(letter),
               next && canvas.can_mark(letter));
    canvas.grid.put_before(row + 1, left + n * box_width + 3, std::string(bonus_signs[bonus[n]]), sign_style);
  }
  canvas.grid.put_before(row, score_end, "= " + std::to_string(number_of(canvas.sheet.at("score").at(names[area]))),
                         style);
}

int lowest_area(const JsonObject& score) {
  int least = number_of(score.at("yellow"));
  for (std::string_view area : {"blue", "green", "orange", "purple"})
    least = std::min(least, number_of(score.at(area)));
  return least;
}

// Held actions, foxes and the total, at the foot of the sheet.
void draw_foot(const SheetCanvas& canvas, const Texts& texts) {
  const JsonObject& score = canvas.sheet.at("score").as_object();
  constexpr int row = rows_top + 6;
  int column = canvas.grid.put(row, 0, "re ", sign_style);
  column = canvas.grid.put(row, column, std::to_string(held(canvas.sheet, "rerolls")));
  column = canvas.grid.put(row, column + 3, "+1 ", sign_style);
  column = canvas.grid.put(row, column, std::to_string(held(canvas.sheet, "extras")));
  column = canvas.grid.put(row, column + 3, "fox ", sign_style);
  canvas.grid.put(row, column,
                  std::to_string(number_of(canvas.sheet.at("foxes"))) + " × " + std::to_string(lowest_area(score)) +
                      " = " + std::to_string(number_of(score.at("foxes"))));
  canvas.grid.put_before(row, score_end, texts("total") + " " + std::to_string(number_of(score.at("total"))),
                         {.bold = true});
}

}  // namespace

void draw_sheet(Grid& grid, const Scene& scene) {
  const JsonObject& position = scene.view.position;
  const bool decides = position.at("to_move").is_number() && number_of(position.at("to_move")) == scene.seat;
  const auto selected = scene.effect != nullptr && decides ? mark_of(text_of(scene.effect->at("event"))) : Mark{};
  const SheetCanvas canvas{grid, position.at("sheets").as_array()[size_t(scene.seat)].as_object(),
                           selected ? selected.box : std::string_view(),
                           decides ? &position.at("legal").as_array() : nullptr};
  draw_yellow(canvas, scene.texts);
  draw_blue(canvas, scene.texts);
  draw_row(canvas, scene.texts, green, rows_top, green_bonus);
  draw_row(canvas, scene.texts, orange, rows_top + 2, orange_bonus);
  draw_row(canvas, scene.texts, purple, rows_top + 4, purple_bonus);
  draw_foot(canvas, scene.texts);
}

void draw_small_sheet(Grid& grid, int row, int column, const Scene& scene, int seat) {
  const JsonObject& sheet = scene.view.position.at("sheets").as_array()[size_t(seat)].as_object();
  grid.put_short(row, column, name_of(scene, seat), 28, {.bold = true});
  grid.put_before(row, column + 37, std::to_string(number_of(sheet.at("score").at("total"))), {.bold = true});
  const auto small_box = [&](int y, int x, int area, int value, bool crossed) {
    Style style = colour_style(area);
    style.reverse = crossed;
    grid.put_before(y, x + 3, crossed ? " X" : std::to_string(value), style);
  };
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) {
      const std::string name = "y" + std::to_string(y + 1) + std::to_string(x + 1);
      small_box(row + 1 + y, column + 3 * x, yellow, yellow_grid[y][x],
                yellow_grid[y][x] == 0 || holds(sheet.at("yellow"), name));
    }
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 4; ++x)
      if (blue_grid[y][x] != 0)
        small_box(row + 1 + y, column + 16 + 3 * x, blue, blue_grid[y][x], holds(sheet.at("blue"), blue_grid[y][x]));
  grid.put(row + 1, column + 31, "re  " + std::to_string(held(sheet, "rerolls")));
  grid.put(row + 2, column + 31, "+1  " + std::to_string(held(sheet, "extras")));
  grid.put(row + 3, column + 31, "fox " + std::to_string(number_of(sheet.at("foxes"))));
  for (int area : {green, orange, purple}) {
    const int y = row + 5 + (area - green);
    const Json& marks = sheet.at(names[area]);
    grid.put(y, column, std::string(1, letters[size_t(area)]), colour_style(area));
    for (int n = 0; n < row_boxes; ++n) {
      const int count = area == green ? number_of(marks) : int(marks.as_array().size());
      const std::string shown = n >= count      ? "."
                                : area == green ? "X"
                                                : std::to_string(number_of(marks.as_array()[size_t(n)]));
      grid.put_before(y, column + 4 + 3 * n, shown, colour_style(area));
    }
  }
}

}  // namespace volpe::clever::screen
