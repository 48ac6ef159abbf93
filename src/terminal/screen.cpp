// ncurses, and the signals that must not leave the terminal in its hands.
#include "terminal/screen.h"

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

// Of <term.h>, whose macros are words like `columns` and `tab`.
extern "C" {
struct term;
extern struct term* cur_term;
int setupterm(const char* terminal, int file, int* error);
int del_curterm(struct term* terminal);
}

namespace volpe {
namespace {

// ---- The terminal as it was

// Filled before the screen is taken, so that a signal handler finds all it needs without asking anybody.
struct Before {
  termios settings;
  std::array<char, 256> farewell;  // what makes the terminal normal again
  size_t length;
  volatile sig_atomic_t taken;
};
Before before{};

void give_back() {
  if (before.taken == 0) return;
  before.taken = 0;
  [[maybe_unused]] const auto written = ::write(STDOUT_FILENO, before.farewell.data(), before.length);
  tcsetattr(STDIN_FILENO, TCSANOW, &before.settings);
}

constexpr int deadly[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

// Gives the terminal back and dies as if nobody had listened.
extern "C" void die_of(int signal) {
  give_back();
  ::signal(signal, SIG_DFL);
  raise(signal);
}

std::array<char, 1 << 16> handler_stack;  // a program without stack left can still say good-bye

void listen() {
  stack_t stack{};
  stack.ss_sp = handler_stack.data();
  stack.ss_size = handler_stack.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = die_of;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (int signal : deadly) sigaction(signal, &action, nullptr);
}

void unlisten() {
  for (int signal : deadly) ::signal(signal, SIG_DFL);
}

// What a terminal is sent for something that it can do; empty if it can not.
std::string sequence(const char* name) {
  const char* text = tigetstr(name);
  const bool there = text != nullptr && reinterpret_cast<std::intptr_t>(text) != -1;
  return there ? text : "";
}

void remember() {
  tcgetattr(STDIN_FILENO, &before.settings);
  std::string text;
  for (const char* name : {"sgr0", "rmkx", "cnorm", "rmcup"}) text += sequence(name);
  text += "\r";
  before.length = std::min(text.size(), before.farewell.size());
  std::copy_n(text.begin(), before.length, before.farewell.begin());
  before.taken = 1;
}

// ---- Colours

struct Hue {
  short many, few;  // of 256 colours, and of 8
  bool bold;        // with 8 colours
};
constexpr Hue hues[] = {
    {-1, -1, false},         {203, COLOR_RED, false}, {208, COLOR_YELLOW, false}, {220, COLOR_YELLOW, true},
    {77, COLOR_GREEN, true}, {75, COLOR_BLUE, true},  {177, COLOR_MAGENTA, true}, {-1, -1, true}};

bool many_colours() { return COLORS >= 256; }

void make_colours() {
  start_color();
  use_default_colors();
  for (short n = 1; n < short(std::size(hues)); ++n) init_pair(n, many_colours() ? hues[n].many : hues[n].few, -1);
}

attr_t attributes(const Style& style, bool colours) {
  attr_t all = A_NORMAL;
  if (style.bold || (colours && !many_colours() && hues[size_t(style.colour)].bold)) all |= A_BOLD;
  if (style.reverse) all |= A_REVERSE;
  if (style.dim) all |= A_DIM;
  if (style.underline) all |= A_UNDERLINE;
  return all;
}

struct NamedKey {
  int code;
  Key::Kind kind;
};
constexpr NamedKey special_keys[] = {
    {KEY_UP, Key::up},          {KEY_DOWN, Key::down},          {KEY_LEFT, Key::left},     {KEY_RIGHT, Key::right},
    {KEY_PPAGE, Key::page_up},  {KEY_NPAGE, Key::page_down},    {KEY_BTAB, Key::back_tab}, {KEY_ENTER, Key::enter},
    {KEY_RESIZE, Key::resized}, {KEY_BACKSPACE, Key::backspace}};
constexpr NamedKey control_keys[] = {{'\n', Key::enter}, {'\r', Key::enter},    {'\t', Key::tab},
                                     {27, Key::escape},  {127, Key::backspace}, {8, Key::backspace}};

template <size_t count>
Key key_in(const NamedKey (&table)[count], int code) {
  for (const NamedKey& key : table)
    if (key.code == code) return {key.kind};
  return {};
}

// A key that was pressed already, or nothing.
Key next_key() {
  wint_t code = 0;
  const int kind = get_wch(&code);
  if (kind == ERR) return {};
  if (kind == KEY_CODE_YES) return key_in(special_keys, int(code));
  if (const Key key = key_in(control_keys, int(code)); key.kind != Key::nothing) return key;
  return code < 32 ? Key{} : Key{Key::letter, char32_t(code)};
}

// The kernel's word on how large the terminal is.
bool size_changed() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return false;
  if (size.ws_row == LINES && size.ws_col == COLS) return false;
  resizeterm(size.ws_row, size.ws_col);
  return true;
}

}  // namespace

bool Screen::possible() {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return false;
  const char* term = std::getenv("TERM");
  if (term == nullptr || *term == '\0' || std::strcmp(term, "dumb") == 0) return false;
  int error = 0;
  if (setupterm(nullptr, STDOUT_FILENO, &error) != OK) return false;
  return !sequence("cup").empty();
}

bool Screen::unicode() {
  // A locale that is named but not installed says nothing about the terminal: its letters are taken anyway.
  if (std::setlocale(LC_CTYPE, "") == nullptr)
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
      const char* value = std::getenv(name);
      if (value == nullptr || *value == '\0') continue;
      if (std::strstr(value, "UTF-8") != nullptr || std::strstr(value, "utf8") != nullptr)
        std::setlocale(LC_CTYPE, "C.UTF-8");
      break;
    }
  return std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

Screen::Screen() {
  remember();
  listen();
  struct term* const asked = cur_term;  // by possible()
  initscr();
  if (cur_term != asked) del_curterm(asked);  // initscr has one of its own
  set_escdelay(25);
  cbreak();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  curs_set(0);
  const char* no_colour = std::getenv("NO_COLOR");
  colours_ = has_colors() && (no_colour == nullptr || *no_colour == '\0');
  if (colours_) make_colours();
}

Screen::~Screen() {
  endwin();
  before.taken = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &before.settings);
  unlisten();
}

