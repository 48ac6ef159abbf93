// Keys at a game.
#include "terminal/game_controller.h"

#include <algorithm>

namespace volpe {
namespace {

constexpr size_t longest_line = 64;

class Playing {
 public:
  Playing(const Desk& desk, Room& room) : desk_(desk), room_(room) {}

  Then run() {
    look_again();
    for (;;) {
      show();
      const Key key = desk_.wait(room_.patience(), room_.news());
      if (key.kind == Key::gone) return leave();
      // A key is meant for what was seen when it was pressed: the room goes on after it.
      if (key.kind == Key::nothing || key.kind == Key::resized) {
        if (room_.go_on()) look_again();
        continue;
      }
      if (const auto then = pressed(key)) return *then;
    }
  }

 private:
  enum class Page { table, hint, sheets, summary };

  const View& view() const { return room_.view(); }
  bool over() const { return is_over(view()); }
  bool deciding() const { return !effects_of(view()).empty(); }
  bool typing() const { return view().asked != nobody && (view().wants_seed || view().types_dice); }

  Then leave() {
    room_.leave();
    return Then::leave;
  }

  void show() const {
    desk_.show([&](Grid& grid) {
      if (page_ == Page::summary) return draw_summary(grid, desk_.texts, view());
      if (page_ == Page::sheets) return draw_sheets(grid, desk_.texts, view());
      draw_table_page(grid, desk_.texts, view(), place_);
      if (page_ == Page::hint && view().advice) draw_hint(grid, desk_.texts, view());
    });
  }

  // The view may be another: what was pointed at or typed belongs to the old one.
  void look_again() {
    const View& now = view();
    const std::int64_t ply = now.position.empty() ? -1 : now.position.at("ply").to_number<std::int64_t>();
    if (now.advice) point_at_best();
    if (ply == ply_ && now.asked == asked_) return;
    ply_ = ply;
    asked_ = now.asked;
    place_.typed.clear();
    place_.message.clear();
    place_.pointed = effects_of(now).size() == 1 ? 0 : -1;
    number_ = 0;
    if (now.asked != nobody) place_.seat = now.asked;
    place_.seat = std::min(place_.seat, std::max(0, int(now.seats.size()) - 1));
    page_ = over() ? Page::summary : Page::table;
    if (over()) room_.ask_analysis();
  }

  std::optional<Then> pressed(const Key& key) {
    if (page_ == Page::summary) return pressed_at_end(key);
    if (page_ != Page::table) {
      page_ = over() ? Page::summary : Page::table;
      return {};
    }
    if (leaving_) {
      leaving_ = false;
      place_.message.clear();
      return key.kind == Key::enter ? std::optional(leave()) : std::nullopt;
    }
    place_.message.clear();
    if (key.is('q') && !view().wants_seed) return ask_to_leave();
    if (view().position.empty()) return {};  // nothing else before there is a game
    if (key.kind == Key::escape && view().wants_seed) return ask_to_leave();
    if (typing() && typed(key)) return {};
    if (key.is('?')) return show_help(desk_, *look_of(game())) ? std::nullopt : std::optional(leave());
    if (key.is('s') && view().seats.size() > 1)
      page_ = Page::sheets;
    else if (key.kind == Key::tab || key.kind == Key::back_tab)
      turn_sheet(key.kind == Key::tab ? 1 : -1);
    else if (view().asked == nobody)
      wait_shorter(key);
    else
      act(key);
    return {};
  }

  // While others are asked, something may still be taken back.
  void wait_shorter(const Key& key) {
    room_.hurry();
    if (key.is('u') && view().can_undo) refused(room_.undo());
  }

  std::optional<Then> pressed_at_end(const Key& key) {
    if (key.is('q')) return leave();
    if (key.is('s')) page_ = Page::sheets;
    if (key.is('?')) return show_help(desk_, *look_of(game())) ? std::nullopt : std::optional(leave());
    if (key.kind != Key::enter) return {};
    if (!view().next_game) return Then::menu;
    refused(room_.next_game());
    look_again();
    return {};
  }

  std::string_view game() const { return text_of(view().position.at("game")); }

  std::optional<Then> ask_to_leave() {
    if (over()) return leave();
    leaving_ = true;
    place_.message = desk_.texts("terminal.leave.ask");
    return {};
  }

  void turn_sheet(int step) {
    const int seats = int(view().seats.size());
    place_.seat = (place_.seat + step + seats) % seats;
  }

