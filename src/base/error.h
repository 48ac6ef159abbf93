// Errors from outside: a code that programs read and a sentence that people can act on. Bugs are assertions.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace volpe {

enum class Code {
  bad_request,
  unknown_game,
  bad_option,
  unknown_level,
  bad_event,
  illegal_event,
  dice_due,
  bad_position,
  bad_record,
  no_game,
  game_over,
  unavailable,
  not_found,
  not_yours,
  stale,
  too_many,
  unknown_person,
};

constexpr std::string_view name(Code code) {
  constexpr std::string_view names[] = {"bad_request",   "unknown_game",  "bad_option",   "unknown_level", "bad_event",
                                        "illegal_event", "dice_due",      "bad_position", "bad_record",    "no_game",
                                        "game_over",     "unavailable",   "not_found",    "not_yours",     "stale",
                                        "too_many",      "unknown_person"};
  return names[static_cast<int>(code)];
}

struct Error {
  Code code;
  std::string message;
};

// Text from outside inside one of our sentences: short and printable, whatever it was.
inline std::string quote(std::string_view text) {
  constexpr size_t longest = 60;
  std::string result = "'";
  for (char c : text.substr(0, longest)) result += c >= ' ' && c <= '~' ? c : '?';
  return result + (text.size() > longest ? "…'" : "'");
}

// A value, or the error that kept it from being made.
template <class T, class E = Error>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}
  Result(E error) : content_(std::move(error)) {}

  explicit operator bool() const { return content_.index() == 0; }
  T& operator*() { return *std::get_if<0>(&content_); }
  const T& operator*() const { return *std::get_if<0>(&content_); }
  T* operator->() { return std::get_if<0>(&content_); }
  const T* operator->() const { return std::get_if<0>(&content_); }
  const E& error() const { return *std::get_if<1>(&content_); }

 private:
  std::variant<T, E> content_;
};

}  // namespace volpe
