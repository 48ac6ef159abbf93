// Reads fields of a server's messages, with a default for fields that are missing or of another type.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"

namespace volpe::client {

// Nothing if the text is not a JSON object.
std::optional<JsonObject> parse_message(const std::string& text);

std::string text_at(const JsonObject& object, std::string_view key);
bool bool_at(const JsonObject& object, std::string_view key);
int number_at(const JsonObject& object, std::string_view key, int otherwise);
const JsonArray& array_at(const JsonObject& object, std::string_view key);

// The code of the error that a message reports; empty if it reports none.
std::string error_code_in(const JsonObject& message);

}  // namespace volpe::client
