// Values of the store as a row holds them, and back.
#pragma once

#include <algorithm>

#include "store/connection.h"

namespace volpe::store {

inline constexpr std::array<std::string_view, 4> stage_names = {"open", "playing", "over", "archived"};
constexpr std::string_view name(Stage stage) { return stage_names[static_cast<size_t>(stage)]; }
inline Stage stage_named(std::string_view name) {
  const auto found = std::find(stage_names.begin(), stage_names.end(), name);
  return found == stage_names.end() ? Stage::archived : Stage(found - stage_names.begin());
}

inline Value value(const std::optional<std::string>& text) { return text ? Value(*text) : Value(); }

// A database that was edited by hand may hold anything: what is not a number is 0, what is not a text is empty.
inline i64 number(const Value& value) {
  const i64* found = std::get_if<i64>(&value);
  return found == nullptr ? 0 : *found;
}
inline std::string text(const Value& value) {
  const std::string* found = std::get_if<std::string>(&value);
  return found == nullptr ? std::string() : *found;
}
inline std::optional<std::string> maybe_text(const Value& value) {
  if (std::holds_alternative<std::monostate>(value)) return {};
  return text(value);
}

}  // namespace volpe::store
