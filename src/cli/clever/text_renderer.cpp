// Clever drawn in plain text.
#include "cli/text_renderer.h"

#include <fmt/format.h>

#include "games/clever/clever.h"

namespace volpe {
namespace {

using namespace clever;

std::string box(bool crossed, int value) { return crossed ? "  X" : value == 0 ? "  ." : fmt::format("{:3}", value); }

std::string yellow_lines(const Sheet& sheet) {
  std::string text;
  for (int row = 0, n = 0; row < 4; ++row) {
    text += row == 0 ? "  yellow  " : "          ";
    for (int value : yellow_grid[row]) text += value == 0 ? "  X" : box(has(sheet.marks[yellow], n++), value);
    text += fmt::format("   row: {}\n", bonus_names[yellow_row_bonus[row]]);
  }
  text += "  points  ";
  for (int points : yellow_column_points) text += fmt::format("{:3}", points);
  return text + fmt::format("   diagonal: {}\n", bonus_names[yellow_diagonal_bonus]);
}

std::string blue_lines(const Sheet& sheet) {
  std::string text;
  for (int row = 0; row < 3; ++row) {
    text += row == 0 ? "  blue    " : "          ";
    for (int value : blue_grid[row]) text += value == 0 ? "   " : box(has(sheet.marks[blue], value - 2), value);
    text += fmt::format("   row: {}\n", bonus_names[blue_row_bonus[row]]);
  }
  text += "          columns: ";
  for (int column = 0; column < 4; ++column)
    text += fmt::format("{}{}", column == 0 ? "" : ", ", bonus_names[blue_column_bonus[column]]);
  return text + "\n";
}

// Green, orange and purple: what is written or demanded, and the bonuses below.
std::string row_lines(const char* name, int marks, const Bonus (&bonus)[row_boxes],
                      const std::string (&boxes)[row_boxes]) {
  constexpr std::string_view signs[] = {"yX", "bX", "gX", "o4", "o5", "o6", "p6", "re", "+1", "fox", "", ""};
  std::string text = fmt::format("  {:8}", name), below = "          ";
  for (int n = 0; n < row_boxes; ++n) {
    text += fmt::format("{:>4}", n < marks || !boxes[n].empty() ? boxes[n] : ".");
    below += fmt::format("{:>4}", signs[bonus[n]]);
  }
  return text + "\n" + below + "\n";
}

std::string green_lines(const Sheet& sheet) {
  std::string boxes[row_boxes];
  for (int n = 0; n < row_boxes; ++n) boxes[n] = n < sheet.marks[green] ? "X" : fmt::format(">={}", green_minimum[n]);
  return row_lines("green", sheet.marks[green], green_bonus, boxes);
}

std::string orange_lines(const Sheet& sheet) {
  std::string boxes[row_boxes];
  for (int n = 0; n < row_boxes; ++n)
    if (n < sheet.marks[orange])
      boxes[n] = std::to_string(written(sheet, orange, n) * orange_factor[n]);
    else if (orange_factor[n] > 1)
      boxes[n] = fmt::format("x{}", orange_factor[n]);
  return row_lines("orange", sheet.marks[orange], orange_bonus, boxes);
}

std::string purple_lines(const Sheet& sheet) {
  std::string boxes[row_boxes];
  for (int n = 0; n < sheet.marks[purple]; ++n) boxes[n] = std::to_string(written(sheet, purple, n));
  return row_lines("purple", sheet.marks[purple], purple_bonus, boxes);
}

std::string dice_text(const State& state, DiceSet set) {
  std::string text;
  for (int die : Members{set}) text += fmt::format(" {}{}", letters[die], of(state.values, die));
  return text.empty() ? " -" : text;
}

std::string list(const Json& array) {
  std::string text;
  for (const Json& item : array.get_array())
    text += fmt::format("{}{}", text.empty() ? "" : ", ", std::string_view(item.get_string()));
  return text;
}

}  // namespace

template <>
std::string draw_sheet<Clever>(const State& state, int seat, const std::string& name) {
  const Sheet& sheet = state.sheets[seat];
  const Score points = score(sheet);
  std::string text = fmt::format(
      "{}: {} point{} so far (yellow {}, blue {}, green {}, orange {}, purple {}, foxes {} x {})\n", name, points.total,
      points.total == 1 ? "" : "s", points.area[yellow], points.area[blue], points.area[green], points.area[orange],
      points.area[purple], sheet.foxes, *std::min_element(points.area, points.area + areas));
  text += yellow_lines(sheet) + blue_lines(sheet) + green_lines(sheet) + orange_lines(sheet) + purple_lines(sheet);
  return text + fmt::format("  actions held: {} reroll, {} extra die\n", sheet.rerolls, sheet.extras);
}

template <>
std::string draw_dice<Clever>(const State& state) {
  std::string text = fmt::format("Round {} of {}", state.round, rounds_for[state.seats]);
  if (state.passive_turn == 1)
    text += ", passive turn";
  else if (state.roll > 0)
    text += fmt::format(", roll {} of 3", state.roll);
  if (state.values != 0)
    text += fmt::format("   rolled:{}   placed:{}   tray:{}", dice_text(state, state.rolled),
                        dice_text(state, state.placed), dice_text(state, state.tray));
  if (state.values != 0)
    text += fmt::format("   (blue + white = {})", of(state.values, blue) + of(state.values, white));
  return text + "\n";
}

template <>
std::string draw_effect<Clever>(const JsonObject& effect) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  const std::int64_t total = effect.at("score").at("total").as_int64();
  if (total != 0) add(fmt::format("{:+} point{}", total, total == 1 ? "" : "s"));
  if (!effect.at("earns").as_array().empty()) add("earns " + list(effect.at("earns")));
  if (!effect.at("tray").as_array().empty()) add("to the tray: " + list(effect.at("tray")));
  return text;
}

template <>
std::string draw_ending<Clever>(const State& state, int seat) {
  if (state.seats > 1) return {};
  return fmt::format("grade {} of 8", grade(score(state.sheets[seat]).total));
}

}  // namespace volpe
