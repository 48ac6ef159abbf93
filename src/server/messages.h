// Messages from outside: a JSON object and its fields, and errors as they are told.
#pragma once

#include <boost/json/parse.hpp>
#include <string>
#include <string_view>

#include "games/view.h"

namespace volpe::server {

inline JsonObject error_object(const Error& error) { return {{"code", name(error.code)}, {"message", error.message}}; }

inline Error bad_request(const std::string& what) { return {Code::bad_request, what}; }

inline Result<JsonObject> object_in(std::string_view text) {
  boost::json::error_code failed;
  Json value = boost::json::parse(text, failed);
  if (failed || !value.is_object()) return bad_request("the message is not a JSON object");
  return std::move(value.get_object());
}

// A text field of at most some bytes.
inline Result<std::string> text_in(const JsonObject& object, std::string_view key, size_t longest) {
  const Json* value = object.if_contains(key);
  if (value == nullptr || !value->is_string() || value->get_string().size() > longest)
    return bad_request(quote(key) + " is missing or no text of at most " + std::to_string(longest) + " bytes");
  return std::string(value->get_string());
}

}  // namespace volpe::server
