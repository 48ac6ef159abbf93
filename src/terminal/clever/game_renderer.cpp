// Clever on the screen: the sheet as it is printed, the dice where they lie, and events in words.
#include "terminal/game_renderer.h"

#include <algorithm>

#include "games/clever/sheet.h"

namespace volpe {
namespace {

using namespace clever;

constexpr Colour colours[] = {Colour::yellow, Colour::blue,   Colour::green,
                              Colour::orange, Colour::purple, Colour::white};
constexpr std::string_view names[] = {"yellow", "blue", "green", "orange", "purple", "white"};
// Short signs of bonuses, in the order of Bonus.
constexpr std::string_view bonus_signs[] = {"yX", "bX", "gX", "o4", "o5", "o6", "p6", "re", "+1", "fox", "X/6", ""};

constexpr int left = 2, box_width = 4;  // of the rows, and of yellow
constexpr int blue_left = 28;
constexpr int rows_top = sheet_row + 6;
constexpr int score_end = panel_column - 3;

Style in(int area) { return {.colour = colours[area]}; }
Style sign_style() { return {.bold = true}; }

std::string colour_text(const Texts& texts, int die) { return texts("colour." + std::string(names[die])); }

int die_of(char letter) { return int(letters.find(letter)); }

int bonus_of(std::string_view name) { return int(std::ranges::find(bonus_names, name) - std::begin(bonus_names)); }

// ---- Events, taken apart

struct Mark {
  bool extra = false, bonus = false;
  int die = -1;          // -1: none is taken
  std::string_view box;  // "y21", "b7", "g", "o4"; empty: the decision marks none
  explicit operator bool() const { return !box.empty(); }
};

// Of a pick, an extra die or a bonus.
Mark mark_of(std::string_view event) {
  Mark mark;
  if (event.starts_with('+')) {
    mark.bonus = true;
    mark.box = event.substr(1);
    return mark;
  }
  const size_t at = event.find('@');
  if (at == std::string_view::npos || at == 0) return {};
  mark.extra = event.starts_with('x');
  mark.die = die_of(event[at - 1]);
  mark.box = event.substr(at + 1);
  return mark;
}

// ---- The sheet

// What the boxes of a sheet show, and the one that the pointed decision would mark.
struct Paper {
  Grid& grid;
  const JsonObject& sheet;
  std::string_view pointed;  // "y21", "b7", "g", "o4"; empty: none
  const JsonArray* legal;    // of the seat whose sheet it is; null: it does not decide

  // Whether a legal decision marks this box.
  bool can_mark(std::string_view box) const {
    return legal != nullptr && std::any_of(legal->begin(), legal->end(), [&](const Json& event) {
             const auto mark = mark_of(text_of(event));
             return mark && (mark.box == box || (box.size() == 1 && mark.box.starts_with(box)));
           });
  }