  // A line that is typed: a seed, or what the dice show. Whether the key belongs to it.
  bool typed(const Key& key) {
    if (key.kind == Key::backspace) {
      if (!place_.typed.empty()) place_.typed.pop_back();
    } else if (key.kind == Key::enter) {
      submit();
    } else if (key.kind == Key::letter && key.glyph < 0x7f && place_.typed.size() < longest_line &&
               (view().wants_seed || commands.find(char(key.glyph)) == std::string_view::npos)) {
      place_.typed += char(key.glyph);
    } else {
      return false;
    }
    return true;
  }

  void submit() {
    const bool seed = view().wants_seed;
    if (!seed && place_.typed.empty()) return;
    const Refusal no = seed ? room_.add_seed(place_.typed) : room_.decide("roll " + place_.typed);
    if (!no) return look_again();
    place_.message = desk_.texts(seed ? "terminal.seed.wrong" : "terminal.type.wrong",
                                 {{"example", look_of(game())->roll_example({desk_.texts, view()})}});
  }

  void act(const Key& key) {
    const int count = int(effects_of(view()).size());
    if (key.is('u')) {
      if (view().can_undo)
        refused(room_.undo());
      else
        place_.message = desk_.texts("terminal.undo.none");
      look_again();
    } else if (!deciding()) {
      if (key.kind == Key::enter || key.is(' ')) refused(room_.roll());
      look_again();
    } else if (key.is('h')) {
      place_.message = desk_.texts("position.thinking");
      show();
      place_.message.clear();
      if (!refused(room_.ask_hint())) page_ = Page::hint;
      if (view().advice) point_at_best();
    } else if (key.kind == Key::down || key.kind == Key::right) {
      point(place_.pointed + 1 >= count ? 0 : place_.pointed + 1);
    } else if (key.kind == Key::up || key.kind == Key::left) {
      point(place_.pointed <= 0 ? count - 1 : place_.pointed - 1);
    } else if (key.kind == Key::page_down || key.kind == Key::page_up) {
      point(std::clamp(place_.pointed + (key.kind == Key::page_down ? 10 : -10), 0, count - 1));
    } else if (key.kind == Key::letter && key.glyph >= '0' && key.glyph <= '9') {
      type_digit(int(key.glyph - '0'), count);
    } else if (key.kind == Key::enter || key.is(' ')) {
      decide();
    }
  }

  void point(int decision) {
    place_.pointed = decision;
    place_.seat = view().asked;
    number_ = 0;
  }

  // "1" points at the first, "12" at the twelfth; a digit that would lead too far begins a new number.
  void type_digit(int digit, int count) {
    const int longer = number_ * 10 + digit;
    const int number = longer <= count ? longer : digit;
    if (number < 1 || number > count) return;
    point(number - 1);
    number_ = number;
  }

  void decide() {
    if (place_.pointed < 0) {
      place_.message = desk_.texts("terminal.choose.first");
      return;
    }
    const Json& effect = effects_of(view())[size_t(place_.pointed)];
    refused(room_.decide(std::string(text_of(effect.at("event")))));
    look_again();
  }

  void point_at_best() {
    const JsonArray& effects = effects_of(view());
    if (view().advice->empty()) return;
    const std::string_view best = text_of((*view().advice)[0].at("event"));
    for (size_t n = 0; n < effects.size(); ++n)
      if (text_of(effects[n].at("event")) == best) place_.pointed = int(n);
  }

  // Says why something was refused.
  bool refused(const Refusal& refusal) {
    if (!refusal) return false;
    const std::string key = "error." + std::string(name(refusal->code));
    place_.message = desk_.texts.has(key) ? desk_.texts(key) : desk_.texts("error.other");
    return true;
  }

  static constexpr std::string_view commands = "qu?sh";  // no letters of dice

  const Desk& desk_;
  Room& room_;
  Place place_;
  Page page_ = Page::table;
  bool leaving_ = false;
  int number_ = 0;         // that has been typed so far
  std::int64_t ply_ = -2;  // of the position that was last looked at
  int asked_ = nobody;
};

}  // namespace

bool show_help(const Desk& desk, const Look& look) {
  const std::vector<std::string> lines = help_lines(Grid(1, 1, desk.ascii), desk.texts, look);
  const int last = std::max(0, int(lines.size()) - help_height);
  for (int from = 0;;) {
    desk.show([&](Grid& grid) { draw_help(grid, desk.texts, lines, from); });
    const Key key = desk.wait();
    switch (key.kind) {
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

Then play_in(const Desk& desk, Room& room) { return Playing(desk, room).run(); }

}  // namespace volpe
