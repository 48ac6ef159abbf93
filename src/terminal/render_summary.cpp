// The summary: how a game ended, with luck, skill and the worst decisions once they are known.
#include <fmt/format.h>

#include <algorithm>

#include "terminal/renderers.h"
#include "terminal/value_text.h"

namespace volpe {
namespace {

// The position's `result`, and the analysis once it is there.
struct Summary {
  const Scene& scene;
  const JsonArray& totals;
  const JsonArray& winners;
  const JsonArray* grades;     // in solo games
  const JsonObject* analysis;  // null: none
  std::string unit;            // of the analysis

  int total(int seat) const { return number_of(totals[size_t(seat)]); }
  bool won(int seat) const {
    return std::ranges::any_of(winners, [&](const Json& winner) { return number_of(winner) == seat; });
  }
};

// That the match goes on, or who has won it.
std::string match_text(const Summary& summary) {
  const Texts& texts = summary.scene.texts;
  const MatchStanding& match = *summary.scene.view.match;
  if (match.number < match.of) return texts("over.goes.on", {{"n", match.number}, {"of", match.of}});
  std::vector<int> points = match.points;
  for (size_t seat = 0; seat < points.size(); ++seat) points[seat] += summary.total(int(seat));
  const int most = *std::ranges::max_element(points);
  std::vector<std::string> names;
  for (size_t seat = 0; seat < points.size(); ++seat)
    if (points[seat] == most) names.push_back(name_of(summary.scene, int(seat)));
  return texts.count("over.winner.match", int(names.size()), {{"names", joined(names)}});
}

std::string winner_text(const Summary& summary) {
  const Texts& texts = summary.scene.texts;
  if (summary.scene.view.seats.size() > 1) {
    std::vector<std::string> names;
    for (const Json& seat : summary.winners) names.push_back(name_of(summary.scene, number_of(seat)));
    return texts.count("over.winner", int(names.size()), {{"names", joined(names)}});
  }
  const std::string grade = texts("grade." + std::to_string(number_of((*summary.grades)[0])));
  return texts("over.said", {{"total", summary.total(0)}, {"grade", grade}});
}

constexpr int column_ends[] = {36, 48, 60, 74};

void draw_seat(Grid& grid, int row, const Summary& summary, int seat) {
  const ViewState& view = summary.scene.view;
  const Style style{.bold = summary.won(seat)};
  grid.put_short(row, 1, name_of(summary.scene, seat), 24, style);
  std::string total = std::to_string(summary.total(seat));
  if (view.match) total += " (" + std::to_string(view.match->points[size_t(seat)] + summary.total(seat)) + ")";
  grid.put_before(row, column_ends[0], total, style);
  if (summary.analysis == nullptr) return;
  const JsonObject& result = summary.analysis->at("seat_results").as_array()[size_t(seat)].as_object();
  grid.put_before(row, column_ends[1], signed_value_text(summary.unit, result.at("luck").to_number<double>()));
  grid.put_before(row, column_ends[2], signed_value_text(summary.unit, -result.at("loss").to_number<double>()));
  const Json& accuracy = result.at("accuracy");
  grid.put_before(row, column_ends[3], accuracy.is_null() ? "-" : fmt::format("{:.0f}", accuracy.to_number<double>()));
}

// Returns the row below.
int draw_results(Grid& grid, int row, const Summary& summary) {
  const Texts& texts = summary.scene.texts;
  const auto head = [&](int n, const std::string& text) { grid.put_before(row, column_ends[n], text, faint); };
  head(0, summary.scene.view.match ? texts("over.points") : texts("total"));
  head(1, texts("replay.luck"));
  head(2, texts("replay.cost"));
  head(3, texts("replay.accuracy"));
  for (int seat = 0; seat < int(summary.scene.view.seats.size()); ++seat) draw_seat(grid, ++row, summary, seat);
  return row + 1;
}

void draw_worst_decisions(Grid& grid, int row, const Summary& summary, const GameRenderer& renderer) {
  const Texts& texts = summary.scene.texts;
  const JsonArray& worst = summary.analysis->at("worst").as_array();
  const auto say = [&](int column, const std::string& text, Style style) {
    for (const std::string& line : grid.wrapped(text, screen_columns - 2 - column))
      if (row < log_row) grid.put(row++, column, line, style);
  };
  say(1, texts(worst.empty() ? "replay.worst.none" : "replay.worst"), strong);
  for (size_t n = 0; n < std::min<size_t>(3, worst.size()); ++n) {
    const double loss = worst[n].at("loss").to_number<double>();
    say(1,
        fmt::format("{:>2} {}: {} ({})", n + 1, name_of(summary.scene, number_of(worst[n].at("seat"))),
                    renderer.event_text(texts, text_of(worst[n].at("event"))), signed_value_text(summary.unit, -loss)),
        {});
    const std::string reasons = reasons_text(texts, worst[n].at("why"));
    const std::string better =
        texts("replay.better", {{"move", renderer.event_text(texts, text_of(worst[n].at("better")))}});
    say(4, reasons.empty() ? better : better + " " + texts("hint.why", {{"reasons", reasons}}), faint);
  }
}

void draw_foot(Grid& grid, const Texts& texts, const ViewState& view) {
  if (!view.notice.empty())
    grid.put_short(log_row, 1, texts(view.notice), screen_columns - 2, strong);
  else if (!view.saved_at.empty())
    grid.put_short(log_row, 1, texts("over.record") + ": " + view.saved_at, screen_columns - 2, faint);
  draw_keys(grid, {{"Enter", texts(match_goes_on(view) ? "over.next"
                                   : view.next_game    ? "over.again"
                                                       : "menu")},
                   {"s", texts("over.look")},
                   {"?", texts("home.learn")},
                   {"q", texts("terminal.leave")}});
}

}  // namespace

void render_summary(Grid& grid, const Texts& texts, const ViewState& view) {
  const Scene scene{texts, view};
  const JsonObject& result = view.position.at("result").as_object();
  const Json* grades = result.if_contains("grades");
  const bool analysed = view.analysis && view.analysis->contains("seat_results");
  const Summary summary{scene,
                        result.at("totals").as_array(),
                        result.at("winners").as_array(),
                        grades != nullptr && grades->is_array() ? &grades->get_array() : nullptr,
                        analysed ? &*view.analysis : nullptr,
                        analysed ? std::string(text_of(view.analysis->at("value"))) : ""};
  draw_title(grid, game_title(texts, view), texts("error.game_over"));
  int row = 2;
  grid.put(row++, 1, winner_text(summary), strong);
  if (view.match) grid.put(row++, 1, match_text(summary), strong);
  row = draw_results(grid, row + 1, summary) + 1;
  if (!view.analysis)
    grid.put(row, 1, texts("replay.thinking", {{"share", fmt::format("{:.0f} %", 100 * view.analysis_progress)}}),
             faint);
  else if (analysed)
    draw_worst_decisions(grid, row, summary, renderer_of(view));
  draw_foot(grid, texts, view);
}

}  // namespace volpe
