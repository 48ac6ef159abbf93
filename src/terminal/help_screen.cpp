// Scrolls through the help.
#include "terminal/help_screen.h"

#include <algorithm>

namespace volpe {

bool show_help(const Ui& ui, const GameRenderer& renderer) {
  const std::vector<std::string> lines = help_lines(Grid(1, 1, ui.ascii), ui.texts, renderer);
  const int last = std::max(0, int(lines.size()) - help_height);
  for (int from = 0;;) {
    ui.show([&](Grid& grid) { render_help(grid, ui.texts, lines, from); });
    const Key key = ui.wait();
    switch (key.code) {
      case Key::gone: return false;
      case Key::nothing:
      case Key::resized: break;
      case Key::down: from = std::min(last, from + 1); break;
      case Key::up: from = std::max(0, from - 1); break;
      case Key::page_down: from = std::min(last, from + help_height - 1); break;
      case Key::page_up: from = std::max(0, from - help_height + 1); break;
      default:
        if (!key.is(' ')) return true;
        from = std::min(last, from + help_height - 1);
    }
  }
}

}  // namespace volpe
