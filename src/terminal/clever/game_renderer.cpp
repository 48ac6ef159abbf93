// Clever on the screen: its dice, what is asked, and the renderer that brings it all together.
#include "terminal/game_renderer.h"

#include <algorithm>

#include "terminal/clever/event_text.h"
#include "terminal/clever/sheet_renderer.h"
#include "terminal/clever/signs.h"

namespace volpe::clever::screen {
namespace {

// ---- Dice

std::string letters_in(const Json& list) {
  std::string all;
  for (const Json& letter : list.as_array()) all += text_of(letter);
  return all;
}

void draw_dice_where_they_lie(Grid& grid, const Scene& scene) {
  const JsonObject& position = scene.view.position;
  const std::string leaving = scene.effect != nullptr ? letters_in(scene.effect->at("tray")) : "";
  const auto selected = scene.effect != nullptr ? mark_of(text_of(scene.effect->at("event"))) : Mark{};
  int column = 1;
  for (std::string_view place : {"rolled", "placed", "tray"}) {
    std::vector<DieFace> dice;
    for (size_t n = 0; n < letters.size(); ++n) {
      const std::string letter(1, letters[n]);
      const JsonObject& die = position.at("dice").at(letter).as_object();
      const bool due = die.at("value").is_null();
      const bool shown =
          due ? place == "rolled" && position.at("to_move") == "dice" : text_of(die.at("place")) == place;
      if (!shown) continue;
      Style style{.colour = due ? Colour::none : colours[n], .dim = due};
      style.bold = style.reverse = selected && selected.die == int(n);
      dice.push_back({due ? "?" : std::to_string(number_of(die.at("value"))), letters[n], style,
                      leaving.find(letters[n]) != std::string::npos});
    }
    column = draw_dice(grid, column, scene.texts("clever.place." + std::string(place)), dice);
  }
  // A blue box is the sum of two dice.
  const Json &blue_value = position.at("dice").at("b").at("value"),
             &white_value = position.at("dice").at("w").at("value");
  if (!blue_value.is_null() && !white_value.is_null())
    grid.put_before(dice_row + 2, screen_columns - 1,
                    "b + w = " + std::to_string(number_of(blue_value) + number_of(white_value)), colour_style(blue));
}

void sheet_and_dice(Grid& grid, const Scene& scene) {
  draw_sheet(grid, scene);
  draw_dice_where_they_lie(grid, scene);
}

// ---- What is asked

std::string title(const Scene& scene) {
  const JsonObject& position = scene.view.position;
  const int rounds = rounds_for[number_of(position.at("seats"))];
  std::string text = scene.texts("clever.round", {{"n", number_of(position.at("round"))}, {"of", rounds}});
  if (number_of(position.at("roll")) > 0)
    text += " · " + scene.texts("clever.prompt.roll.next", {{"n", number_of(position.at("roll"))}});
  return text;
}

std::string waiting_text(const Scene& scene) {
  std::vector<std::string> parts;
  for (const Json& bonus : scene.view.position.at("waiting").as_array())
    parts.push_back(bonus_text(scene.texts, text_of(bonus)));
  return joined(parts);
}

// Whether a passive seat finds nothing in the tray and may take a die that was placed.
bool takes_placed(const JsonObject& position) {
  const JsonArray& legal = position.at("legal").as_array();
  return std::any_of(legal.begin(), legal.end(), [&](const Json& event) {
    const auto mark = mark_of(text_of(event));
    if (!mark || mark.die < 0) return false;
    return text_of(position.at("dice").at(letters.substr(size_t(mark.die), 1)).at("place")) == "placed";
  });
}

std::string prompt(const Scene& scene) {
  const JsonObject& position = scene.view.position;
  const std::string_view phase = text_of(position.at("phase"));
  const JsonArray& legal = position.at("legal").as_array();
  const Texts& texts = scene.texts;
  if (phase == "roll") {
    const int rolls = number_of(position.at("roll"));
    if (position.at("passive_turn").as_bool()) return texts("clever.prompt.roll.passive");
    return rolls == 0 ? texts("clever.prompt.roll.first") : texts("clever.prompt.roll.next", {{"n", rolls + 1}});
  }
  if (std::none_of(legal.begin(), legal.end(), [](const Json& event) { return bool(mark_of(text_of(event))); }))
    return texts("clever.prompt.nothing");
  if (phase == "bonus") return texts("clever.prompt.bonus", {{"bonus", waiting_text(scene)}});
  if (phase == "round_bonus") return texts("clever.prompt.round_bonus");
  if (phase == "extra") return texts("clever.prompt.extra");
  if (phase == "passive")
    return texts(takes_placed(position) ? "clever.prompt.passive.fallback" : "clever.prompt.passive");
  return texts("clever.prompt.pick");
}

std::string standing(const Scene& scene, int seat) {
  return std::to_string(number_of(scene.view.position.at("sheets").as_array()[size_t(seat)].at("score").at("total")));
}

std::string roll_example(const Scene& scene) {
  std::string text;
  int value = 3;
  for (const Json& letter : scene.view.position.at("due").as_array())
    text += (text.empty() ? "" : " ") + std::string(text_of(letter)) + std::to_string(1 + value++ % 6);
  return text;
}

std::vector<std::string> signs(const Texts& texts) {
  std::vector<std::string> lines;
  std::string dice;
  for (int die = 0; die < int(letters.size()); ++die)
    dice += (die == 0 ? "" : "  ") + std::string(1, letters[size_t(die)]) + " " + colour_text(texts, die);
  lines.push_back(dice);
  for (const auto& [sign, key] : {std::pair{"re ", "legend.reroll"},
                                  {"+1 ", "legend.extra"},
                                  {"fox", "legend.fox"},
                                  {"yX ", "legend.yellow_x"},
                                  {"bX ", "legend.blue_x"},
                                  {"gX ", "legend.green_x"},
                                  {"o4 ", "legend.orange_4"},
                                  {"p6 ", "legend.purple_6"}})
    lines.push_back(std::string(sign) + "  " + texts(key));
  return lines;
}

}  // namespace
}  // namespace volpe::clever::screen

namespace volpe {

const GameRenderer clever_renderer = {.game = "clever",
                                      .title = clever::screen::title,
                                      .prompt = clever::screen::prompt,
                                      .standing = clever::screen::standing,
                                      .sheet_and_dice = clever::screen::sheet_and_dice,
                                      .small_sheet = clever::screen::draw_small_sheet,
                                      .event_text = clever::screen::event_text,
                                      .brief_text = clever::screen::brief_text,
                                      .effect_text = clever::screen::effect_text,
                                      .roll_example = clever::screen::roll_example,
                                      .signs = clever::screen::signs};

}  // namespace volpe
