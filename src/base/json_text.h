// Writes JSON as text, without a DOM: one value after the other, with commas where they belong.
//
//   JsonText json;
//   json.object([&] {
//     json.field("name", seat.name);
//     json.key("points").array([&] { for (int points : seat.points) json.value(points); });
//   });
//   return json.take();
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace volpe {

class JsonText {
 public:
  explicit JsonText(size_t expected_length = 256) : text_(expected_length, '\0') {}

  // The one value that was written.
  std::string take() {
    text_.resize(length_ == 0 ? 0 : length_ - 1);  // without its comma
    length_ = 0;
    return std::move(text_);
  }

  // `members` writes keys with their values.
  template <std::invocable Members>
  void object(const Members& members) {
    put('{');
    members();
    close('}');
  }

  template <std::invocable Elements>
  void array(const Elements& elements) {
    put('[');
    elements();
    close(']');
  }

  // Keys are words of ours, in which nothing needs an escape. A value comes next.
  JsonText& key(std::string_view word) {
    put('"');
    put(word);
    put("\":");
    return *this;
  }

  template <class Value>
  void field(std::string_view word, const Value& one) {
    key(word).value(one);
  }

  void value(std::string_view text) {
    put('"');
    size_t plain = 0;  // what begins here needs no escapes
    for (size_t n = 0; n < text.size(); ++n)
      if (needs_escape(text[n])) {
        put(text.substr(plain, n - plain));
        escape(text[n]);
        plain = n + 1;
      }
    put(text.substr(plain));
    put("\",");
  }

  template <std::integral Number>
  void value(Number number) {
    if constexpr (std::same_as<Number, bool>) {
      raw(number ? "true" : "false");
    } else {
      static_assert(!std::same_as<Number, char>, "a character is a text of one");
      char digits[24];
      raw({digits, std::to_chars(digits, digits + sizeof digits, number).ptr});
    }
  }

  void value(std::nullptr_t) { raw("null"); }

  template <class Value>
  void value(const std::optional<Value>& one) {
    if (one)
      value(*one);
    else
      value(nullptr);
  }

  // A value that is JSON already.
  void raw(std::string_view json) {
    put(json);
    put(',');
  }

 private:
  // A comma follows every value; the end of what it stands in takes the place of the last one.
  void close(char end) {
    if (text_[length_ - 1] == ',') --length_;
    put(end);
    put(',');
  }

  void put(char c) { *room_for(1) = c; }
  void put(std::string_view text) { std::memcpy(room_for(text.size()), text.data(), text.size()); }

  char* room_for(size_t size) {
    if (text_.size() - length_ < size) text_.resize(2 * text_.size() + size);
    length_ += size;
    return text_.data() + length_ - size;
  }

  static bool needs_escape(char c) { return static_cast<unsigned char>(c) < ' ' || c == '"' || c == '\\'; }

  void escape(char c) {
    constexpr std::string_view short_ones = "\"\\\b\f\n\r\t", letters = "\"\\bfnrt", hex = "0123456789abcdef";
    put('\\');
    if (const size_t n = short_ones.find(c); n != std::string_view::npos) return put(letters[n]);
    put("u00");
    put(hex[size_t(c) >> 4]);
    put(hex[size_t(c) & 15]);
  }

  std::string text_;  // with room at its end
  size_t length_ = 0;
};

}  // namespace volpe
