// The pages of a game.
#include "terminal/renderers.h"

#include <fmt/format.h>

#include <algorithm>

namespace volpe {
namespace {

constexpr Style strong{.bold = true}, faint{.dim = true}, bar{.reverse = true};
constexpr int panel_height = sheet_end - sheet_row;

Scene scene_of(const Texts& texts, const View& view, const Place& place) {
  Scene scene{texts, view, place.seat};
  const JsonArray& effects = effects_of(view);
  if (place.pointed >= 0 && place.pointed < int(effects.size()))
    scene.effect = &effects[size_t(place.pointed)].as_object();
  return scene;
}

const Look& look_at(const View& view) { return *look_of(text_of(view.position.at("game"))); }

std::string game_title(const Texts& texts, const View& view) {
  std::string game = texts("game." + std::string(text_of(view.position.at("game"))));
  if (!view.match) return game;
  return texts("match.title", {{"game", game}, {"n", view.match->number}, {"of", view.match->of}});
}

void draw_title(Grid& grid, const std::string& left, const std::string& right) {
  grid.put(0, 0, std::string(screen_columns, ' '), bar);
  grid.put(0, 1, left, {.bold = true, .reverse = true});
  grid.put_before(0, screen_columns - 1, right, bar);
}

// Who sits here, whose turn it is, and how they stand.
void draw_seats(Grid& grid, const Look& look, const Scene& scene) {
  const View& view = scene.view;
  const Json& mover =
      view.position.at("to_move").is_number() ? view.position.at("to_move") : view.position.at("due_seat");
  int column = 1;
  for (int seat = 0; seat < int(view.seats.size()); ++seat) {
    const bool turn = mover.is_number() && number_of(mover) == seat;
    std::string text = (turn ? "> " : "  ") + name_of(scene, seat) + " " + look.standing(scene, seat);
    if (view.match) text += " (" + std::to_string(view.match->points[size_t(seat)]) + ")";
    const int room = (screen_columns - 2) / int(view.seats.size());
    grid.put_short(1, column, text, room - 1,
                   {.bold = turn, .dim = !view.seats[size_t(seat)].there, .underline = seat == scene.seat});
    column += std::min(room, grid.width(text) + 3);
  }
}

// The numbered list of decisions beside the sheet, around the one that is pointed at.
void draw_decisions(Grid& grid, const Look& look, const Scene& scene, int pointed) {
  const JsonArray& effects = effects_of(scene.view);
  const int count = int(effects.size());
  const int from = std::clamp(pointed - panel_height / 2, 0, std::max(0, count - panel_height));
  for (int n = from; n < std::min(count, from + panel_height); ++n) {
    const int row = sheet_row + n - from;
    const std::string text = fmt::format("{:>2} ", n + 1) + look.brief(scene, effects[size_t(n)].as_object());
    const Style style = n == pointed ? Style{.bold = true, .reverse = true} : Style{};
    if (n == pointed) grid.put(row, panel_column, std::string(screen_columns - panel_column, ' '), style);
    grid.put_short(row, panel_column, text, screen_columns - panel_column - 1, style);
  }
  if (from > 0) grid.put(sheet_row, screen_columns - 1, "↑", strong);
  if (from + panel_height < count) grid.put(sheet_end - 1, screen_columns - 1, "↓", strong);
}

// What the asked seat has to do, or what was just said to it.
void draw_prompt(Grid& grid, const Look& look, const Scene& scene, const Place& place) {
  const View& view = scene.view;
  const Texts& texts = scene.texts;
  const auto say = [&](int row, const std::string& text, Style style) {
    for (const std::string& line : grid.wrapped(text, screen_columns - 2))
      if (row < log_row) grid.put(row++, 1, line, style);
    return row;
  };
  if (!place.message.empty()) say(prompt_row, place.message, strong);
  if (view.asked == nobody) {
    const Json& mover = view.position.at("to_move");
    const Json& waits = mover.is_number() ? mover : view.position.at("due_seat");
    if (place.message.empty() && waits.is_number())
      say(prompt_row, texts("prompt.wait", {{"name", name_of(scene, number_of(waits))}}), faint);
    return;
  }
  const std::string name = name_of(scene, view.asked);
  if (view.wants_seed) {
    if (place.message.empty()) say(prompt_row, texts("terminal.seed", {{"name", name}}), strong);
    say(preview_row, "> " + place.typed + "_", {});
    grid.put(preview_row + 1, 1, texts("terminal.commitment"), faint);
    grid.put_before(preview_row + 1, screen_columns - 1, view.commitment.substr(0, 40), faint);
    return;
  }
  if (view.types_dice) {
    if (place.message.empty())
      say(prompt_row, texts("terminal.type", {{"name", name}, {"example", look.roll_example(scene)}}), strong);
    say(preview_row, "> " + place.typed + "_", {});
    return;
  }
  if (!place.message.empty()) return;
  say(prompt_row, name + ": " + look.prompt(scene), strong);
  if (scene.effect == nullptr) return;
  const std::string event = look.event(texts, text_of(scene.effect->at("event")));
  const std::string effect = look.effect(texts, *scene.effect);
  say(preview_row, effect.empty() ? event : event + ": " + effect, {});
}

// The last events in one line, as many as there is room for.
void draw_log(Grid& grid, const Look& look, const Scene& scene) {
  const std::vector<Happening>& log = scene.view.log;
  std::string line;
  for (size_t n = log.size(); n > 0; --n) {
    std::string said = name_of(scene, log[n - 1].seat) + ": " + look.event(scene.texts, log[n - 1].event);
    if (!line.empty()) said.append(" · ").append(line);
    if (!line.empty() && grid.width(said) > screen_columns - 2) break;
    line = std::move(said);
  }
  grid.put_short(log_row, 1, line, screen_columns - 2, faint);
}

void draw_table_keys(Grid& grid, const Scene& scene) {
  const View& view = scene.view;
  const Texts& texts = scene.texts;
  std::vector<KeyHelp> keys;
  if (view.asked == nobody) {
    if (view.can_hurry) keys.push_back({texts("terminal.any_key"), texts("terminal.faster")});
  } else if (!view.wants_seed && !view.types_dice && effects_of(view).empty()) {
    keys.push_back({"Enter", texts("roll")});
  } else {
    if (!effects_of(view).empty()) keys.push_back({"↑↓", texts("terminal.choose")});
    keys.push_back({"Enter", texts("confirm")});
  }
  if (view.can_undo) keys.push_back({"u", texts("undo")});
  if (!effects_of(view).empty()) keys.push_back({"h", texts("hint")});
  if (!view.wants_seed) {
    if (view.seats.size() > 1) keys.push_back({"s", texts("terminal.sheets")});
    keys.push_back({"?", texts("home.learn")});
    keys.push_back({"q", texts("terminal.leave")});
  } else {
    keys.push_back({"Esc", texts("terminal.leave")});
  }
  draw_keys(grid, keys);
}

std::string number_text(std::string_view kind, double value) {
  return kind == "chance" ? fmt::format("{:.1f} %", 100 * value) : fmt::format("{:.1f}", value);
}
std::string signed_text(std::string_view kind, double value) {
  return kind == "chance" ? fmt::format("{:+.1f} %", 100 * value) : fmt::format("{:+.1f}", value);
}

std::string value_kind(const View& view) { return view.match ? "match" : view.seats.size() > 1 ? "chance" : "points"; }

std::vector<std::string_view> keys_in(const Json& list) {
  std::vector<std::string_view> keys;
  for (const Json& key : list.as_array()) keys.push_back(text_of(key));
  return keys;
}

// A frame with room for lines inside; returns the first row within.
int draw_frame(Grid& grid, int row, int height, const std::string& title) {
  constexpr int left = 0, width = screen_columns;
  grid.clear(row, left, height, width);
  std::string edge;
  for (int n = 0; n < width - 2; ++n) edge += "─";
  grid.put(row, left, "┌" + edge + "┐");
  grid.put(row + height - 1, left, "└" + edge + "┘");
  for (int n = 1; n + 1 < height; ++n) {
    grid.put(row + n, left, "│");
    grid.put(row + n, left + width - 1, "│");
  }
  grid.put(row, left + 2, " " + title + " ", strong);
  return row + 1;
}

// How the match stands after a game: it goes on, or somebody has won it.
std::string match_text(const Texts& texts, const View& view, const JsonArray& totals) {
  const MatchPlace& match = *view.match;
  if (match.number < match.of) return texts("over.goes.on", {{"n", match.number}, {"of", match.of}});
  std::vector<int> points = match.points;
  for (size_t seat = 0; seat < points.size(); ++seat) points[seat] += number_of(totals[seat]);
  const int most = *std::ranges::max_element(points);
  std::vector<std::string> names;
  for (size_t seat = 0; seat < points.size(); ++seat)
    if (points[seat] == most) names.push_back(seat_name(texts, view.seats[seat]));
  return texts.count("over.winner.match", int(names.size()), {{"names", joined(names)}});
}

}  // namespace

const JsonArray& effects_of(const View& view) {
  static const JsonArray none;
  const Json* effects = view.asked == nobody ? nullptr : view.position.if_contains("effects");
  return effects != nullptr && effects->is_array() ? effects->get_array() : none;
}

void draw_keys(Grid& grid, const std::vector<KeyHelp>& keys) {
  int needed = 0;
  for (const KeyHelp& help : keys) needed += grid.width(help.key + " " + help.action + "  ");
  const int gap = needed < screen_columns ? 2 : 1;
  int column = 1;
  for (const KeyHelp& help : keys) {
    column = grid.put(keys_row, column, help.key, {.bold = true, .reverse = true});
    column = grid.put(keys_row, column + 1, help.action) + gap;
  }
}

void draw_table_page(Grid& grid, const Texts& texts, const View& view, const Place& place) {
  if (view.position.empty()) {
    draw_title(grid, "Volpe", "");
    grid.put(prompt_row, 1, place.message.empty() ? texts(view.notice) : place.message, strong);
    draw_keys(grid, {{"q", texts("terminal.leave")}});
    return;
  }
  const Look& look = look_at(view);
  const Scene scene = scene_of(texts, view, place);
  draw_title(grid, game_title(texts, view), look.title(scene));
  draw_seats(grid, look, scene);
  look.table(grid, scene);
  for (int row = sheet_row; row < sheet_end; ++row) grid.put(row, panel_column - 2, "│", faint);
  draw_decisions(grid, look, scene, place.pointed);
  draw_prompt(grid, look, scene, place);
  if (view.notice.empty())
    draw_log(grid, look, scene);
  else
    grid.put_short(log_row, 1, texts(view.notice), screen_columns - 2, strong);
  draw_table_keys(grid, scene);
}

void draw_hint(Grid& grid, const Texts& texts, const View& view) {
  constexpr size_t most = 3;
  const Look& look = look_at(view);
  const JsonArray& advice = *view.advice;
  const std::string kind = value_kind(view);
  int row = draw_frame(grid, sheet_row, sheet_end - sheet_row, texts("hint"));
  const auto say = [&](const std::string& text, Style style) {
    for (const std::string& line : grid.wrapped(text, screen_columns - 8)) grid.put(row++, 4, line, style);
  };
  for (size_t n = 0; n < std::min(most, advice.size()); ++n) {
    const double value = advice[n].at("value").to_number<double>();
    const std::string move = look.event(texts, text_of(advice[n].at("event")));
    if (n == 0) {
      say(texts("hint.best", {{"move", move}}), strong);
      say(texts("hint.worth." + kind, {{"value", number_text(kind, value)}}), {});
    } else {
      const double best = advice[0].at("value").to_number<double>();
      const std::string behind = number_text(kind, best - value);
      say(texts("hint.next", {{"move", move}}) + (behind == number_text(kind, 0) ? "" : " (−" + behind + ")"), strong);
    }
    const std::string reasons = texts.reasons(keys_in(advice[n].at("why")));
    if (!reasons.empty()) say(texts("hint.why", {{"reasons", reasons}}), {});
    ++row;
  }
  grid.clear(keys_row, 0, 1, screen_columns);
  draw_keys(grid, {{texts("terminal.any_key"), texts("back")}});
}

void draw_sheets(Grid& grid, const Texts& texts, const View& view) {
  const Look& look = look_at(view);
  const Scene scene{texts, view};
  draw_title(grid, game_title(texts, view), texts("terminal.sheets"));
  for (int seat = 0; seat < int(view.seats.size()); ++seat)
    look.small_sheet(grid, 2 + seat / 2 * 10, 1 + seat % 2 * 40, scene, seat);
  draw_keys(grid, {{texts("terminal.any_key"), texts("back")}});
}

void draw_summary(Grid& grid, const Texts& texts, const View& view) {
  const Look& look = look_at(view);
  const Scene scene{texts, view};
  const JsonObject& result = view.position.at("result").as_object();
  const JsonArray &totals = result.at("totals").as_array(), &winners = result.at("winners").as_array();
  draw_title(grid, game_title(texts, view), texts("error.game_over"));
  std::vector<std::string> winner_names;
  for (const Json& seat : winners) winner_names.push_back(name_of(scene, number_of(seat)));
  int row = 2;
  if (view.seats.size() > 1) {
    grid.put(row++, 1, texts.count("over.winner", int(winner_names.size()), {{"names", joined(winner_names)}}), strong);
  } else {
    const std::string grade = texts("grade." + std::to_string(number_of(result.at("grades").as_array()[0])));
    grid.put(row++, 1, texts("over.said", {{"total", number_of(totals[0])}, {"grade", grade}}), strong);
  }
  if (view.match) grid.put(row++, 1, match_text(texts, view, totals), strong);
  ++row;
  constexpr int columns[] = {36, 48, 60, 74};  // where columns end
  const auto head = [&](int n, const std::string& text) { grid.put_before(row, columns[n], text, faint); };
  head(0, view.match ? texts("over.points") : texts("total"));
  head(1, texts("replay.luck"));
  head(2, texts("replay.cost"));
  head(3, texts("replay.accuracy"));
  ++row;
  const bool analysed = view.analysis && view.analysis->contains("seat_results");
  const std::string kind = analysed ? std::string(text_of(view.analysis->at("value"))) : "";
  for (int seat = 0; seat < int(view.seats.size()); ++seat, ++row) {
    const bool won = std::ranges::any_of(winners, [&](const Json& one) { return number_of(one) == seat; });
    grid.put_short(row, 1, name_of(scene, seat), 24, {.bold = won});
    std::string total = std::to_string(number_of(totals[size_t(seat)]));
    if (view.match)
      total += " (" + std::to_string(view.match->points[size_t(seat)] + number_of(totals[size_t(seat)])) + ")";
    grid.put_before(row, columns[0], total, {.bold = won});
    if (!analysed) continue;
    const JsonObject& one = view.analysis->at("seat_results").as_array()[size_t(seat)].as_object();
    grid.put_before(row, columns[1], signed_text(kind, one.at("luck").to_number<double>()));
    grid.put_before(row, columns[2], signed_text(kind, -one.at("loss").to_number<double>()));
    const Json& accuracy = one.at("accuracy");
    grid.put_before(row, columns[3], accuracy.is_null() ? "-" : fmt::format("{:.0f}", accuracy.to_number<double>()));
  }
  ++row;
  if (!view.analysis) {
    grid.put(row, 1, texts("replay.thinking", {{"share", fmt::format("{:.0f} %", 100 * view.analysed)}}), faint);
  } else if (analysed) {
    const JsonArray& worst = view.analysis->at("worst").as_array();
    const auto say = [&](int column, const std::string& text, Style style) {
      for (const std::string& line : grid.wrapped(text, screen_columns - 2 - column))
        if (row < log_row) grid.put(row++, column, line, style);
    };
    say(1, texts(worst.empty() ? "replay.worst.none" : "replay.worst"), strong);
    for (size_t n = 0; n < std::min<size_t>(3, worst.size()); ++n) {
      const double loss = worst[n].at("loss").to_number<double>();
      say(1,
          fmt::format("{:>2} {}: {} ({})", n + 1, name_of(scene, number_of(worst[n].at("seat"))),
                      look.event(texts, text_of(worst[n].at("event"))), signed_text(kind, -loss)),
          {});
      const std::string reasons = texts.reasons(keys_in(worst[n].at("why")));
      const std::string better = texts("replay.better", {{"move", look.event(texts, text_of(worst[n].at("better")))}});
      say(4, reasons.empty() ? better : better + " " + texts("hint.why", {{"reasons", reasons}}), faint);
    }
  }
  if (!view.notice.empty())
    grid.put_short(log_row, 1, texts(view.notice), screen_columns - 2, strong);
  else if (!view.kept.empty())
    grid.put_short(log_row, 1, texts("over.record") + ": " + view.kept, screen_columns - 2, faint);
  std::vector<KeyHelp> keys;
  keys.push_back({"Enter", texts(match_goes_on(view) ? "over.next" : view.next_game ? "over.again" : "menu")});
  keys.push_back({"s", texts("over.look")});
  keys.push_back({"?", texts("home.learn")});
  keys.push_back({"q", texts("terminal.leave")});
  draw_keys(grid, keys);
}

std::vector<std::string> help_lines(const Grid& grid, const Texts& texts, const Look& look) {
  constexpr int width = screen_columns - 4;
  std::vector<std::string> lines;
  const auto add = [&](std::string_view text, const std::string& indent) {
    const auto wrapped = grid.wrapped(text, width - int(indent.size()));
    for (size_t n = 0; n < wrapped.size(); ++n) lines.push_back((n == 0 ? "" : indent) + wrapped[n]);
  };
  for (const auto& [key, text] : {std::pair{"↑ ↓ 1 2 3", "terminal.help.choose"},
                                  {"Enter", "terminal.help.enter"},
                                  {"u", "terminal.help.undo"},
                                  {"h", "terminal.help.hint"},
                                  {"Tab", "terminal.help.tab"},
                                  {"s", "terminal.help.sheets"},
                                  {"?", "terminal.help.help"},
                                  {"q", "terminal.help.leave"}}) {
    const std::string pad(size_t(std::max(1, 11 - grid.width(key))), ' ');
    add(key + pad + texts(text), std::string(11, ' '));
  }
  lines.emplace_back();
  for (const std::string& line : look.signs(texts)) add(line, "     ");
  lines.emplace_back();
  // Lines of a paragraph are joined and broken anew.
  std::string paragraph;
  const auto flush = [&] {
    if (!paragraph.empty()) add(paragraph, paragraph.starts_with("- ") ? "  " : "");
    paragraph.clear();
  };
  for (std::string_view rest = rules_text(look.game, texts.language()); !rest.empty();) {
    const size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    const size_t first = line.find_first_not_of(' ');
    const bool starts = first == std::string_view::npos || line.starts_with('#') || line.starts_with("- ") ||
                        line.starts_with('|') || (first == 0 && line.size() > 2 && line[1] == '.' && line[0] <= '9');
    if (starts) flush();
    if (first == std::string_view::npos) {
      lines.emplace_back();
    } else if (line.starts_with('|')) {
      lines.emplace_back(line);
    } else {
      line.remove_prefix(first);
      paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
      if (line.starts_with('#')) flush();
    }
  }
  flush();
  return lines;
}

void draw_help(Grid& grid, const Texts& texts, const std::vector<std::string>& lines, int from) {
  draw_title(grid, texts("home.learn"),
             fmt::format("{} / {}", std::min(int(lines.size()), from + help_height), lines.size()));
  for (int n = 0; n < help_height && from + n < int(lines.size()); ++n) {
    const std::string& line = lines[size_t(from) + size_t(n)];
    const bool heading = line.starts_with('#');
    grid.put(1 + n, 2, heading ? line.substr(line.find(' ') + 1) : line, heading ? strong : Style{});
  }
  draw_keys(grid, {{"↑↓", texts("terminal.scroll")}, {"Esc", texts("back")}});
}

void draw_too_small(Grid& grid, const Texts& texts) {
  int row = 0;
  const std::string text = texts("terminal.small", {{"columns", grid.columns()}, {"rows", grid.rows()}});
  for (const std::string& line : grid.wrapped(text, std::max(1, grid.columns()))) grid.put(row++, 0, line);
}

}  // namespace volpe
