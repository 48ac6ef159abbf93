// Ui: the screen, the language and the letters that everything is shown with.
#pragma once

#include "terminal/renderers.h"
#include "terminal/screen.h"

namespace volpe {

struct Ui {
  Screen& screen;
  const Texts& texts;
  bool ascii;

  bool too_small() const { return screen.rows() < screen_rows || screen.columns() < screen_columns; }

  // Shows what `draw` draws into a grid, or that the terminal is too small for it.
  template <class Draw>
  void show(const Draw& draw) const {
    Grid grid = too_small() ? Grid(screen.rows(), screen.columns(), ascii) : Grid(screen_rows, screen_columns, ascii);
    if (too_small())
      render_too_small(grid, texts);
    else
      draw(grid);
    screen.show(grid);
  }

  // The next key. While the terminal is too small only q counts, and that the terminal is gone.
  Key wait(int milliseconds = -1, int file = -1) const {
    const Key key = screen.wait(milliseconds, file);
    if (!too_small() || key.code == Key::gone || key.is('q')) return key;
    return {key.code == Key::nothing ? Key::nothing : Key::resized};
  }
};

}  // namespace volpe
