// A list that is looked up again every few seconds.
#include "terminal/table_chooser.h"

#include <algorithm>

#include "terminal/remote_game_view.h"

namespace volpe {
namespace {

constexpr int between_looks = 2000;  // milliseconds
constexpr int first_row = 2, most_rows = keys_row - first_row - 1;

class Tables {
 public:
  Tables(const Desk& desk, const client::Server& server) : desk_(desk), texts_(desk.texts), server_(server) {}

  std::optional<std::string> run() {
    look();
    for (;;) {
      desk_.show([&](Grid& grid) { draw(grid); });
      const Key key = desk_.wait(between_looks);
      const int count = int(tables_.size());
      if (key.kind == Key::gone || key.is('q')) return {};
      if (key.kind == Key::nothing) look();
      if (key.kind == Key::down && count > 0) at_ = (at_ + 1) % count;
      if (key.kind == Key::up && count > 0) at_ = (at_ + count - 1) % count;
      if (key.kind == Key::enter && count > 0) return tables_[size_t(at_)].table;
    }
  }

 private:
  // The table that is pointed at stays so, wherever it comes to stand.
  void look() {
    const std::string chosen = tables_.empty() ? "" : tables_[size_t(at_)].table;
    auto found = open_tables(server_, texts_);
    message_ = found ? "" : found.error().text;
    if (!found) return;
    tables_ = std::move(*found);
    if (tables_.size() > most_rows) tables_.resize(most_rows);
    const auto again = std::ranges::find(tables_, chosen, &OpenTable::table);
    at_ = again != tables_.end() ? int(again - tables_.begin()) : 0;
    if (tables_.empty()) message_ = texts_("join.none");
  }

  void draw(Grid& grid) const {
    const Style bar{.bold = true, .reverse = true};
    grid.put(0, 0, std::string(screen_columns, ' '), bar);
    grid.put(0, 1, texts_("join.tables") + ": " + server_.host_and_port(), bar);
    for (int n = 0; n < int(tables_.size()); ++n) {
      const OpenTable& table = tables_[size_t(n)];
      const Style style{.bold = n == at_, .reverse = n == at_};
      const std::string taken = texts_("join.taken", {{"taken", table.taken}, {"seats", table.seats}});
      grid.put(first_row + n, 1, n == at_ ? ">" : " ", style);
      grid.put_short(first_row + n, 3, texts_("game." + table.game) + "  " + taken + "  " + table.table,
                     screen_columns - 4, style);
    }
    grid.put_short(keys_row - 1, 1, message_, screen_columns - 2, {.bold = true});
    draw_keys(grid, {{"↑↓", texts_("terminal.choose")}, {"Enter", texts_("confirm")}, {"q", texts_("terminal.leave")}});
  }

  const Desk& desk_;
  const Texts& texts_;
  const client::Server server_;
  std::vector<OpenTable> tables_;
  int at_ = 0;
  std::string message_;
};

}  // namespace

std::optional<std::string> choose_table(const Desk& desk, const client::Server& server) {
  return Tables(desk, server).run();
}

}  // namespace volpe
