// The hint: the best decisions in a frame over the sheet.
#include <algorithm>

#include "terminal/renderers.h"
#include "terminal/value_text.h"

namespace volpe {

void render_hint(Grid& grid, const Texts& texts, const ViewState& view) {
  constexpr size_t most = 3;
  const GameRenderer& renderer = renderer_of(view);
  const JsonArray& advice = *view.advice;
  const std::string unit = value_unit(view);
  int row = draw_frame(grid, sheet_row, sheet_end - sheet_row, texts("hint"));
  const auto say = [&](const std::string& text, Style style) {
    for (const std::string& line : grid.wrapped(text, screen_columns - 8)) grid.put(row++, 4, line, style);
  };
  for (size_t n = 0; n < std::min(most, advice.size()); ++n) {
    const double value = advice[n].at("value").to_number<double>();
    const std::string move = renderer.event_text(texts, text_of(advice[n].at("event")));
    if (n == 0) {
      say(texts("hint.best", {{"move", move}}), strong);
      say(texts("hint.worth." + unit, {{"value", value_text(unit, value)}}), {});
    } else {
      const double best = advice[0].at("value").to_number<double>();
      const std::string behind = value_text(unit, best - value);
      say(texts("hint.next", {{"move", move}}) + (behind == value_text(unit, 0) ? "" : " (−" + behind + ")"), strong);
    }
    const std::string reasons = reasons_text(texts, advice[n].at("why"));
    if (!reasons.empty()) say(texts("hint.why", {{"reasons", reasons}}), {});
    ++row;
  }
  grid.clear(keys_row, 0, 1, screen_columns);
  draw_keys(grid, {{texts("terminal.any_key"), texts("back")}});
}

}  // namespace volpe
