// Fields that are the same for every game.
#include "engine/request_fields.h"

#include <algorithm>
#include <cmath>

#include "record/record.h"

namespace volpe::engine {

Result<std::string> text_field(const JsonObject& request, std::string_view key) {
  const Json* value = field(request, key);
  if (value == nullptr) return bad_request("the request has no field '" + std::string(key) + "'");
  if (!value->is_string()) return bad_request("the field '" + std::string(key) + "' is not a string");
  return std::string(value->get_string());
}

Result<std::vector<std::string>> texts_field(const JsonObject& request, std::string_view key) {
  const Json* value = field(request, key);
  if (value == nullptr) return bad_request("the request has no field '" + std::string(key) + "'");
  const Error wrong = bad_request("the field '" + std::string(key) + "' is not a list of strings");
  if (!value->is_array()) return wrong;
  std::vector<std::string> texts;
  for (const Json& text : value->get_array()) {
    if (!text.is_string()) return wrong;
    texts.emplace_back(text.get_string());
  }
  return texts;
}

bool wants_effects(const JsonObject& request) {
  const Json* value = field(request, "explain");
  return value != nullptr && value->is_bool() && value->get_bool();
}

bool all_finite(const Json& value) {
  if (value.is_double()) return std::isfinite(value.get_double());
  if (value.is_array()) return std::all_of(value.get_array().begin(), value.get_array().end(), all_finite);
  if (!value.is_object()) return true;
  return std::all_of(value.get_object().begin(), value.get_object().end(),
                     [](const auto& pair) { return all_finite(pair.value()); });
}

Result<std::string> dice_field(const JsonObject& request, const std::function<u64()>& new_seed) {
  if (field(request, "dice") == nullptr) return "seeded " + std::to_string(new_seed());
  Result<std::string> dice = text_field(request, "dice");
  if (dice && *dice != "real" && !seed_of(*dice))
    return bad_request("'dice' is 'seeded <n>' or 'real', not " + quote(*dice));
  return dice;
}

Result<std::vector<std::string>> names_field(const JsonObject& request, int seats) {
  if (field(request, "names") == nullptr) return default_names(seats);
  Result<std::vector<std::string>> names = texts_field(request, "names");
  if (!names) return names;
  if (names->size() != size_t(seats)) return bad_request("'names' does not hold one name a seat");
  for (const std::string& name : *names)
    if (const std::string wrong = bad_name(name); !wrong.empty()) return bad_request(wrong);
  return names;
}

}  // namespace volpe::engine
