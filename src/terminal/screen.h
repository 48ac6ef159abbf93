// Screen: the terminal, which shows grids and waits for keys. However the program ends, the terminal is restored. Only
// this file knows ncurses.
#pragma once

#include "terminal/grid.h"

namespace volpe {

struct Key {
  enum Code {
    nothing,  // time has passed, or the file is readable
    letter,
    enter,
    escape,
    backspace,
    tab,
    back_tab,
    up,
    down,
    left,
    right,
    page_up,
    page_down,
    resized,
    gone,  // the terminal has been closed
  };
  Code code = nothing;
  char32_t glyph = 0;  // of a letter

  bool is(char wanted) const { return code == letter && glyph == char32_t(wanted); }
};

class Screen {
 public:
  // Whether input and output are a terminal that can be drawn on.
  static bool possible();
  // Adopts the user's locale; returns whether its letters are UTF-8.
  static bool unicode();

  Screen();
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  int rows() const;
  int columns() const;

  void show(const Grid& grid);

  // The next key; or nothing after some milliseconds (-1: never) or as soon as a file is readable (-1: none).
  Key wait(int milliseconds, int file);

 private:
  bool colours_ = false;
};

}  // namespace volpe
