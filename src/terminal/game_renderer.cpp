// Finds the renderer of a game, and draws what all games share.
#include "terminal/game_renderer.h"

#include <algorithm>

namespace volpe {

const GameRenderer* renderer_of(std::string_view game) {
  for (const GameRenderer* renderer : {&clever_renderer, &genial_renderer})
    if (renderer->game == game) return renderer;
  return nullptr;
}

const GameRenderer& renderer_of(const ViewState& view) { return *renderer_of(text_of(view.position.at("game"))); }

std::string game_title(const Texts& texts, const ViewState& view) {
  std::string game = texts("game." + std::string(text_of(view.position.at("game"))));
  if (!view.match) return game;
  return texts("match.title", {{"game", game}, {"n", view.match->number}, {"of", view.match->of}});
}

std::string seat_name(const Texts& texts, const SeatView& seat) {
  constexpr std::string_view bot = "bot:";
  if (!seat.name.starts_with(bot)) return seat.name;
  const std::string player = seat.name.substr(bot.size());
  const std::string key = "level." + (player == "expert" ? "level5" : player) + ".name";
  return texts.has(key) ? texts(key) : player;
}

std::string name_of(const Scene& scene, int seat) { return seat_name(scene.texts, scene.view.seats[size_t(seat)]); }

int draw_dice(Grid& grid, int column, const std::string& name, const std::vector<DieFace>& dice) {
  if (dice.empty()) return column;
  grid.put(dice_row, column, name, {.dim = true});
  int end = column;
  for (const DieFace& die : dice) {
    grid.put(dice_row + 1, end, die.leaves ? "┌─×─┐" : "┌───┐", die.style);
    grid.put(dice_row + 2, end, "│ " + die.face + " │", die.style);
    grid.put(dice_row + 3, end, "└─" + (die.letter == 0 ? "─" : std::string(1, die.letter)) + "─┘", die.style);
    end += die_width;
  }
  return std::max(end, column + grid.width(name)) + 3;
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : std::string(between)) + part;
  return text;
}

std::string_view text_of(const Json& json) { return json.is_string() ? std::string_view(json.get_string()) : ""; }

int number_of(const Json& json) {
  return json.is_int64() ? int(json.get_int64()) : json.is_uint64() ? int(json.get_uint64()) : 0;
}

}  // namespace volpe
