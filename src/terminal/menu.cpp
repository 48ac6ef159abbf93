// Rows of choices, changed with the arrow keys.
#include "terminal/menu.h"

#include <algorithm>
#include <functional>

#include "platform/random_bytes.h"
#include "terminal/game_controller.h"
#include "terminal/terminal.h"

namespace volpe {
namespace {

constexpr size_t most_unfinished = 4;

// What the menu makes of the games that there are.
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
std::string kept_text(const Texts& texts, const Kept& kept) {
  return std::visit(
      [&]<class G>(const Play<G>& play) {
        std::vector<std::string> names;
        for (const std::string& name : play.names()) names.push_back(seat_name(texts, {name}));
        return texts("game." + std::string(G::name)) + ": " + joined(names);
      },
      kept.play);
}

class Menu {
 public:
  Menu(const Desk& desk, const std::string& folder)
      : desk_(desk), texts_(desk.texts), folder_(folder), unfinished_(unfinished(folder, most_unfinished)) {
    levels_.fill(3);
    levels_[0] = 0;
  }

  std::unique_ptr<Room> run() {
    for (;;) {
      make_rows();
      desk_.show([&](Grid& grid) { draw(grid); });
      const Key key = desk_.wait();
      const int count = int(rows_.size());
      if (key.kind == Key::gone || key.is('q')) return nullptr;
      if (key.is('?') && !show_help(desk_, *look_of(game().name))) return nullptr;
      if (key.kind == Key::up || key.kind == Key::back_tab) at_ = (at_ + count - 1) % count;
      if (key.kind == Key::down || key.kind == Key::tab) at_ = (at_ + 1) % count;
      if (key.kind == Key::left) rows_[size_t(at_)].change(-1);
      if (key.kind == Key::right || key.is(' ')) rows_[size_t(at_)].change(1);
      if (key.kind == Key::enter)
        if (auto room = start()) return room;
    }
  }

 private:
  struct Row {
    std::string name, value;
    std::function<void(int)> change;
    const Kept* kept = nullptr;  // goes on with this one
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
    for (const Kept& kept : unfinished_)
      rows_.push_back({texts_("home.continue"), kept_text(texts_, kept), [](int) {}, &kept});
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
    at_ = at_ < 0 ? (unfinished_.empty() ? int(rows_.size()) - 1 : 0) : std::min(at_, int(rows_.size()) - 1);
  }

  // A long name goes on in a second line.
  static constexpr int row_width = screen_columns - 4;
  std::vector<std::string> name_lines(const Grid& grid, const Row& row) const {
    const int value = std::min(row_width / 2, grid.width("<  >") + grid.width(row.value));
    return grid.wrapped(row.name, row_width - 4 - value);
  }
  int row_height(const Grid& grid, const Row& row) const { return int(name_lines(grid, row).size()); }

  void draw_row(Grid& grid, int y, const Row& row, bool here, bool last) const {
    const Style style{.bold = here || last, .reverse = here};
    const std::string value = here && row.kept == nullptr && !last ? "< " + row.value + " >" : row.value;
    const std::vector<std::string> lines = name_lines(grid, row);
    for (size_t n = 0; n < lines.size(); ++n) {
      if (here) grid.put(y + int(n), 1, std::string(screen_columns - 2, ' '), style);
      grid.put(y + int(n), 1, (here && n == 0 ? "> " : "  ") + lines[n], style);
    }
    const int width = std::min(grid.width(value), row.kept != nullptr ? row_width * 3 / 4 : row_width);
    grid.put_short(y, screen_columns - 2 - width, value, width, style);
  }

  void draw(Grid& grid) const {
    const Style bar{.bold = true, .reverse = true};
    grid.put(0, 0, std::string(screen_columns, ' '), bar);
    grid.put(0, 1, "Volpe", bar);
    int y = 2;
    for (int n = 0; n < int(rows_.size()); ++n) {
      const Row& row = rows_[size_t(n)];
      const bool here = n == at_, last = n + 1 == int(rows_.size());
      if (last || (n > 0 && rows_[size_t(n - 1)].kept != nullptr && row.kept == nullptr)) ++y;
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

  // Enter starts what the row is about: a game that was left, or else a new one.
  std::unique_ptr<Room> start() {
    const Kept* kept = rows_[size_t(at_)].kept;
    Result<std::unique_ptr<Room>> room = kept != nullptr ? resume_room(*kept) : make_room(plan());
    if (room) return std::move(*room);
    message_ = texts_("error.other") + " " + room.error().message;
    return nullptr;
  }

  Plan plan() const {
    Plan plan;
    plan.game = game().name;
    plan.options = options_;
    plan.dice = Plan::Dice(dice_);
    plan.seed = random_seed();
    if (match()) plan.match = std::to_string(plan.seed);
    const auto people = std::count(levels_.begin(), levels_.begin() + seats(), 0);
    for (int seat = 0; seat < seats(); ++seat) {
      const int level = levels_[size_t(seat)];
      plan.names.push_back(level == 0 ? person_name(texts_, seat, people == 1)
                                      : std::string(bot_prefix) + "level" + std::to_string(level));
    }
    plan.record = new_record(folder_, game().name);
    return plan;
  }

  const Desk& desk_;
  const Texts& texts_;
  std::string folder_;
  std::vector<Kept> unfinished_;
  std::vector<GameFacts> games_ = all_games();
  std::vector<Row> rows_;
  int at_ = -1;
  int game_ = 0, seats_ = 1, dice_ = 0;
  std::array<int, max_seats> levels_{};  // 0: a person
  bool match_ = false;
  Options options_{};
  std::string message_;
};

}  // namespace

std::unique_ptr<Room> choose_room(const Desk& desk, const std::string& folder) { return Menu(desk, folder).run(); }

}  // namespace volpe
