// A list of settings that the arrow keys change, below the games that can be resumed.
#include "terminal/menu.h"

#include <algorithm>
#include <functional>

#include "platform/random_bytes.h"
#include "players/roster.h"
#include "terminal/help_screen.h"
#include "terminal/terminal.h"

namespace volpe {
namespace {

constexpr size_t most_unfinished = 4;

// What the menu needs to know of a game.
struct GameFacts {
  std::string_view name;
  int min_seats, max_seats;
  bool matches;
  std::vector<Option> options;
};

std::vector<GameFacts> all_games() {
  std::vector<GameFacts> games;
  for_each_game([&]<class G>(G) {
    games.push_back(
        {G::name, G::min_seats, G::max_seats, played_in_matches<G>, {std::begin(G::options), std::end(G::options)}});
  });
  return games;
}

size_t value_count(const Option& option) {
  return size_t(std::ranges::count_if(option.values, [](std::string_view value) { return !value.empty(); }));
}

// "Clever: You, Hedgehog"
std::string saved_game_text(const Texts& texts, const SavedGame& saved) {
  return std::visit(
      [&]<class G>(const Play<G>& play) {
        std::vector<std::string> names;
        for (const std::string& name : play.names()) names.push_back(seat_name(texts, {name}));
        return texts("game." + std::string(G::name)) + ": " + joined(names);
      },
      saved.play);
}

class Menu {
 public:
  Menu(const Ui& ui, const std::string& folder)
      : ui_(ui), texts_(ui.texts), folder_(folder), unfinished_(unfinished_games(folder, most_unfinished)) {
    levels_.fill(3);
    levels_[0] = 0;
  }

  std::unique_ptr<GameView> run() {
    for (;;) {
      make_rows();
      ui_.show([&](Grid& grid) { draw(grid); });
      const Key key = ui_.wait();
      const int count = int(rows_.size());
      if (key.code == Key::gone || key.is('q')) return nullptr;
      if (key.is('?') && !show_help(ui_, *renderer_of(game().name))) return nullptr;
      if (key.code == Key::up || key.code == Key::back_tab) selected_ = (selected_ + count - 1) % count;
      if (key.code == Key::down || key.code == Key::tab) selected_ = (selected_ + 1) % count;
      if (key.code == Key::left) rows_[size_t(selected_)].change(-1);
      if (key.code == Key::right || key.is(' ')) rows_[size_t(selected_)].change(1);
      if (key.code == Key::enter)
        if (auto game = start()) return game;
    }
  }

 private:
  struct Row {
    std::string name, value;
    std::function<void(int)> change;
    const SavedGame* saved = nullptr;  // Enter resumes it
  };

  const GameFacts& game() const { return games_[size_t(game_)]; }
  int seats() const { return std::clamp(seats_, game().min_seats, game().max_seats); }
  bool match() const { return match_ && game().matches; }

  static void turn(int& value, int step, int count) { value = (value + step + count) % count; }

  std::string seat_text(int level) const {
    if (level == 0) return texts_("terminal.person");
    return texts_("new.bot", {{"name", texts_("level.level" + std::to_string(level) + ".name")}});
  }

  void make_rows() {
    rows_.clear();
    for (const SavedGame& saved : unfinished_)
      rows_.push_back({texts_("home.continue"), saved_game_text(texts_, saved), [](int) {}, &saved});
    rows_.push_back({texts_("position.games"), texts_("game." + std::string(game().name)),
                     [this](int step) { turn(game_, step, int(games_.size())), options_ = {}; }});
    rows_.push_back({texts_("new.seats"), texts_.count("players", seats()), [this](int step) {
                       const int count = game().max_seats - game().min_seats + 1;
                       seats_ = seats() - game().min_seats;
                       turn(seats_, step, count);
                       seats_ += game().min_seats;
                     }});
    for (int seat = 0; seat < seats(); ++seat)
      rows_.push_back({texts_("new.seat", {{"n", seat + 1}}), seat_text(levels_[size_t(seat)]),
                       [this, seat](int step) { turn(levels_[size_t(seat)], step, highest_level + 1); }});
    constexpr const char* dice_keys[] = {"terminal.dice.seeded", "terminal.dice.real", "dice.fair"};
    rows_.push_back({texts_("new.dice"), texts_(dice_keys[dice_]), [this](int step) { turn(dice_, step, 3); }});
    if (game().matches)
      rows_.push_back({texts_("terminal.match"),
                       match_ ? texts_.count("new.match", seats()) : texts_("terminal.match.none"),
                       [this](int) { match_ = !match_; }});
    for (size_t n = 0; n < game().options.size(); ++n) {
      const Option& option = game().options[n];
      if (option.name.starts_with("solo_") && seats() > 1) continue;
      const std::string key = "option." + std::string(option.name);
      rows_.push_back({texts_(key), texts_(key + "." + std::string(option.values[options_[n]])), [this, n](int step) {
                         int value = options_[n];
                         turn(value, step, int(value_count(game().options[n])));
                         options_[n] = u8(value);
                       }});
    }
    rows_.push_back({texts_("new.start"), "", [](int) {}});
    selected_ =
        selected_ < 0 ? (unfinished_.empty() ? int(rows_.size()) - 1 : 0) : std::min(selected_, int(rows_.size()) - 1);
  }

