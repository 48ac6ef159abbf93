// JSON from outside: parsing a message, reading its fields with one sentence for what does not fit, errors as objects.
#pragma once

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "base/error.h"

namespace volpe {

using Json = boost::json::value;
using JsonArray = boost::json::array;
using JsonObject = boost::json::object;

inline JsonObject error_object(const Error& error) { return {{"code", name(error.code)}, {"message", error.message}}; }

inline Error bad_request(const std::string& what) { return {Code::bad_request, what}; }

inline Result<JsonObject> parse_object(std::string_view text) {
  boost::json::error_code failed;
  Json value = boost::json::parse(text, failed);
  if (failed || !value.is_object()) return bad_request("the message is not a JSON object");
  return std::move(value.get_object());
}

// A text field of at most some bytes.
inline Result<std::string> text_field(const JsonObject& object, std::string_view key, size_t longest) {
  const Json* value = object.if_contains(key);
  if (value == nullptr || !value->is_string() || value->get_string().size() > longest)
    return bad_request(quote(key) + " is missing or no text of at most " + std::to_string(longest) + " bytes");
  return std::string(value->get_string());
}

// Reads the fields of an object from outside. The first thing that does not fit is kept as the error; what is read
// after it is of no use, but harmless.
class Fields {
 public:
  Fields(const JsonObject& object, std::string where, std::string& error)
      : object_(&object), where_(std::move(where)), error_(&error) {}

  bool has(std::string_view key) const { return object_->contains(key); }

  void fail(const std::string& what) const {
    if (error_->empty()) *error_ = where_ + what;
  }

  int integer(std::string_view key, int least, int most) const {
    const Json* value = find(key);
    return value == nullptr ? least : integer_of(*value, key, least, most);
  }

  std::string text(std::string_view key) const {
    const Json* value = find(key);
    if (value == nullptr) return {};
    if (!value->is_string()) return fail(quote(key) + " is not a string"), std::string();
    return std::string(value->get_string());
  }

  bool truth(std::string_view key) const {
    const Json* value = find(key);
    if (value != nullptr && !value->is_bool()) fail(quote(key) + " is not true or false");
    return value != nullptr && value->is_bool() && value->get_bool();
  }

  std::vector<int> integers(std::string_view key, int least, int most, size_t longest) const {
    std::vector<int> list;
    for (const Json& value : array(key, longest)) list.push_back(integer_of(value, key, least, most));
    return list;
  }

  std::vector<std::string> texts(std::string_view key, size_t longest) const {
    std::vector<std::string> list;
    for (const Json& value : array(key, longest)) {
      if (!value.is_string()) fail(quote(key) + " holds something else than strings");
      list.emplace_back(value.is_string() ? std::string(value.get_string()) : std::string());
    }
    return list;
  }

  Fields object(std::string_view key) const {
    const Json* value = find(key);
    if (value != nullptr && !value->is_object()) fail(quote(key) + " is not an object");
    return {value != nullptr && value->is_object() ? value->get_object() : nothing(), where_ + std::string(key) + ": ",
            *error_};
  }

  // The objects of an array of exactly `length`.
  std::vector<Fields> objects(std::string_view key, size_t length) const {
    std::vector<Fields> list;
    const JsonArray& values = array(key, length);
    for (size_t n = 0; n < length; ++n) {
      const bool there = n < values.size() && values[n].is_object();
      if (!there) fail(quote(key) + " is not a list of " + std::to_string(length) + " objects");
      list.emplace_back(there ? values[n].get_object() : nothing(),
                        where_ + std::string(key) + " " + std::to_string(n) + ": ", *error_);
    }
    return list;
  }

  const JsonObject& json() const { return *object_; }

 private:
  static const JsonObject& nothing() {
    static const JsonObject empty;
    return empty;
  }

  const Json* find(std::string_view key) const {
    const Json* value = object_->if_contains(key);
    if (value == nullptr) fail(quote(key) + " is missing");
    return value;
  }

  int integer_of(const Json& value, std::string_view key, int least, int most) const {
    const std::int64_t* number = value.if_int64();
    const std::uint64_t* positive = value.if_uint64();  // what a position made here holds for small unsigned numbers
    if (number != nullptr && *number >= least && *number <= most) return static_cast<int>(*number);
    if (positive != nullptr && *positive <= u64(most) && int(*positive) >= least) return static_cast<int>(*positive);
    fail(quote(key) + " is not a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return least;
  }

  const JsonArray& array(std::string_view key, size_t longest) const {
    static const JsonArray empty;
    const Json* value = find(key);
    if (value == nullptr) return empty;
    if (!value->is_array() || value->get_array().size() > longest)
      return fail(quote(key) + " is not a list of at most " + std::to_string(longest)), empty;
    return value->get_array();
  }

  const JsonObject* object_;
  std::string where_;
  std::string* error_;
};

// Which of `names` a text is; the error of `fields` if none.
template <size_t n>
int one_of(const Fields& fields, std::string_view key, const std::string_view (&names)[n]) {
  const std::string text = fields.text(key);
  for (int i = 0; i < static_cast<int>(n); ++i)
    if (names[i] == text) return i;
  fields.fail(quote(key) + " cannot be " + quote(text));
  return 0;
}

}  // namespace volpe
