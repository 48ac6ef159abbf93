// The terminal: shows grids, waits for keys and news, and is what it was before, whatever ends the program. The only
// part that knows ncurses.
#pragma once

#include "terminal/grid.h"

namespace volpe {

struct Key {
  enum Kind {
    nothing,  // time has passed, or there is news
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
    gone,  // the terminal is not there any more
  };
  Kind kind = nothing;
  char32_t glyph = 0;  // of a letter

  bool is(char wanted) const { return kind == letter && glyph == char32_t(wanted); }
};

class Screen {
 public:
  // Whether input and output are a terminal that can be drawn on.
  static bool possible();
  // Takes the user's locale for letters; whether it has more of them than ASCII.
  static bool unicode();

  Screen();
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  int rows() const;
  int columns() const;

  void show(const Grid& grid);

  // A key; or nothing after some milliseconds (-1: never) or as soon as a file is readable (-1: none).
  Key wait(int milliseconds, int file);

 private:
  bool colours_ = false;
};

}  // namespace volpe
