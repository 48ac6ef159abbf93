// Formats values.
#include "terminal/value_text.h"

#include <fmt/format.h>

#include <vector>

#include "terminal/game_renderer.h"

namespace volpe {

std::string value_unit(const ViewState& view) {
  return view.match ? "match" : view.seats.size() > 1 ? "chance" : "points";
}

std::string value_text(std::string_view unit, double value) {
  return unit == "chance" ? fmt::format("{:.1f} %", 100 * value) : fmt::format("{:.1f}", value);
}

std::string signed_value_text(std::string_view unit, double value) {
  return unit == "chance" ? fmt::format("{:+.1f} %", 100 * value) : fmt::format("{:+.1f}", value);
}

std::string reasons_text(const Texts& texts, const Json& why) {
  std::vector<std::string_view> keys;
  for (const Json& key : why.as_array()) keys.push_back(text_of(key));
  return texts.reasons(keys);
}

}  // namespace volpe
