// From the menu into a game and back.
#include "terminal/terminal.h"

#include <cstdlib>

#include "i18n/ascii.h"
#include "terminal/game_controller.h"
#include "terminal/menu.h"
#include "terminal/table_chooser.h"

namespace volpe {

bool terminal_possible() { return Screen::possible(); }

Texts terminal_texts(const std::string& language) {
  const std::string_view chosen =
      language.empty() ? language_of([](const char* name) { return std::getenv(name); }) : language;
  return Texts(chosen == "ru" && !Screen::unicode() ? "en" : chosen);
}

std::string printable(const std::string& text) { return Screen::unicode() ? text : to_ascii(text); }

std::string person_name(const Texts& texts, int seat, bool alone) {
  return alone ? texts("terminal.you") : texts("terminal.player", {{"n", seat + 1}});
}

namespace {

// Where a game that is left can be resumed; empty if it is over.
std::string resumable_at(const ViewState& view) { return is_over(view) && !match_goes_on(view) ? "" : view.saved_at; }

}  // namespace

std::string play_at_terminal(const Texts& texts, const std::string& folder, std::unique_ptr<GameView> game) {
  const bool ascii = !Screen::unicode();
  Screen screen;
  const Ui ui{screen, texts, ascii};
  for (;;) {
    if (!game) game = choose_game(ui, folder);
    if (!game) return {};
    if (run_game(ui, *game) == AfterGame::leave) return resumable_at(game->state());
    game.reset();
  }
}

Result<std::string, UserError> join_at_terminal(const Texts& texts, const std::string& address,
                                                const JoinOptions& options) {
  Result<client::Address, UserError> at = parse_address(address, texts);
  if (!at) return at.error();
  // Errors of the address are reported before the screen changes.
  Result<std::unique_ptr<GameView>, UserError> game = std::unique_ptr<GameView>();
  if (!at->table.empty())
    game = join_table(*at, options, texts);
  else if (const auto tables = open_tables(at->server, texts); !tables)
    return tables.error();
  if (!game) return game.error();
  Screen screen;
  const Ui ui{screen, texts, !Screen::unicode()};
  for (;;) {
    if (*game == nullptr) {
      const auto table = choose_table(ui, at->server);
      if (!table) return std::string();
      game = join_table({at->server, *table}, options, texts);
      if (!game) return game.error();
    }
    if (run_game(ui, **game) == AfterGame::leave) return resumable_at((*game)->state());
    game = std::unique_ptr<GameView>();
  }
}

}  // namespace volpe
