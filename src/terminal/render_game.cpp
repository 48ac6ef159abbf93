// The game: its sheet, dice and decisions, what is asked, and the latest events.
#include <fmt/format.h>

#include <algorithm>

#include "terminal/renderers.h"

namespace volpe {
namespace {

constexpr int panel_height = sheet_end - sheet_row;

Scene scene_of(const Texts& texts, const ViewState& view, const InputState& input) {
  Scene scene{texts, view, input.seat};
  const JsonArray& effects = effects_of(view);
  if (input.selected >= 0 && input.selected < int(effects.size()))
    scene.effect = &effects[size_t(input.selected)].as_object();
  return scene;
}

// The names of the seats, whose turn it is, and how they stand.
void draw_seats(Grid& grid, const GameRenderer& renderer, const Scene& scene) {
  const ViewState& view = scene.view;
  const Json& mover =
      view.position.at("to_move").is_number() ? view.position.at("to_move") : view.position.at("due_seat");
  int column = 1;
  for (int seat = 0; seat < int(view.seats.size()); ++seat) {
    const bool turn = mover.is_number() && number_of(mover) == seat;
    std::string text = (turn ? "> " : "  ") + name_of(scene, seat) + " " + renderer.standing(scene, seat);
    if (view.match) text += " (" + std::to_string(view.match->points[size_t(seat)]) + ")";
    const int room = (screen_columns - 2) / int(view.seats.size());
    grid.put_short(1, column, text, room - 1,
                   {.bold = turn, .dim = !view.seats[size_t(seat)].present, .underline = seat == scene.seat});
    column += std::min(room, grid.width(text) + 3);
  }
}

// The numbered list of decisions beside the sheet, scrolled to the selected one.
void draw_decisions(Grid& grid, const GameRenderer& renderer, const Scene& scene, int selected) {
  const JsonArray& effects = effects_of(scene.view);
  const int count = int(effects.size());
  const int from = std::clamp(selected - panel_height / 2, 0, std::max(0, count - panel_height));
  for (int n = from; n < std::min(count, from + panel_height); ++n) {
    const int row = sheet_row + n - from;
    const std::string text = fmt::format("{:>2} ", n + 1) + renderer.brief_text(scene, effects[size_t(n)].as_object());
    const Style style = n == selected ? Style{.bold = true, .reverse = true} : Style{};
    if (n == selected) grid.put(row, panel_column, std::string(screen_columns - panel_column, ' '), style);
    grid.put_short(row, panel_column, text, screen_columns - panel_column - 1, style);
  }
  if (from > 0) grid.put(sheet_row, screen_columns - 1, "↑", strong);
  if (from + panel_height < count) grid.put(sheet_end - 1, screen_columns - 1, "↓", strong);
}

// What the asked seat must do, or the message for it.
void draw_prompt(Grid& grid, const GameRenderer& renderer, const Scene& scene, const InputState& input) {
  const ViewState& view = scene.view;
  const Texts& texts = scene.texts;
  const auto say = [&](int row, const std::string& text, Style style) {
    for (const std::string& line : grid.wrapped(text, screen_columns - 2))
      if (row < log_row) grid.put(row++, 1, line, style);
    return row;
  };
  if (!input.message.empty()) say(prompt_row, input.message, strong);
  if (view.asked == nobody) {
    const Json& mover = view.position.at("to_move");
    const Json& waits = mover.is_number() ? mover : view.position.at("due_seat");
    if (input.message.empty() && waits.is_number())
      say(prompt_row, texts("prompt.wait", {{"name", name_of(scene, number_of(waits))}}), faint);
    return;
  }
  const std::string name = name_of(scene, view.asked);
  if (view.wants_seed) {
    if (input.message.empty()) say(prompt_row, texts("terminal.seed", {{"name", name}}), strong);
    say(preview_row, "> " + input.typed + "_", {});
    grid.put(preview_row + 1, 1, texts("terminal.commitment"), faint);
    grid.put_before(preview_row + 1, screen_columns - 1, view.commitment.substr(0, 40), faint);
    return;
  }
  if (view.types_dice) {
    if (input.message.empty())
      say(prompt_row, texts("terminal.type", {{"name", name}, {"example", renderer.roll_example(scene)}}), strong);
    say(preview_row, "> " + input.typed + "_", {});
    return;
  }
  if (!input.message.empty()) return;
  say(prompt_row, name + ": " + renderer.prompt(scene), strong);
  if (scene.effect == nullptr) return;
  const std::string event = renderer.event_text(texts, text_of(scene.effect->at("event")));
  const std::string effect = renderer.effect_text(texts, *scene.effect);
  say(preview_row, effect.empty() ? event : event + ": " + effect, {});
}

// The last events in one line, as many as fit.
void draw_log(Grid& grid, const GameRenderer& renderer, const Scene& scene) {
  const std::vector<LogEntry>& log = scene.view.log;
  std::string line;
  for (size_t n = log.size(); n > 0; --n) {
    std::string said = name_of(scene, log[n - 1].seat) + ": " + renderer.event_text(scene.texts, log[n - 1].event);
    if (!line.empty()) said.append(" · ").append(line);
    if (!line.empty() && grid.width(said) > screen_columns - 2) break;
    line = std::move(said);
  }
  grid.put_short(log_row, 1, line, screen_columns - 2, faint);
}

void draw_game_keys(Grid& grid, const Scene& scene) {
  const ViewState& view = scene.view;
  const Texts& texts = scene.texts;
  std::vector<KeyHelp> keys;
  if (view.asked == nobody) {
    if (view.can_skip_pauses) keys.push_back({texts("terminal.any_key"), texts("terminal.faster")});
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

}  // namespace

const JsonArray& effects_of(const ViewState& view) {
  static const JsonArray none;
  const Json* effects = view.asked == nobody ? nullptr : view.position.if_contains("effects");
  return effects != nullptr && effects->is_array() ? effects->get_array() : none;
}

void render_game(Grid& grid, const Texts& texts, const ViewState& view, const InputState& input) {
  if (view.position.empty()) {
    draw_title(grid, "Volpe", "");
    grid.put(prompt_row, 1, input.message.empty() ? texts(view.notice) : input.message, strong);
    draw_keys(grid, {{"q", texts("terminal.leave")}});
    return;
  }
  const GameRenderer& renderer = renderer_of(view);
  const Scene scene = scene_of(texts, view, input);
  draw_title(grid, game_title(texts, view), renderer.title(scene));
  draw_seats(grid, renderer, scene);
  renderer.sheet_and_dice(grid, scene);
  for (int row = sheet_row; row < sheet_end; ++row) grid.put(row, panel_column - 2, "│", faint);
  draw_decisions(grid, renderer, scene, input.selected);
  draw_prompt(grid, renderer, scene, input);
  if (view.notice.empty())
    draw_log(grid, renderer, scene);
  else
    grid.put_short(log_row, 1, texts(view.notice), screen_columns - 2, strong);
  draw_game_keys(grid, scene);
}

void render_sheets(Grid& grid, const Texts& texts, const ViewState& view) {
  const GameRenderer& renderer = renderer_of(view);
  const Scene scene{texts, view};
  draw_title(grid, game_title(texts, view), texts("terminal.sheets"));
  for (int seat = 0; seat < int(view.seats.size()); ++seat)
    renderer.small_sheet(grid, 2 + seat / 2 * 10, 1 + seat % 2 * 40, scene, seat);
  draw_keys(grid, {{texts("terminal.any_key"), texts("back")}});
}

void render_too_small(Grid& grid, const Texts& texts) {
  int row = 0;
  const std::string text = texts("terminal.small", {{"columns", grid.columns()}, {"rows", grid.rows()}});
  for (const std::string& line : grid.wrapped(text, std::max(1, grid.columns()))) grid.put(row++, 0, line);
}

}  // namespace volpe
