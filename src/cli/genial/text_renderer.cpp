// Genial drawn in plain text.
#include "cli/text_renderer.h"

#include <fmt/format.h>

#include "games/genial/genial.h"

namespace volpe {
namespace {

using namespace genial;

constexpr std::string_view symbol_names[] = {"red", "orange", "yellow", "green", "blue", "purple"};

std::string dice_text(PerSymbol dice) {
  std::string text;
  for (int symbol = 0; symbol < symbols; ++symbol)
    for (int n = 0; n < of(dice, symbol); ++n) text += fmt::format(" {}", letters[symbol]);
  return text.empty() ? " none yet" : text;
}

std::string counts(const Json& numbers) {
  std::string text;
  for (const auto& [symbol, number] : numbers.get_object())
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", std::string_view(symbol), number.as_int64());
  return text;
}

}  // namespace

template <>
std::string draw_sheet<Genial>(const State& state, int seat, const std::string& name) {
  const PerSymbol rows = state.rows[seat];
  std::string text = fmt::format("{}: shortest row {}, dice{}\n", name, shortest(rows), dice_text(state.dice[seat]));
  for (int symbol = 0; symbol < symbols; ++symbol) {
    text += fmt::format("  {} {:7}", letters[symbol], symbol_names[symbol]);
    for (int n = 0; n < state.boxes; ++n) {
      const bool locked =
          (n >= left_end && !all_at_least(rows, 1)) || (n >= centre_end && !all_at_least(rows, left_end + 1));
      text += n == left_end || n == centre_end ? " |" : "";
      text += n < of(rows, symbol) ? " X" : locked ? " -" : " .";
    }
    text += "\n";
  }
  return text;
}

template <>
std::string draw_dice<Genial>(const State& state) {
  std::string text = state.phase == Phase::opening
                         ? "Opening dice"
                         : fmt::format("Seat {} has the turn, roll {} of 3", state.turn, state.roll);
  for (int seat = 0; seat < state.seats; ++seat)
    text += fmt::format("   seat {}:{}", seat, dice_text(state.dice[seat]));
  return text + "\n";
}

template <>
std::string draw_effect<Genial>(const JsonObject& effect) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (!effect.at("crosses").as_object().empty()) add("crosses " + counts(effect.at("crosses")));
  if (!effect.at("lost").as_object().empty()) add("lost " + counts(effect.at("lost")));
  for (const Json& area : effect.at("unlocks").as_array())
    add(fmt::format("opens the {} area", std::string_view(area.as_string())));
  return text;
}

template <>
std::string draw_ending<Genial>(const State& state, int seat) {
  return fmt::format("shortest row {}", shortest(state.rows[seat]));
}

}  // namespace volpe
