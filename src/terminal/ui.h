// Where a person sits: the screen, the language, and the pages that are shown on it.
#pragma once

#include "terminal/renderers.h"
#include "terminal/screen.h"

namespace volpe {

struct Desk {
  Screen& screen;
  const Texts& texts;
  bool ascii;

  bool too_small() const { return screen.rows() < screen_rows || screen.columns() < screen_columns; }

  // Shows what `draw` draws into a grid, or that there is no room for it.
  template <class Draw>
  void show(const Draw& draw) const {
    Grid grid = too_small() ? Grid(screen.rows(), screen.columns(), ascii) : Grid(screen_rows, screen_columns, ascii);
    if (too_small())
      draw_too_small(grid, texts);
    else
      draw(grid);
    screen.show(grid);
  }

  // The next key; while there is no room, only q and a terminal that is gone are heard.
  Key wait(int milliseconds = -1, int file = -1) const {
    const Key key = screen.wait(milliseconds, file);
    if (!too_small() || key.kind == Key::gone || key.is('q')) return key;
    return {key.kind == Key::nothing ? Key::nothing : Key::resized};
  }
};

}  // namespace volpe
