// ncurses, and signal handlers that restore the terminal before the program dies.
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

// From <term.h>, whose macros have names like `columns` and `tab`.
extern "C" {
struct term;
extern struct term* cur_term;
int setupterm(const char* terminal, int file, int* error);
int del_curterm(struct term* terminal);
}

namespace volpe {
namespace {

// ---- The terminal as it was

// Filled before ncurses starts, so that a signal handler needs nothing else to restore the terminal.
struct SavedTerminal {
  termios settings;
  std::array<char, 256> restoring;  // the bytes that make the terminal normal again
  size_t length;
  volatile sig_atomic_t in_use;
};
SavedTerminal saved{};

void restore_terminal() {
  if (saved.in_use == 0) return;
  saved.in_use = 0;
  [[maybe_unused]] const auto written = ::write(STDOUT_FILENO, saved.restoring.data(), saved.length);
  tcsetattr(STDIN_FILENO, TCSANOW, &saved.settings);
}

constexpr int fatal_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

// Restores the terminal and dies as without a handler.
extern "C" void restore_and_die(int signal) {
  restore_terminal();
  ::signal(signal, SIG_DFL);
  raise(signal);
}

std::array<char, 1 << 16> handler_stack;  // for a program that has used up its own

void install_signal_handlers() {
  stack_t stack{};
  stack.ss_sp = handler_stack.data();
  stack.ss_size = handler_stack.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = restore_and_die;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (int signal : fatal_signals) sigaction(signal, &action, nullptr);
}

void remove_signal_handlers() {
  for (int signal : fatal_signals) ::signal(signal, SIG_DFL);
}

// The control sequence of a capability; empty if the terminal lacks it.
std::string sequence(const char* name) {
  const char* text = tigetstr(name);
  const bool there = text != nullptr && reinterpret_cast<std::intptr_t>(text) != -1;
  return there ? text : "";
}

void save_terminal() {
  tcgetattr(STDIN_FILENO, &saved.settings);
  std::string text;
  for (const char* name : {"sgr0", "rmkx", "cnorm", "rmcup"}) text += sequence(name);
  text += "\r";
  saved.length = std::min(text.size(), saved.restoring.size());
  std::copy_n(text.begin(), saved.length, saved.restoring.begin());
  saved.in_use = 1;
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
  int number;  // of ncurses
  Key::Code code;
};
constexpr NamedKey special_keys[] = {
    {KEY_UP, Key::up},          {KEY_DOWN, Key::down},          {KEY_LEFT, Key::left},     {KEY_RIGHT, Key::right},
    {KEY_PPAGE, Key::page_up},  {KEY_NPAGE, Key::page_down},    {KEY_BTAB, Key::back_tab}, {KEY_ENTER, Key::enter},
    {KEY_RESIZE, Key::resized}, {KEY_BACKSPACE, Key::backspace}};
constexpr NamedKey control_keys[] = {{'\n', Key::enter}, {'\r', Key::enter},    {'\t', Key::tab},
                                     {27, Key::escape},  {127, Key::backspace}, {8, Key::backspace}};

template <size_t count>
Key key_in(const NamedKey (&keys)[count], int number) {
  for (const NamedKey& key : keys)
    if (key.number == number) return {key.code};
  return {};
}

// A key that was pressed already, or nothing.
Key next_key() {
  wint_t number = 0;
  const int status = get_wch(&number);
  if (status == ERR) return {};
  if (status == KEY_CODE_YES) return key_in(special_keys, int(number));
  if (const Key key = key_in(control_keys, int(number)); key.code != Key::nothing) return key;
  return number < 32 ? Key{} : Key{Key::letter, char32_t(number)};
}

// Asks the kernel for the size of the terminal.
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
  // A locale may be named but not installed: its letters count anyway.
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
  save_terminal();
  install_signal_handlers();
  struct term* const probed = cur_term;  // by possible()
  initscr();
  if (cur_term != probed) del_curterm(probed);  // initscr has made its own
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
  saved.in_use = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &saved.settings);
  remove_signal_handlers();
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
  move(0, 0);  // the last thing written: who reads the screen sees by it that the picture is whole
  refresh();
}

Key Screen::wait(int milliseconds, int file) {
  constexpr int longest = 1000;  // then the size is checked again: a signal may have come a moment too early
  if (size_changed()) return {Key::resized};
  if (const Key key = next_key(); key.code != Key::nothing) return key;
  pollfd files[] = {{STDIN_FILENO, POLLIN, 0}, {file, POLLIN, 0}};
  const bool waited = milliseconds >= 0 && milliseconds < longest;
  if (poll(files, file >= 0 ? 2 : 1, waited ? milliseconds : longest) < 0) {
    // A signal: the size has changed, or the program was suspended and continues.
    size_changed();
    clearok(curscr, TRUE);
    return {Key::resized};
  }
  const Key key = next_key();
  const bool hung_up = (files[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
  return key.code == Key::nothing && hung_up ? Key{Key::gone} : key;
}

}  // namespace volpe
