// What each key does, screen by screen.
#include "terminal/game_controller.h"

#include <algorithm>

#include "terminal/help_screen.h"

namespace volpe {
namespace {

constexpr size_t longest_input = 64;

class GameController {
 public:
  GameController(const Ui& ui, GameView& game) : ui_(ui), game_(game) {}

  AfterGame run() {
    sync_with_view();
    for (;;) {
      show();
      const Key key = ui_.wait(game_.timeout(), game_.readable_file());
      if (key.code == Key::gone) return AfterGame::leave;
      // A key belongs to what was shown when it was pressed: the view updates only after it.
      if (key.code == Key::nothing || key.code == Key::resized) {
        if (game_.update()) sync_with_view();
        continue;
      }
      if (const auto then = press(key)) return *then;
    }
  }

 private:
  enum class Page { game, hint, sheets, summary };

  const ViewState& view() const { return game_.state(); }
  bool over() const { return is_over(view()); }
  bool deciding() const { return !effects_of(view()).empty(); }
  bool typing() const { return view().asked != nobody && (view().wants_seed || view().types_dice); }

  void show() const {
    ui_.show([&](Grid& grid) {
      if (page_ == Page::summary) return render_summary(grid, ui_.texts, view());
      if (page_ == Page::sheets) return render_sheets(grid, ui_.texts, view());
      render_game(grid, ui_.texts, view(), input_);
      if (page_ == Page::hint && view().advice) render_hint(grid, ui_.texts, view());
    });
  }

  // Drops what was selected or typed if the view now asks for something else.
  void sync_with_view() {
    const ViewState& now = view();
    const std::int64_t ply = now.position.empty() ? -1 : now.position.at("ply").to_number<std::int64_t>();
    if (now.advice) select_best();
    if (ply == ply_ && now.asked == asked_) return;
    ply_ = ply;
    asked_ = now.asked;
    input_.typed.clear();
    input_.message.clear();
    input_.selected = effects_of(now).size() == 1 ? 0 : -1;
    number_ = 0;
    if (now.asked != nobody) input_.seat = now.asked;
    input_.seat = std::min(input_.seat, std::max(0, int(now.seats.size()) - 1));
    page_ = over() ? Page::summary : Page::game;
    if (over()) game_.request_analysis();
  }

  std::optional<AfterGame> press(const Key& key) {
    if (page_ == Page::summary) return press_at_end(key);
    if (page_ != Page::game) {
      page_ = over() ? Page::summary : Page::game;
      return {};
    }
    if (leaving_) {
      leaving_ = false;
      input_.message.clear();
      return key.code == Key::enter ? std::optional(AfterGame::leave) : std::nullopt;
    }
    input_.message.clear();
    if (key.is('q') && !view().wants_seed) return ask_to_leave();
    if (view().position.empty()) return {};  // nothing else before there is a game
    if (key.code == Key::escape && view().wants_seed) return ask_to_leave();
    if (typing() && edit(key)) return {};
    if (key.is('?')) return show_help(ui_, *renderer_of(game_name())) ? std::nullopt : std::optional(AfterGame::leave);
    if (key.is('s') && view().seats.size() > 1)
      page_ = Page::sheets;
    else if (key.code == Key::tab || key.code == Key::back_tab)
      show_other_sheet(key.code == Key::tab ? 1 : -1);
    else if (view().asked == nobody)
      press_while_waiting(key);
    else
      act(key);
    return {};
  }

  // While nobody here is asked, a key skips pauses, and undo may still be possible.
  void press_while_waiting(const Key& key) {
    game_.skip_pauses();
    if (key.is('u') && view().can_undo) show_refusal(game_.undo());
  }

  std::optional<AfterGame> press_at_end(const Key& key) {
    if (key.is('q')) return AfterGame::leave;
    if (key.is('s')) page_ = Page::sheets;
    if (key.is('?')) return show_help(ui_, *renderer_of(game_name())) ? std::nullopt : std::optional(AfterGame::leave);
    if (key.code != Key::enter) return {};
    if (!view().next_game) return AfterGame::menu;
    show_refusal(game_.next_game());
    sync_with_view();
    return {};
  }

  std::string_view game_name() const { return text_of(view().position.at("game")); }

  std::optional<AfterGame> ask_to_leave() {
    if (over()) return AfterGame::leave;
    leaving_ = true;
    input_.message = ui_.texts("terminal.leave.ask");
    return {};
  }

