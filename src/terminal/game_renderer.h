// GameRenderer: how one game is drawn, and its events in words. Each game fills in one, in <game>/game_renderer.cpp. It
// draws from a position alone (docs/engine-protocol.md), so that local and remote games look the same.
#pragma once

#include <string>

#include "i18n/texts.h"
#include "terminal/game_view.h"
#include "terminal/page_layout.h"

namespace volpe {

struct Scene {
  const Texts& texts;
  const ViewState& view;
  int seat = 0;                        // whose sheet is shown
  const JsonObject* effect = nullptr;  // of the selected decision
};

struct GameRenderer {
  std::string_view game;
  std::string (*title)(const Scene& scene);               // where the game stands: "Round 2 of 6"
  std::string (*prompt)(const Scene& scene);              // what the seat that is asked must do
  std::string (*standing)(const Scene& scene, int seat);  // beside a name: points, or progress
  void (*sheet_and_dice)(Grid& grid, const Scene& scene);
  void (*small_sheet)(Grid& grid, int row, int column, const Scene& scene, int seat);  // in 39 × 10 cells
  std::string (*event_text)(const Texts& texts, std::string_view event);
  std::string (*brief_text)(const Scene& scene, const JsonObject& effect);   // a decision and its effect in few letters
  std::string (*effect_text)(const Texts& texts, const JsonObject& effect);  // what a decision would do
  std::string (*roll_example)(const Scene& scene);                           // how to type the dice that are due
  std::vector<std::string> (*signs)(const Texts& texts);                     // the signs of the sheet, a line each
};

// Null if the game cannot be played on the screen.
const GameRenderer* renderer_of(std::string_view game);
// Of a view whose game has begun.
const GameRenderer& renderer_of(const ViewState& view);

extern const GameRenderer clever_renderer, genial_renderer;

// ---- Shared by the renderers of all games

// The name of a game, with its number in a match.
std::string game_title(const Texts& texts, const ViewState& view);

// The name of a seat; a bot has the name of its level.
std::string seat_name(const Texts& texts, const SeatView& seat);
std::string name_of(const Scene& scene, int seat);

// A die: three lines of five cells. A die that would leave the game has a cross on its edge.
struct DieFace {
  std::string face;  // what it shows
  char letter;       // its colour, on the lower edge; 0: none
  Style style;
  bool leaves = false;
};
inline constexpr int die_width = 5;

// A group of dice under its name; returns the column behind it.
int draw_dice(Grid& grid, int column, const std::string& name, const std::vector<DieFace>& dice);

std::string joined(const std::vector<std::string>& parts, std::string_view between = ", ");
std::string_view text_of(const Json& json);
int number_of(const Json& json);

}  // namespace volpe
