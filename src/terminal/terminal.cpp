// From the menu into a game and back.
#include "terminal/terminal.h"

#include <cstdlib>

#include "terminal/game_controller.h"
#include "terminal/menu.h"
#include "terminal/table_chooser.h"

namespace volpe {

bool terminal_possible() { return Screen::possible(); }

Words terminal_words(const std::string& language) {
  const std::string_view chosen =
      language.empty() ? language_of([](const char* name) { return std::getenv(name); }) : language;
  return Words(chosen == "ru" && !Screen::unicode() ? "en" : chosen);
}

std::string printable(const std::string& text) { return Screen::unicode() ? text : plain(text); }

std::string person_name(const Words& words, int seat, bool alone) {
  return alone ? words("terminal.you") : words("terminal.player", {{"n", seat + 1}});
}

namespace {

// Where a game that is left goes on; empty if it is over.
std::string goes_on_at(const View& view) { return is_over(view) && !match_goes_on(view) ? "" : view.kept; }

}  // namespace

std::string play_at_terminal(const Words& words, const std::string& folder, std::unique_ptr<Room> room) {
  const bool ascii = !Screen::unicode();
  Screen screen;
  const Desk desk{screen, words, ascii};
  for (;;) {
    if (!room) room = choose_room(desk, folder);
    if (!room) return {};
    if (play_in(desk, *room) == Then::leave) return goes_on_at(room->view());
    room.reset();
  }
}

Result<std::string, Sentence> join_at_terminal(const Words& words, const std::string& address, const Joining& joining) {
  Result<client::Address, Sentence> at = address_in(address, words);
  if (!at) return at.error();
  // What is wrong with the address is said before the screen changes.
  Result<std::unique_ptr<Room>, Sentence> room = std::unique_ptr<Room>();
  if (!at->table.empty())
    room = join_table(*at, joining, words);
  else if (const auto tables = open_tables(at->server, words); !tables)
    return tables.error();
  if (!room) return room.error();
  Screen screen;
  const Desk desk{screen, words, !Screen::unicode()};
  for (;;) {
    if (*room == nullptr) {
      const auto table = choose_table(desk, at->server);
      if (!table) return std::string();
      room = join_table({at->server, *table}, joining, words);
      if (!room) return room.error();
    }
    if (play_in(desk, **room) == Then::leave) return goes_on_at((*room)->view());
    room = std::unique_ptr<Room>();
  }
}

}  // namespace volpe
