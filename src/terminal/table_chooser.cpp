// A list that is requested again every few seconds.
#include "terminal/table_chooser.h"

#include <algorithm>

#include "terminal/join.h"

namespace volpe {
namespace {

constexpr int refresh_interval = 2000;  // milliseconds
constexpr int first_row = 2, most_rows = keys_row - first_row - 1;

class TableChooser {
 public:
  TableChooser(const Ui& ui, const client::Server& server) : ui_(ui), texts_(ui.texts), server_(server) {}

  std::optional<std::string> run() {
    refresh();
    for (;;) {
      ui_.show([&](Grid& grid) { draw(grid); });
      const Key key = ui_.wait(refresh_interval);
      const int count = int(tables_.size());
      if (key.code == Key::gone || key.is('q')) return {};
      if (key.code == Key::nothing) refresh();
      if (key.code == Key::down && count > 0) selected_ = (selected_ + 1) % count;
      if (key.code == Key::up && count > 0) selected_ = (selected_ + count - 1) % count;
      if (key.code == Key::enter && count > 0) return tables_[size_t(selected_)].table;
    }
  }

 private:
  // Keeps the selection on its table.
  void refresh() {
    const std::string chosen = tables_.empty() ? "" : tables_[size_t(selected_)].table;
    auto found = open_tables(server_, texts_);
    message_ = found ? "" : found.error().text;
    if (!found) return;
    tables_ = std::move(*found);
    if (tables_.size() > most_rows) tables_.resize(most_rows);
    const auto again = std::ranges::find(tables_, chosen, &OpenTable::table);
    selected_ = again != tables_.end() ? int(again - tables_.begin()) : 0;
    if (tables_.empty()) message_ = texts_("join.none");
  }

  void draw(Grid& grid) const {
    grid.put(0, 0, std::string(screen_columns, ' '), strong_bar);
    grid.put(0, 1, texts_("join.tables") + ": " + server_.host_and_port(), strong_bar);
    for (int n = 0; n < int(tables_.size()); ++n) {
      const OpenTable& table = tables_[size_t(n)];
      const Style style{.bold = n == selected_, .reverse = n == selected_};
      const std::string taken = texts_("join.taken", {{"taken", table.taken}, {"seats", table.seats}});
      grid.put(first_row + n, 1, n == selected_ ? ">" : " ", style);
      grid.put_short(first_row + n, 3, texts_("game." + table.game) + "  " + taken + "  " + table.table,
                     screen_columns - 4, style);
    }
    grid.put_short(keys_row - 1, 1, message_, screen_columns - 2, {.bold = true});
    draw_keys(grid, {{"↑↓", texts_("terminal.choose")}, {"Enter", texts_("confirm")}, {"q", texts_("terminal.leave")}});
  }

  const Ui& ui_;
  const Texts& texts_;
  const client::Server server_;
  std::vector<OpenTable> tables_;
  int selected_ = 0;
  std::string message_;
};

}  // namespace

std::optional<std::string> choose_table(const Ui& ui, const client::Server& server) {
  return TableChooser(ui, server).run();
}

}  // namespace volpe
