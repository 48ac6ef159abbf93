// Fields with defaults.
#include "client/json_fields.h"

#include <boost/json/parse.hpp>
#include <utility>

namespace volpe::client {

std::optional<JsonObject> parse_message(const std::string& text) {
  boost::json::error_code failed;
  Json value = boost::json::parse(text, failed);
  if (failed || !value.is_object()) return {};
  return std::move(value.get_object());
}

std::string text_at(const JsonObject& object, std::string_view key) {
  const Json* value = object.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

bool bool_at(const JsonObject& object, std::string_view key) {
  const Json* value = object.if_contains(key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

int number_at(const JsonObject& object, std::string_view key, int otherwise) {
  const Json* value = object.if_contains(key);
  return value != nullptr && value->is_number() ? value->to_number<int>() : otherwise;
}

const JsonArray& array_at(const JsonObject& object, std::string_view key) {
  static const JsonArray none;
  const Json* value = object.if_contains(key);
  return value != nullptr && value->is_array() ? value->get_array() : none;
}

std::string error_code_in(const JsonObject& message) {
  const Json* error = message.if_contains("error");
  return error != nullptr && error->is_object() ? text_at(error->get_object(), "code") : "";
}

}  // namespace volpe::client
