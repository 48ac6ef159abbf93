// Builds JSON values with the words of JsonText: what is written once serves as text and as values.
#pragma once

#include <boost/json/value_stack.hpp>
#include <concepts>
#include <optional>
#include <string_view>
#include <utility>

#include "base/json.h"

namespace volpe {

class JsonValues {
 public:
  // The one value that was written.
  Json take() { return stack_.release(); }

  template <std::invocable Members>
  void object(const Members& members) {
    stack_.push_object(count_in(members));
  }

  template <std::invocable Elements>
  void array(const Elements& elements) {
    stack_.push_array(count_in(elements));
  }

  JsonValues& key(std::string_view word) {
    stack_.push_key(word);
    return *this;
  }

  template <class Value>
  void field(std::string_view word, const Value& one) {
    key(word).value(one);
  }

  void value(std::string_view text) {
    ++count_;
    stack_.push_string(text);
  }

  template <std::integral Number>
  void value(Number number) {
    ++count_;
    if constexpr (std::same_as<Number, bool>)
      stack_.push_bool(number);
    else
      stack_.push_int64(static_cast<std::int64_t>(number));
  }

  void value(std::nullptr_t) {
    ++count_;
    stack_.push_null();
  }

  template <class Value>
  void value(const std::optional<Value>& one) {
    if (one)
      value(*one);
    else
      value(nullptr);
  }

 private:
  // How many values `inner` writes; together they are one more of what surrounds them.
  template <class Inner>
  size_t count_in(const Inner& inner) {
    const size_t before = std::exchange(count_, 0);
    inner();
    return std::exchange(count_, before + 1);
  }

  unsigned char first_room_[6144];
  boost::json::value_stack stack_{{}, first_room_, sizeof first_room_};
  size_t count_ = 0;  // values so far in the object or array that is being written
};

}  // namespace volpe