  // A long name is wrapped.
  static constexpr int row_width = screen_columns - 4;
  std::vector<std::string> name_lines(const Grid& grid, const Row& row) const {
    const int value = std::min(row_width / 2, grid.width("<  >") + grid.width(row.value));
    return grid.wrapped(row.name, row_width - 4 - value);
  }
  int row_height(const Grid& grid, const Row& row) const { return int(name_lines(grid, row).size()); }

  void draw_row(Grid& grid, int y, const Row& row, bool here, bool last) const {
    const Style style{.bold = here || last, .reverse = here};
    const std::string value = here && row.saved == nullptr && !last ? "< " + row.value + " >" : row.value;
    const std::vector<std::string> lines = name_lines(grid, row);
    for (size_t n = 0; n < lines.size(); ++n) {
      if (here) grid.put(y + int(n), 1, std::string(screen_columns - 2, ' '), style);
      grid.put(y + int(n), 1, (here && n == 0 ? "> " : "  ") + lines[n], style);
    }
    const int width = std::min(grid.width(value), row.saved != nullptr ? row_width * 3 / 4 : row_width);
    grid.put_short(y, screen_columns - 2 - width, value, width, style);
  }

  void draw(Grid& grid) const {
    grid.put(0, 0, std::string(screen_columns, ' '), strong_bar);
    grid.put(0, 1, "Volpe", strong_bar);
    int y = 2;
    for (int n = 0; n < int(rows_.size()); ++n) {
      const Row& row = rows_[size_t(n)];
      const bool here = n == selected_, last = n + 1 == int(rows_.size());
      if (last || (n > 0 && rows_[size_t(n - 1)].saved != nullptr && row.saved == nullptr)) ++y;
      draw_row(grid, y, row, here, last);
      y += last ? 1 : row_height(grid, row);
    }
    if (!message_.empty()) grid.put_short(keys_row - 1, 1, message_, screen_columns - 2, {.bold = true});
    draw_keys(grid, {{"↑↓", texts_("terminal.choose")},
                     {"←→", texts_("terminal.change")},
                     {"Enter", texts_("new.start")},
                     {"?", texts_("home.learn")},
                     {"q", texts_("terminal.leave")}});
  }

  // Resumes the saved game of the row, or else starts a new one.
  std::unique_ptr<GameView> start() {
    const SavedGame* saved = rows_[size_t(selected_)].saved;
    Result<std::unique_ptr<GameView>> game = saved != nullptr ? resume_local_game(*saved) : start_local_game(plan());
    if (game) return std::move(*game);
    message_ = texts_("error.other") + " " + game.error().message;
    return nullptr;
  }

  GamePlan plan() const {
    GamePlan plan;
    plan.game = game().name;
    plan.options = options_;
    plan.dice = GamePlan::Dice(dice_);
    plan.seed = random_seed();
    if (match()) plan.match = std::to_string(plan.seed);
    const auto people = std::count(levels_.begin(), levels_.begin() + seats(), 0);
    for (int seat = 0; seat < seats(); ++seat) {
      const int level = levels_[size_t(seat)];
      plan.names.push_back(level == 0 ? person_name(texts_, seat, people == 1)
                                      : std::string(bot_prefix) + "level" + std::to_string(level));
    }
    plan.record = new_record_path(folder_, game().name);
    return plan;
  }

  const Ui& ui_;
  const Texts& texts_;
  std::string folder_;
  std::vector<SavedGame> unfinished_;
  std::vector<GameFacts> games_ = all_games();
  std::vector<Row> rows_;
  int selected_ = -1;
  int game_ = 0, seats_ = 1, dice_ = 0;
  std::array<int, max_seats> levels_{};  // 0: a person
  bool match_ = false;
  Options options_{};
  std::string message_;
};

}  // namespace

std::unique_ptr<GameView> choose_game(const Ui& ui, const std::string& folder) { return Menu(ui, folder).run(); }

}  // namespace volpe
