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

// Where a game that is left goes on; empty if it is over.
std::string goes_on_at(const View& view) { return is_over(view) && !match_goes_on(view) ? "" : view.kept; }

}  // namespace

std::string play_at_terminal(const Texts& texts, const std::string& folder, std::unique_ptr<Room> room) {
  const bool ascii = !Screen::unicode();
  Screen screen;
  const Desk desk{screen, texts, ascii};
  for (;;) {
    if (!room) room = choose_room(desk, folder);
    if (!room) return {};
    if (play_in(desk, *room) == Then::leave) return goes_on_at(room->view());
    room.reset();
  }
}

Result<std::string, Sentence> join_at_terminal(const Texts& texts, const std::string& address, const Joining& joining) {
  Result<client::Address, Sentence> at = address_in(address, texts);
  if (!at) return at.error();
  // What is wrong with the address is said before the screen changes.
  Result<std::unique_ptr<Room>, Sentence> room = std::unique_ptr<Room>();
  if (!at->table.empty())
    room = join_table(*at, joining, texts);
  else if (const auto tables = open_tables(at->server, texts); !tables)
    return tables.error();
  if (!room) return room.error();
  Screen screen;
  const Desk desk{screen, texts, !Screen::unicode()};
  for (;;) {
    if (*room == nullptr) {
      const auto table = choose_table(desk, at->server);
      if (!table) return std::string();
      room = join_table({at->server, *table}, joining, texts);
      if (!room) return room.error();
    }
    if (play_in(desk, **room) == Then::leave) return goes_on_at((*room)->view());
    room = std::unique_ptr<Room>();
  }
}

}  // namespace volpe
