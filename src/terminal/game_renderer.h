// How a game looks and what its events are called: one table of functions for each game, in draw_<game>.cpp. All of it
// is drawn from a position (protocol.md), so that games here and elsewhere look the same.
#pragma once

#include <string>

#include "i18n/texts.h"
#include "terminal/game_view.h"
#include "terminal/grid.h"

namespace volpe {

// The screen of 80 × 24: the sheet on the left, decisions on the right, dice below, and four lines of text at its foot.
inline constexpr int screen_rows = 24, screen_columns = 80;
inline constexpr int sheet_row = 2, sheet_end = 15;      // rows of the sheet
inline constexpr int panel_column = 53;                  // where the decisions begin
inline constexpr int dice_row = 15, dice_height = 4;     // a line of names above three of dice
inline constexpr int prompt_row = 19, preview_row = 20;  // and one more
inline constexpr int log_row = 22, keys_row = 23;

struct Scene {
  const Texts& texts;
  const View& view;
  int seat = 0;                        // whose sheet is shown
  const JsonObject* effect = nullptr;  // of the decision that is pointed at
};

struct Look {
  std::string_view game;
  std::string (*title)(const Scene& scene);               // where in the game: "Round 2 of 6"
  std::string (*prompt)(const Scene& scene);              // what the seat that is asked has to do
  std::string (*standing)(const Scene& scene, int seat);  // beside a name: points, or how far it is
  void (*table)(Grid& grid, const Scene& scene);          // sheet and dice
  void (*small_sheet)(Grid& grid, int row, int column, const Scene& scene, int seat);  // in 39 × 10 cells
  std::string (*event)(const Texts& texts, std::string_view event);                    // in words
  std::string (*brief)(const Scene& scene, const JsonObject& effect);                  // a decision in few letters
  std::string (*effect)(const Texts& texts, const JsonObject& effect);                 // what it would do, in words
  std::string (*roll_example)(const Scene& scene);        // how dice that are due are typed
  std::vector<std::string> (*signs)(const Texts& texts);  // what the signs of the sheet mean, a line each
};

// Games without a look are not played on the screen: null.
const Look* look_of(std::string_view game);

extern const Look clever_look, genial_look;

// ---- What drawings share

// The name of a seat: a bot's is that of its level.
std::string seat_name(const Texts& texts, const RoomSeat& seat);
std::string name_of(const Scene& scene, int seat);

// A die: three lines of five cells. What leaves has a cross on its edge.
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
