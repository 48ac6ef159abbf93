// Walks through a JSON text from its first byte to its last without building values: for messages of which a program
// needs little and gets many.
#pragma once

#include <charconv>
#include <string_view>

#include "base/bits.h"

namespace volpe::client {

// Stands before a value; reading or skipping it moves on behind it. A text that is no JSON makes the cursor fail: then
// it stands at the end, and whatever it reads is empty.
class JsonCursor {
 public:
  explicit JsonCursor(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  bool failed() const { return failed_; }

  // Reads no further: the objects and arrays that are being read end here.
  void stop() {
    stopped_ = true;
    at_ = end_;
  }

  // Skips a value; returns its text, a string with its quotes.
  std::string_view value();

  // Reads the next value as an object: calls member(key) for each, which must read or skip the value. Skips a value
  // that is no object. Keys are texts as they stand, with whatever is escaped in them.
  template <class F>
  void object(const F& member) {
    list('{', '}', [&](size_t) {
      const std::string_view key = string();
      if (take(':')) member(inside(key));
    });
  }

  // The same for an array: calls item(index).
  template <class F>
  void array(const F& item) {
    list('[', ']', item);
  }

  // The text between the quotes of a string; empty if it is none.
  static std::string_view inside(std::string_view value) {
    return value.size() >= 2 && value.front() == '"' ? value.substr(1, value.size() - 2) : std::string_view();
  }

  // A whole number; `otherwise` if it is none.
  static i64 number(std::string_view value, i64 otherwise) {
    i64 number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    return error == std::errc() && end == value.data() + value.size() ? number : otherwise;
  }

 private:
  template <class F>
  void list(char opening, char closing, const F& element) {
    if (!stands_at(opening)) {
      value();
      return;
    }
    ++at_;
    if (stands_at(closing)) {
      ++at_;
      return;
    }
    size_t n = 0;
    do element(n++);
    while (!stopped_ && !stands_at(closing) && take(','));
    if (!stopped_) ++at_;
  }

  void skip_space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
  }
  bool stands_at(char c) {
    skip_space();
    return at_ != end_ && *at_ == c;
  }
  bool take(char c) {
    if (!stands_at(c)) return fail(), false;
    ++at_;
    return true;
  }
  std::string_view string() {
    if (!stands_at('"')) return fail(), std::string_view();
    return value();
  }
  void fail() {
    failed_ = true;
    stop();
  }

  const char* at_;
  const char* end_;
  bool failed_ = false, stopped_ = false;
};

}  // namespace volpe::client
