// Everything that fills the screen, drawn from the state of a view alone: a game, a hint, all sheets, how a game ended,
// help.
#pragma once

#include "terminal/game_renderer.h"

namespace volpe {

// What a person has done at the keyboard since the view last asked for something.
struct InputState {
  int seat = 0;         // whose sheet is shown
  int selected = -1;    // the selected decision, as an index into `effects`; -1: none
  std::string typed;    // a roll or a seed, as far as it is typed
  std::string message;  // one sentence in place of the prompt
};

// The decisions of the seat that is asked; empty if nobody here must decide.
const JsonArray& effects_of(const ViewState& view);

void render_game(Grid& grid, const Texts& texts, const ViewState& view, const InputState& input);

// The best decisions with their values and reasons, over the sheet.
void render_hint(Grid& grid, const Texts& texts, const ViewState& view);

// The sheets of all seats, small.
void render_sheets(Grid& grid, const Texts& texts, const ViewState& view);

// How the game ended, with luck and skill as soon as they are known.
void render_summary(Grid& grid, const Texts& texts, const ViewState& view);

// The keys, the signs of the sheet and the rules, line by line; `grid` only says how wide letters are.
std::vector<std::string> help_lines(const Grid& grid, const Texts& texts, const GameRenderer& renderer);
void render_help(Grid& grid, const Texts& texts, const std::vector<std::string>& lines, int from);
inline constexpr int help_height = screen_rows - 3;

// Says that the terminal is too small for anything else.
void render_too_small(Grid& grid, const Texts& texts);

}  // namespace volpe