  // A box of four cells: its number right of the middle, brackets around the one that is pointed at.
  void box(int row, int column, int area, const std::string& shown, bool crossed, bool is_pointed,
           bool possible) const {
    Style style = in(area);
    style.reverse = crossed || is_pointed;
    style.bold = is_pointed || possible;
    style.underline = possible && !is_pointed;
    grid.put(row, column, "    ", is_pointed || crossed ? Style{.colour = colours[area], .reverse = true} : Style{});
    grid.put_before(row, column + 3, shown, style);
    if (crossed) grid.restyle(row, column + 3, 1, {});
    if (!is_pointed) return;
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

void area_title(const Paper& paper, const Texts& texts, int row, int column, int end, int area) {
  Style style = in(area);
  style.bold = true;
  const int points = number_of(paper.sheet.at("score").at(names[area]));
  paper.grid.put(row, column, colour_text(texts, area), style);
  paper.grid.put_before(row, end, "= " + std::to_string(points), style);
}

void draw_yellow(const Paper& paper, const Texts& texts) {
  area_title(paper, texts, sheet_row, left, left + 4 * box_width, yellow);
  for (int row = 0; row < 4; ++row) {
    const int y = sheet_row + 1 + row;
    for (int column = 0; column < 4; ++column) {
      const int value = yellow_grid[row][column];
      const std::string name = "y" + std::to_string(row + 1) + std::to_string(column + 1);
      const bool crossed = value == 0 || holds(paper.sheet.at("yellow"), name);
      paper.box(y, left + column * box_width, yellow, crossed ? "X" : std::to_string(value), crossed,
                paper.pointed == name, !crossed && paper.can_mark(name));
    }
    paper.grid.put(y, left + 4 * box_width + 1, "→ " + std::string(bonus_signs[yellow_row_bonus[row]]), sign_style());
  }
  const int y = sheet_row + 5;
  for (int column = 0; column < 4; ++column)
    paper.grid.put_before(y, left + column * box_width + 3, std::to_string(yellow_column_points[column]),
                          {.dim = true});
  paper.grid.put(y, left + 4 * box_width + 1, "\\ " + std::string(bonus_signs[yellow_diagonal_bonus]), sign_style());
}

void draw_blue(const Paper& paper, const Texts& texts) {
  area_title(paper, texts, sheet_row, blue_left, blue_left + 4 * box_width, blue);
  for (int row = 0; row < 3; ++row) {
    const int y = sheet_row + 1 + row;
    for (int column = 0; column < 4; ++column) {
      const int value = blue_grid[row][column];
      if (value == 0) continue;
      const bool crossed = holds(paper.sheet.at("blue"), value);
      const std::string name = "b" + std::to_string(value);
      paper.box(y, blue_left + column * box_width, blue, crossed ? "X" : std::to_string(value), crossed,
                paper.pointed == name, !crossed && paper.can_mark(name));
    }
    paper.grid.put(y, blue_left + 4 * box_width + 1, "→ " + std::string(bonus_signs[blue_row_bonus[row]]),
                   sign_style());
  }
  for (int column = 0; column < 4; ++column)
    paper.grid.put_before(sheet_row + 4, blue_left + column * box_width + 3,
                          std::string(bonus_signs[blue_column_bonus[column]]), sign_style());
}

// Green, orange or purple: what is written or demanded, the bonuses below.
void draw_row(const Paper& paper, const Texts& texts, int area, int row, const Bonus (&bonus)[row_boxes]) {
  const Json& marks = paper.sheet.at(names[area]);
  const int count = area == green ? number_of(marks) : int(marks.as_array().size());
  const std::string letter(1, letters[size_t(area)]);
  Style style = in(area);
  style.bold = true;
  paper.grid.put(row, 0, letter, style);
  paper.grid.put(row + 1, 0, colour_text(texts, area), style);
  for (int n = 0; n < row_boxes; ++n) {
    std::string shown = ".";
    if (n < count)
      shown = area == green ? "X" : std::to_string(number_of(marks.as_array()[size_t(n)]));
    else if (area == green)
      shown = "≥" + std::to_string(green_minimum[n]);
    else if (area == orange && orange_factor[n] > 1)
      shown = "×" + std::to_string(orange_factor[n]);
    const bool next = n == count;
    paper.box(row, left + n * box_width, area, shown, n < count, next && paper.pointed.starts_with(letter),
              next && paper.can_mark(letter));
    paper.grid.put_before(row + 1, left + n * box_width + 3, std::string(bonus_signs[bonus[n]]), sign_style());
  }
  paper.grid.put_before(row, score_end, "= " + std::to_string(number_of(paper.sheet.at("score").at(names[area]))),
                        style);
}

int held(const JsonObject& sheet, const char* action) { return number_of(sheet.at(action).at("held")); }

int lowest_area(const JsonObject& score) {
  int least = number_of(score.at("yellow"));
  for (std::string_view area : {"blue", "green", "orange", "purple"})
    least = std::min(least, number_of(score.at(area)));
  return least;
}

// Actions held, foxes and the total, at the foot of the sheet.
void draw_foot(const Paper& paper, const Texts& texts) {
  const JsonObject& score = paper.sheet.at("score").as_object();
  constexpr int row = rows_top + 6;
  int column = paper.grid.put(row, 0, "re ", sign_style());
  column = paper.grid.put(row, column, std::to_string(held(paper.sheet, "rerolls")));
  column = paper.grid.put(row, column + 3, "+1 ", sign_style());
  column = paper.grid.put(row, column, std::to_string(held(paper.sheet, "extras")));
  column = paper.grid.put(row, column + 3, "fox ", sign_style());
  paper.grid.put(row, column,
                 std::to_string(number_of(paper.sheet.at("foxes"))) + " × " + std::to_string(lowest_area(score)) +
                     " = " + std::to_string(number_of(score.at("foxes"))));
  paper.grid.put_before(row, score_end, texts("total") + " " + std::to_string(number_of(score.at("total"))),
                        {.bold = true});
}

// ---- Dice

std::string letters_in(const Json& list) {
  std::string all;
  for (const Json& letter : list.as_array()) all += text_of(letter);
  return all;
}

void draw_all_dice(Grid& grid, const Scene& scene) {
  const JsonObject& position = scene.view.position;
  const std::string leaving = scene.effect != nullptr ? letters_in(scene.effect->at("tray")) : "";
  const auto pointed = scene.effect != nullptr ? mark_of(text_of(scene.effect->at("event"))) : Mark{};
  int column = 1;
  for (std::string_view place : {"rolled", "placed", "tray"}) {
    std::vector<DieFace> dice;
    for (size_t n = 0; n < letters.size(); ++n) {
      const std::string letter(1, letters[n]);
      const JsonObject& die = position.at("dice").at(letter).as_object();
      const bool due = die.at("value").is_null();
      const bool shown =
          due ? place == "rolled" && position.at("to_move") == "dice" : text_of(die.at("place")) == place;
      if (!shown) continue;
      Style style{.colour = due ? Colour::none : colours[n], .dim = due};
      style.bold = style.reverse = pointed && pointed.die == int(n);
      dice.push_back({due ? "?" : std::to_string(number_of(die.at("value"))), letters[n], style,
                      leaving.find(letters[n]) != std::string::npos});
    }
    column = draw_dice(grid, column, scene.texts("clever.place." + std::string(place)), dice);
  }
  // A blue box is the sum of two dice.
  const Json &blue_value = position.at("dice").at("b").at("value"),
             &white_value = position.at("dice").at("w").at("value");
  if (!blue_value.is_null() && !white_value.is_null())
    grid.put_before(dice_row + 2, screen_columns - 1,
                    "b + w = " + std::to_string(number_of(blue_value) + number_of(white_value)), in(blue));
}

// ---- The functions of the look

void table(Grid& grid, const Scene& scene) {
  const JsonObject& position = scene.view.position;
  const bool decides = position.at("to_move").is_number() && number_of(position.at("to_move")) == scene.seat;
  const auto pointed = scene.effect != nullptr && decides ? mark_of(text_of(scene.effect->at("event"))) : Mark{};
  const Paper paper{grid, position.at("sheets").as_array()[size_t(scene.seat)].as_object(),
                    pointed ? pointed.box : std::string_view(), decides ? &position.at("legal").as_array() : nullptr};
  draw_yellow(paper, scene.texts);
  draw_blue(paper, scene.texts);
  draw_row(paper, scene.texts, green, rows_top, green_bonus);
  draw_row(paper, scene.texts, orange, rows_top + 2, orange_bonus);
  draw_row(paper, scene.texts, purple, rows_top + 4, purple_bonus);
  draw_foot(paper, scene.texts);
  draw_all_dice(grid, scene);
}

void small_sheet(Grid& grid, int row, int column, const Scene& scene, int seat) {
  const JsonObject& sheet = scene.view.position.at("sheets").as_array()[size_t(seat)].as_object();
  grid.put_short(row, column, name_of(scene, seat), 28, {.bold = true});
  grid.put_before(row, column + 37, std::to_string(number_of(sheet.at("score").at("total"))), {.bold = true});
  const auto small_box = [&](int y, int x, int area, int value, bool crossed) {
    Style style = in(area);
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
    grid.put(y, column, std::string(1, letters[size_t(area)]), in(area));
    for (int n = 0; n < row_boxes; ++n) {
      const int count = area == green ? number_of(marks) : int(marks.as_array().size());
      const std::string shown = n >= count      ? "."
                                : area == green ? "X"
                                                : std::to_string(number_of(marks.as_array()[size_t(n)]));
      grid.put_before(y, column + 4 + 3 * n, shown, in(area));
    }
  }
}

std::string title(const Scene& scene) {
  const JsonObject& position = scene.view.position;
  const int rounds = rounds_for[number_of(position.at("seats"))];
  std::string text = scene.texts("clever.round", {{"n", number_of(position.at("round"))}, {"of", rounds}});
  if (number_of(position.at("roll")) > 0)
    text += " · " + scene.texts("clever.prompt.roll.next", {{"n", number_of(position.at("roll"))}});
  return text;
}

std::string bonus_text(const Texts& texts, std::string_view bonus) {
  std::string key = "clever.bonus." + std::string(bonus);
  std::ranges::replace(key, ' ', '_');
  return texts(key);
}

std::string waiting_text(const Scene& scene) {
  std::vector<std::string> parts;
  for (const Json& bonus : scene.view.position.at("waiting").as_array())
    parts.push_back(bonus_text(scene.texts, text_of(bonus)));
  return joined(parts);
}

// Whether a passive seat finds nothing in the tray and may take a die that was placed.
bool takes_placed(const JsonObject& position) {
  const JsonArray& legal = position.at("legal").as_array();
  return std::any_of(legal.begin(), legal.end(), [&](const Json& event) {
    const auto mark = mark_of(text_of(event));
    if (!mark || mark.die < 0) return false;
    return text_of(position.at("dice").at(letters.substr(size_t(mark.die), 1)).at("place")) == "placed";
  });
}

std::string prompt(const Scene& scene) {
  const JsonObject& position = scene.view.position;
  const std::string_view phase = text_of(position.at("phase"));
  const JsonArray& legal = position.at("legal").as_array();
  const Texts& texts = scene.texts;
  if (phase == "roll") {
    const int rolls = number_of(position.at("roll"));
    if (position.at("passive_turn").as_bool()) return texts("clever.prompt.roll.passive");
    return rolls == 0 ? texts("clever.prompt.roll.first") : texts("clever.prompt.roll.next", {{"n", rolls + 1}});
  }
  if (std::none_of(legal.begin(), legal.end(), [](const Json& event) { return bool(mark_of(text_of(event))); }))
    return texts("clever.prompt.nothing");
  if (phase == "bonus") return texts("clever.prompt.bonus", {{"bonus", waiting_text(scene)}});
  if (phase == "round_bonus") return texts("clever.prompt.round_bonus");
  if (phase == "extra") return texts("clever.prompt.extra");
  if (phase == "passive")
    return texts(takes_placed(position) ? "clever.prompt.passive.fallback" : "clever.prompt.passive");
  return texts("clever.prompt.pick");
}

std::string standing(const Scene& scene, int seat) {
  return std::to_string(number_of(scene.view.position.at("sheets").as_array()[size_t(seat)].at("score").at("total")));
}

// "Yellow 3, row 1, column 1", "Blue 7", "Green".
std::string box_text(const Texts& texts, std::string_view box) {
  const int area = die_of(box[0]);
  const std::string name = colour_text(texts, area);
  if (area == yellow && box.size() == 3) {
    const int row = box[1] - '0', column = box[2] - '0';
    return texts("clever.box.yellow",
                 {{"area", name}, {"value", yellow_grid[row - 1][column - 1]}, {"row", row}, {"column", column}});
  }
  return box.size() == 1 ? name : texts("clever.box.blue", {{"area", name}, {"value", box.substr(1)}});
}

std::string event_text(const Texts& texts, std::string_view event) {
  if (event.starts_with("roll ")) return texts("clever.rolled", {{"dice", event.substr(5)}});
  const auto mark = mark_of(event);
  if (!mark) return texts("clever.event." + std::string(event));
  const std::string box = box_text(texts, mark.box);
  if (mark.bonus) return texts("clever.event.bonus", {{"box", box}});
  const std::string die = texts("clever.die", {{"colour", colour_text(texts, mark.die)}});
  return texts(mark.extra ? "clever.event.extra" : "clever.event.pick", {{"die", die}, {"box", box}});
}

// "w5 → b7  +4 fox"
std::string brief(const Scene& scene, const JsonObject& effect) {
  const std::string_view event = text_of(effect.at("event"));
  const auto mark = mark_of(event);
  if (event == "reroll") {
    const Json& sheets = scene.view.position.at("sheets");
    const int seat = number_of(scene.view.position.at("to_move"));
    return scene.texts("clever.reroll", {{"n", held(sheets.as_array()[size_t(seat)].as_object(), "rerolls")}});
  }
  if (!mark) return scene.texts("clever." + std::string(event));
  std::string text(mark.box);
  if (mark.bonus) {
    text = "+ " + text;
  } else {
    const std::string letter(1, letters[size_t(mark.die)]);
    const int value = number_of(scene.view.position.at("dice").at(letter).at("value"));
    text = (mark.extra ? "x " : "") + letter + std::to_string(value) + " → " + text;
  }
  text.resize(std::max<size_t>(text.size(), text.find("→") == std::string::npos ? 9 : 11), ' ');
  if (const int points = number_of(effect.at("score").at("total")); points > 0) text += " +" + std::to_string(points);
  for (const Json& bonus : effect.at("earns").as_array())
    text += " " + std::string(bonus_signs[bonus_of(text_of(bonus))]);
  return text;
}

std::string effect_text(const Texts& texts, const JsonObject& effect) {
  std::vector<std::string> parts, now, later;
  if (const int points = number_of(effect.at("score").at("total")); points > 0)
    parts.push_back(texts.count("points.more", points));
  for (const Json& bonus : effect.at("earns").as_array())
    (bonus_of(text_of(bonus)) < mark_bonuses ? later : now).push_back(bonus_text(texts, text_of(bonus)));
  if (!now.empty()) parts.push_back("+ " + joined(now, " + "));
  if (!later.empty()) parts.push_back(texts("clever.chain.choose", {{"bonus", joined(later)}}));
  std::vector<std::string> tray;
  for (const Json& letter : effect.at("tray").as_array())
    tray.push_back(colour_text(texts, die_of(text_of(letter)[0])));
  if (!tray.empty()) parts.push_back(texts("clever.chain.tray", {{"dice", joined(tray)}}));
  return joined(parts, " · ");
}

std::string roll_example(const Scene& scene) {
  std::string text;
  int value = 3;
  for (const Json& letter : scene.view.position.at("due").as_array())
    text += (text.empty() ? "" : " ") + std::string(text_of(letter)) + std::to_string(1 + value++ % 6);
  return text;
}

std::vector<std::string> signs(const Texts& texts) {
  std::vector<std::string> lines;
  std::string dice;
  for (int die = 0; die < int(letters.size()); ++die)
    dice += (die == 0 ? "" : "  ") + std::string(1, letters[size_t(die)]) + " " + colour_text(texts, die);
  lines.push_back(dice);
  for (const auto& [sign, key] : {std::pair{"re ", "legend.reroll"},
                                  {"+1 ", "legend.extra"},
                                  {"fox", "legend.fox"},
                                  {"yX ", "legend.yellow_x"},
                                  {"bX ", "legend.blue_x"},
                                  {"gX ", "legend.green_x"},
                                  {"o4 ", "legend.orange_4"},
                                  {"p6 ", "legend.purple_6"}})
    lines.push_back(std::string(sign) + "  " + texts(key));
  return lines;
}

}  // namespace

const Look clever_look = {"clever",   title, prompt,      standing,     table, small_sheet,
                          event_text, brief, effect_text, roll_example, signs};

}  // namespace volpe
