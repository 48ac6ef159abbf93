// From the menu into a game and back.
#include "terminal/terminal.h"

#include <cstdlib>

#include "terminal/menu.h"
#include "terminal/playing.h"

namespace volpe {

bool terminal_possible() { return Screen::possible(); }

Words terminal_words(const std::string& language) {
  const std::string_view chosen =
      language.empty() ? language_of([](const char* name) { return std::getenv(name); }) : language;
  return Words(chosen == "ru" && !Screen::unicode() ? "en" : chosen);
}

std::string person_name(const Words& words, int seat, bool alone) {
  return alone ? words("terminal.you") : words("terminal.player", {{"n", seat + 1}});
}

std::string play_at_terminal(const Words& words, const std::string& folder, std::unique_ptr<Room> room) {
  const bool ascii = !Screen::unicode();
  Screen screen;
  const Desk desk{screen, words, ascii};
  for (;;) {
    if (!room) room = choose_room(desk, folder);
    if (!room) return {};
    if (play_in(desk, *room) == Then::leave) {
      const View& view = room->view();
      const bool over = !view.position.empty() && !view.position.at("result").is_null();
      return over && !view.next_game ? "" : view.kept;
    }
    room.reset();
  }
}

}  // namespace volpe