  void show_other_sheet(int step) {
    const int seats = int(view().seats.size());
    input_.seat = (input_.seat + step + seats) % seats;
  }

  // Edits the seed or roll that is being typed; returns whether the key belongs to it.
  bool edit(const Key& key) {
    if (key.code == Key::backspace) {
      if (!input_.typed.empty()) input_.typed.pop_back();
    } else if (key.code == Key::enter) {
      submit();
    } else if (key.code == Key::letter && key.glyph < 0x7f && input_.typed.size() < longest_input &&
               (view().wants_seed || command_keys.find(char(key.glyph)) == std::string_view::npos)) {
      input_.typed += char(key.glyph);
    } else {
      return false;
    }
    return true;
  }

  void submit() {
    const bool seed = view().wants_seed;
    if (!seed && input_.typed.empty()) return;
    const Refusal refusal = seed ? game_.add_seed(input_.typed) : game_.decide("roll " + input_.typed);
    if (!refusal) return sync_with_view();
    input_.message = ui_.texts(seed ? "terminal.seed.wrong" : "terminal.type.wrong",
                               {{"example", renderer_of(game_name())->roll_example({ui_.texts, view()})}});
  }

  void act(const Key& key) {
    const int count = int(effects_of(view()).size());
    if (key.is('u')) {
      if (view().can_undo)
        show_refusal(game_.undo());
      else
        input_.message = ui_.texts("terminal.undo.none");
      sync_with_view();
    } else if (!deciding()) {
      if (key.code == Key::enter || key.is(' ')) show_refusal(game_.roll());
      sync_with_view();
    } else if (key.is('h')) {
      input_.message = ui_.texts("position.thinking");
      show();
      input_.message.clear();
      if (!show_refusal(game_.request_hint())) page_ = Page::hint;
      if (view().advice) select_best();
    } else if (key.code == Key::down || key.code == Key::right) {
      select(input_.selected + 1 >= count ? 0 : input_.selected + 1);
    } else if (key.code == Key::up || key.code == Key::left) {
      select(input_.selected <= 0 ? count - 1 : input_.selected - 1);
    } else if (key.code == Key::page_down || key.code == Key::page_up) {
      select(std::clamp(input_.selected + (key.code == Key::page_down ? 10 : -10), 0, count - 1));
    } else if (key.code == Key::letter && key.glyph >= '0' && key.glyph <= '9') {
      type_digit(int(key.glyph - '0'), count);
    } else if (key.code == Key::enter || key.is(' ')) {
      decide();
    }
  }

  void select(int decision) {
    input_.selected = decision;
    input_.seat = view().asked;
    number_ = 0;
  }

  // "1" selects the first decision, "12" the twelfth; a digit that would lead too far begins a new number.
  void type_digit(int digit, int count) {
    const int longer = number_ * 10 + digit;
    const int number = longer <= count ? longer : digit;
    if (number < 1 || number > count) return;
    select(number - 1);
    number_ = number;
  }

  void decide() {
    if (input_.selected < 0) {
      input_.message = ui_.texts("terminal.choose.first");
      return;
    }
    const Json& effect = effects_of(view())[size_t(input_.selected)];
    show_refusal(game_.decide(std::string(text_of(effect.at("event")))));
    sync_with_view();
  }

  void select_best() {
    const JsonArray& effects = effects_of(view());
    if (view().advice->empty()) return;
    const std::string_view best = text_of((*view().advice)[0].at("event"));
    for (size_t n = 0; n < effects.size(); ++n)
      if (text_of(effects[n].at("event")) == best) input_.selected = int(n);
  }

  // Shows why a command was refused; returns whether it was.
  bool show_refusal(const Refusal& refusal) {
    if (!refusal) return false;
    const std::string key = "error." + std::string(name(refusal->code));
    input_.message = ui_.texts.has(key) ? ui_.texts(key) : ui_.texts("error.other");
    return true;
  }

  static constexpr std::string_view command_keys = "qu?sh";  // no letters of dice

  const Ui& ui_;
  GameView& game_;
  InputState input_;
  Page page_ = Page::game;
  bool leaving_ = false;
  int number_ = 0;         // the number that is being typed
  std::int64_t ply_ = -2;  // of the position that was last shown
  int asked_ = nobody;
};

}  // namespace

AfterGame run_game(const Ui& ui, GameView& game) { return GameController(ui, game).run(); }

}  // namespace volpe
