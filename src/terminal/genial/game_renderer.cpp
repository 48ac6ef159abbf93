// Genial on the screen: six rows with three areas, the dice of all seats, and events in words.
#include "terminal/game_renderer.h"

#include <algorithm>

#include "games/genial/rules.h"

namespace volpe {
namespace {

using namespace genial;

constexpr Colour colours[] = {Colour::red, Colour::orange, Colour::yellow, Colour::green, Colour::blue, Colour::purple};
constexpr std::string_view names[] = {"red", "orange", "yellow", "green", "blue", "purple"};

constexpr int label_width = 12, box_width = 3;
constexpr int others_row = sheet_row + symbols, other_width = 17;

int symbol_of(char letter) { return int(letters.find(letter)); }
std::string letter_of(int symbol) { return std::string(1, letters[size_t(symbol)]); }
std::string symbol_text(const Texts& texts, int symbol) { return texts("genial.symbol." + std::string(names[symbol])); }

const JsonObject& sheet_of(const Scene& scene, int seat) {
  return scene.view.position.at("sheets").as_array()[size_t(seat)].as_object();
}
int crosses_of(const JsonObject& sheet, int symbol) { return number_of(sheet.at(letter_of(symbol))); }
int boxes_of(const Scene& scene) {
  return std::stoi(std::string(text_of(scene.view.position.at("options").at("boxes"))));
}

int shortest_row(const JsonObject& sheet) {
  int least = crosses_of(sheet, 0);
  for (int symbol = 1; symbol < symbols; ++symbol) least = std::min(least, crosses_of(sheet, symbol));
  return least;
}

// How many boxes of each row are open.
int open_boxes(const JsonObject& sheet, int boxes) {
  const int shortest = shortest_row(sheet);
  return shortest > left_end ? boxes : shortest > 0 ? centre_end : left_end;
}

// The crosses of a symbol in an entry of `effects`.
int count_in(const JsonObject& effect, const char* field, int symbol) {
  const JsonObject& counts = effect.at(field).as_object();
  const Json* number = counts.if_contains(letter_of(symbol));
  return number == nullptr ? 0 : number_of(*number);
}

int sum(const Json& counts) {
  int all = 0;
  for (const auto& [symbol, number] : counts.as_object()) all += number_of(number);
  return all;
}

// "2 × green, 1 × red"
std::string counts_text(const Texts& texts, const Json& counts) {
  std::vector<std::string> parts;
  for (const auto& [symbol, number] : counts.as_object())
    parts.push_back(texts("genial.group", {{"size", number_of(number)},
                                           {"symbol", symbol_text(texts, symbol_of(std::string_view(symbol)[0]))}}));
  return joined(parts);
}

// ---- Sheets

void draw_sheet(Grid& grid, const Scene& scene) {
  const JsonObject& sheet = sheet_of(scene, scene.seat);
  const int boxes = boxes_of(scene), open = open_boxes(sheet, boxes);
  const Json& mover = scene.view.position.at("to_move");
  const bool selected = scene.effect != nullptr && mover.is_number() && number_of(mover) == scene.seat;
  for (int symbol = 0; symbol < symbols; ++symbol) {
    const int row = sheet_row + symbol, crosses = crosses_of(sheet, symbol);
    const int more = selected ? count_in(*scene.effect, "crosses", symbol) : 0;
    const int lost = selected ? count_in(*scene.effect, "lost", symbol) : 0;
    const Style style{.colour = colours[symbol], .bold = true};
    grid.put(row, 1, letter_of(symbol) + " " + symbol_text(scene.texts, symbol), style);
    int column = label_width;
    for (int n = 0; n < boxes; ++n) {
      if (n == left_end || n == centre_end) column = grid.put(row, column, " │", {.dim = true});
      Style box{.colour = colours[symbol]};
      box.reverse = n < crosses + more;
      box.bold = n >= crosses && n < crosses + more;
      box.dim = n >= open && n >= crosses + more;
      grid.put(row, column + 1, n < crosses ? "X" : n < crosses + more ? "+" : n < open ? "." : "-", box);
      if (n < crosses + more) {
        grid.put(row, column, n < crosses ? " " : "[", box);
        grid.put(row, column + 2, n < crosses ? " " : "]", box);
      }
      column += box_width;
    }
    if (lost > 0) grid.put(row, column + 1, "-" + std::to_string(lost), {.bold = true});
  }
}

// Why boxes are closed, where there is room for it.
void say_closed(Grid& grid, int row, int column, const Scene& scene) {
  const int boxes = boxes_of(scene), open = open_boxes(sheet_of(scene, scene.seat), boxes);
  if (open == boxes) return;
  const std::string text = scene.texts(open == left_end ? "genial.locked.centre" : "genial.locked.right");
  for (const std::string& line : grid.wrapped("- " + text, panel_column - 2 - column))
    grid.put(row++, column, line, {.dim = true});
}

// Name and rows in a narrow column.
void draw_other(Grid& grid, int row, int column, const Scene& scene, int seat) {
  const JsonObject& sheet = sheet_of(scene, seat);
  const int boxes = boxes_of(scene), open = open_boxes(sheet, boxes);
  grid.put_short(row, column, name_of(scene, seat), other_width - 2, {.bold = true});
  for (int symbol = 0; symbol < symbols; ++symbol) {
    const Style style{.colour = colours[symbol]};
    int at = grid.put(row + 1 + symbol, column, letter_of(symbol) + " ", style);
    for (int n = 0; n < boxes; ++n) {
      if (n == left_end || n == centre_end) at = grid.put(row + 1 + symbol, at, "│", {.dim = true});
      at = grid.put(row + 1 + symbol, at, n < crosses_of(sheet, symbol) ? "X" : n < open ? "." : "-", style);
    }
  }
}

// ---- Dice

void draw_all_dice(Grid& grid, const Scene& scene) {
  const JsonObject& position = scene.view.position;
  const int seats = number_of(position.at("seats"));
  const bool due = position.at("due_seat").is_number();
  const int thrower = due ? number_of(position.at("due_seat")) : nobody;
  int column = 1;
  for (int seat = 0; seat < seats; ++seat) {
    std::vector<DieFace> dice;
    const std::string_view shown = text_of(sheet_of(scene, seat).at("dice"));
    if (seat == thrower)
      dice.assign(size_t(number_of(position.at("due"))), {"?", 0, {.dim = true}});
    else
      for (char letter : shown)
        dice.push_back({std::string(1, letter), 0, {.colour = colours[symbol_of(letter)], .bold = true}});
    column = draw_dice(grid, column, name_of(scene, seat), dice);
  }
}

// ---- The functions of the renderer

void sheet_and_dice(Grid& grid, const Scene& scene) {
  draw_sheet(grid, scene);
  int column = 1;
  for (int seat = 0; seat < int(scene.view.seats.size()); ++seat) {
    if (seat == scene.seat) continue;
    draw_other(grid, others_row, column, scene, seat);
    column += other_width;
  }
  if (scene.view.seats.size() == 2) say_closed(grid, others_row + 1, column + 2, scene);
  draw_all_dice(grid, scene);
}

void small_sheet(Grid& grid, int row, int column, const Scene& scene, int seat) {
  draw_other(grid, row, column, scene, seat);
  grid.put(row + 1, column + other_width + 2, std::string(text_of(sheet_of(scene, seat).at("dice"))), {.bold = true});
}

std::string title(const Scene& scene) {
  const int roll = number_of(scene.view.position.at("roll"));
  return roll == 0   ? ""
         : roll == 3 ? scene.texts("genial.prompt.last")
                     : scene.texts("genial.prompt.score", {{"n", roll}});
}

std::string prompt(const Scene& scene) {
  const std::string_view phase = text_of(scene.view.position.at("phase"));
  const Texts& texts = scene.texts;
  if (phase == "opening") return texts("genial.prompt.opening");
  if (phase == "roll") return texts("genial.prompt.roll");
  const bool last = number_of(scene.view.position.at("roll")) == 3;
  return last ? title(scene) : texts("genial.event.reroll") + " / " + texts("genial.event.score") + "?";
}

std::string standing(const Scene& scene, int seat) {
  return std::to_string(shortest_row(sheet_of(scene, seat))) + "/" + std::to_string(boxes_of(scene));
}

// The jokers of "score gg:r bb:y", as pairs of dice and target.
std::vector<std::pair<std::string_view, char>> jokers_of(std::string_view event) {
  std::vector<std::pair<std::string_view, char>> jokers;
  for (size_t at = event.find(' '); at != std::string_view::npos;) {
    const size_t colon = event.find(':', at);
    if (colon == std::string_view::npos || colon + 1 >= event.size()) break;
    jokers.emplace_back(event.substr(at + 1, colon - at - 1), event[colon + 1]);
    at = event.find(' ', colon);
  }
  return jokers;
}

std::string event_text(const Texts& texts, std::string_view event) {
  if (event.starts_with("roll ")) return texts("genial.event.roll", {{"dice", event.substr(5)}});
  std::vector<std::string> parts;
  for (const auto& [dice, target] : jokers_of(event)) {
    const std::string group =
        texts("genial.group", {{"size", dice.size()}, {"symbol", symbol_text(texts, symbol_of(dice[0]))}});
    parts.push_back(texts("genial.event.joker", {{"dice", group}, {"target", symbol_text(texts, symbol_of(target))}}));
  }
  if (parts.empty()) return texts(event == "reroll" ? "genial.event.reroll" : "genial.event.score");
  return texts.count("genial.event.score.jokers", int(parts.size()), {{"jokers", joined(parts)}});
}

// "gg → r  bb → y  +3"
std::string brief_text(const Scene& scene, const JsonObject& effect) {
  const std::string_view event = text_of(effect.at("event"));
  if (event == "reroll") return scene.texts("genial.event.reroll");
  std::vector<std::string> parts;
  for (const auto& [dice, target] : jokers_of(event)) parts.push_back(std::string(dice) + " → " + target);
  std::string text = parts.empty() ? scene.texts("genial.event.score") : joined(parts, "  ");
  text += "  +" + std::to_string(sum(effect.at("crosses")));
  if (const int lost = sum(effect.at("lost")); lost > 0) text += " -" + std::to_string(lost);
  return text;
}

std::string effect_text(const Texts& texts, const JsonObject& effect) {
  std::vector<std::string> parts;
  if (const Json& crosses = effect.at("crosses"); sum(crosses) > 0)
    parts.push_back(texts.count("genial.crosses", sum(crosses)) + ": " + counts_text(texts, crosses));
  if (const Json& lost = effect.at("lost"); sum(lost) > 0)
    parts.push_back(texts.count("genial.lost", sum(lost)) + ": " + counts_text(texts, lost));
  for (const Json& area : effect.at("unlocks").as_array())
    parts.push_back(texts("genial.opens." + std::string(text_of(area))));
  return joined(parts, " · ");
}

std::string roll_example(const Scene& scene) {
  std::string text;
  for (int n = 0; n < number_of(scene.view.position.at("due")); ++n)
    text += (n == 0 ? "" : " ") + letter_of((n * 3 + 3) % symbols);
  return text;
}

std::vector<std::string> signs(const Texts& texts) {
  std::string line;
  for (int symbol = 0; symbol < symbols; ++symbol)
    line += (symbol == 0 ? "" : "  ") + letter_of(symbol) + " " + symbol_text(texts, symbol);
  return {line};
}

}  // namespace

const GameRenderer genial_renderer = {.game = "genial",
                                      .title = title,
                                      .prompt = prompt,
                                      .standing = standing,
                                      .sheet_and_dice = sheet_and_dice,
                                      .small_sheet = small_sheet,
                                      .event_text = event_text,
                                      .brief_text = brief_text,
                                      .effect_text = effect_text,
                                      .roll_example = roll_example,
                                      .signs = signs};

}  // namespace volpe
