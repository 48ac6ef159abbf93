// The help: keys, signs and rules as lines that scroll.
#include <fmt/format.h>

#include <algorithm>

#include "terminal/renderers.h"

namespace volpe {
namespace {

// Collects lines that fit on the screen.
class Lines {
 public:
  explicit Lines(const Grid& grid) : grid_(grid) {}

  // Wraps a text; its further lines are indented.
  void add(std::string_view text, const std::string& indent) {
    constexpr int width = screen_columns - 4;
    const auto wrapped = grid_.wrapped(text, width - int(indent.size()));
    for (size_t n = 0; n < wrapped.size(); ++n) lines_.push_back((n == 0 ? "" : indent) + wrapped[n]);
  }
  void add_unwrapped(std::string_view line) { lines_.emplace_back(line); }
  void add_empty() { lines_.emplace_back(); }

  std::vector<std::string> take() { return std::move(lines_); }

 private:
  const Grid& grid_;  // only says how wide letters are
  std::vector<std::string> lines_;
};

void add_keys(Lines& lines, const Grid& grid, const Texts& texts) {
  for (const auto& [key, text] : {std::pair{"↑ ↓ 1 2 3", "terminal.help.choose"},
                                  {"Enter", "terminal.help.enter"},
                                  {"u", "terminal.help.undo"},
                                  {"h", "terminal.help.hint"},
                                  {"Tab", "terminal.help.tab"},
                                  {"s", "terminal.help.sheets"},
                                  {"?", "terminal.help.help"},
                                  {"q", "terminal.help.leave"}}) {
    const std::string pad(size_t(std::max(1, 11 - grid.width(key))), ' ');
    lines.add(key + pad + texts(text), std::string(11, ' '));
  }
}

// Joins the lines of each Markdown paragraph and wraps them anew.
void add_rules(Lines& lines, std::string_view rules) {
  std::string paragraph;
  const auto flush = [&] {
    if (!paragraph.empty()) lines.add(paragraph, paragraph.starts_with("- ") ? "  " : "");
    paragraph.clear();
  };
  for (std::string_view rest = rules; !rest.empty();) {
    const size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    const size_t first = line.find_first_not_of(' ');
    const bool starts = first == std::string_view::npos || line.starts_with('#') || line.starts_with("- ") ||
                        line.starts_with('|') || (first == 0 && line.size() > 2 && line[1] == '.' && line[0] <= '9');
    if (starts) flush();
    if (first == std::string_view::npos) {
      lines.add_empty();
    } else if (line.starts_with('|')) {
      lines.add_unwrapped(line);
    } else {
      line.remove_prefix(first);
      paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
      if (line.starts_with('#')) flush();
    }
  }
  flush();
}

}  // namespace

std::vector<std::string> help_lines(const Grid& grid, const Texts& texts, const GameRenderer& renderer) {
  Lines lines(grid);
  add_keys(lines, grid, texts);
  lines.add_empty();
  for (const std::string& line : renderer.signs(texts)) lines.add(line, "     ");
  lines.add_empty();
  add_rules(lines, rules_text(renderer.game, texts.language()));
  return lines.take();
}

void render_help(Grid& grid, const Texts& texts, const std::vector<std::string>& lines, int from) {
  draw_title(grid, texts("home.learn"),
             fmt::format("{} / {}", std::min(int(lines.size()), from + help_height), lines.size()));
  for (int n = 0; n < help_height && from + n < int(lines.size()); ++n) {
    const std::string& line = lines[size_t(from) + size_t(n)];
    const bool heading = line.starts_with('#');
    grid.put(1 + n, 2, heading ? line.substr(line.find(' ') + 1) : line, heading ? strong : Style{});
  }
  draw_keys(grid, {{"↑↓", texts("terminal.scroll")}, {"Esc", texts("back")}});
}

}  // namespace volpe