int Screen::rows() const { return LINES; }
int Screen::columns() const { return COLS; }

void Screen::show(const Grid& grid) {
  erase();
  const int top = std::max(0, (LINES - grid.rows()) / 2), left = std::max(0, (COLS - grid.columns()) / 2);
  for (int row = 0; row < std::min(grid.rows(), LINES); ++row)
    for (int column = 0; column < std::min(grid.columns(), COLS); ++column) {
      const Cell& cell = grid.at(row, column);
      if (cell == Cell{}) continue;
      const wchar_t glyph[] = {static_cast<wchar_t>(cell.glyph), 0};
      cchar_t shown;
      setcchar(&shown, glyph, attributes(cell.style, colours_), colours_ ? short(cell.style.colour) : short(0),
               nullptr);
      mvadd_wch(top + row, left + column, &shown);
    }
  refresh();
}

Key Screen::wait(int milliseconds, int file) {
  constexpr int longest = 1000;  // then the size is looked at again: a signal may have come a moment too early
  if (size_changed()) return {Key::resized};
  if (const Key key = next_key(); key.kind != Key::nothing) return key;
  pollfd files[] = {{STDIN_FILENO, POLLIN, 0}, {file, POLLIN, 0}};
  const bool waited = milliseconds >= 0 && milliseconds < longest;
  if (poll(files, file >= 0 ? 2 : 1, waited ? milliseconds : longest) < 0) {
    // A signal: the size has changed, or the program goes on after it was suspended.
    size_changed();
    clearok(curscr, TRUE);
    return {Key::resized};
  }
  const Key key = next_key();
  const bool hung_up = (files[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
  return key.kind == Key::nothing && hung_up ? Key{Key::gone} : key;
}

}  // namespace volpe
