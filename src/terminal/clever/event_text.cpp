// Puts events and effects into words.
#include "terminal/clever/event_text.h"

#include "terminal/clever/signs.h"

namespace volpe::clever::screen {
namespace {

// "Yellow 3, row 1, column 1", "Blue 7", "Green".
std::string box_text(const Texts& texts, std::string_view box) {
  const int area = die_of(box[0]);
  const std::string name = colour_text(texts, area);
  if (area == yellow && box.size() == 3) {
    const int row = box[1] - '0', column = box[2] - '0';
    return texts("clever.box.yellow",
                 {{"area", name}, {"value", yellow_grid[row - 1][column - 1]}, {"row", row}, {"column", column}});
  }
  return box.size() == 1 ? name : texts("clever.box.blue", {{"area", name}, {"value", box.substr(1)}});
}

}  // namespace

std::string event_text(const Texts& texts, std::string_view event) {
  if (event.starts_with("roll ")) return texts("clever.rolled", {{"dice", event.substr(5)}});
  const auto mark = mark_of(event);
  if (!mark) return texts("clever.event." + std::string(event));
  const std::string box = box_text(texts, mark.box);
  if (mark.bonus) return texts("clever.event.bonus", {{"box", box}});
  const std::string die = texts("clever.die", {{"colour", colour_text(texts, mark.die)}});
  return texts(mark.extra ? "clever.event.extra" : "clever.event.pick", {{"die", die}, {"box", box}});
}

// "w5 → b7  +4 fox"
std::string brief_text(const Scene& scene, const JsonObject& effect) {
  const std::string_view event = text_of(effect.at("event"));
  const auto mark = mark_of(event);
  if (event == "reroll") {
    const Json& sheets = scene.view.position.at("sheets");
    const int seat = number_of(scene.view.position.at("to_move"));
    return scene.texts("clever.reroll", {{"n", held(sheets.as_array()[size_t(seat)].as_object(), "rerolls")}});
  }
  if (!mark) return scene.texts("clever." + std::string(event));
  std::string text(mark.box);
  if (mark.bonus) {
    text = "+ " + text;
  } else {
    const std::string letter(1, letters[size_t(mark.die)]);
    const int value = number_of(scene.view.position.at("dice").at(letter).at("value"));
    text = (mark.extra ? "x " : "") + letter + std::to_string(value) + " → " + text;
  }
  text.resize(std::max<size_t>(text.size(), text.find("→") == std::string::npos ? 9 : 11), ' ');
  if (const int points = number_of(effect.at("score").at("total")); points > 0) text += " +" + std::to_string(points);
  for (const Json& bonus : effect.at("earns").as_array())
    text += " " + std::string(bonus_signs[bonus_of(text_of(bonus))]);
  return text;
}

std::string effect_text(const Texts& texts, const JsonObject& effect) {
  std::vector<std::string> parts, now, later;
  if (const int points = number_of(effect.at("score").at("total")); points > 0)
    parts.push_back(texts.count("points.more", points));
  for (const Json& bonus : effect.at("earns").as_array())
    (bonus_of(text_of(bonus)) < mark_bonuses ? later : now).push_back(bonus_text(texts, text_of(bonus)));
  if (!now.empty()) parts.push_back("+ " + joined(now, " + "));
  if (!later.empty()) parts.push_back(texts("clever.chain.choose", {{"bonus", joined(later)}}));
  std::vector<std::string> tray;
  for (const Json& letter : effect.at("tray").as_array())
    tray.push_back(colour_text(texts, die_of(text_of(letter)[0])));
  if (!tray.empty()) parts.push_back(texts("clever.chain.tray", {{"dice", joined(tray)}}));
  return joined(parts, " · ");
}

}  // namespace volpe::clever::screen
