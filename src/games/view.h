// What the JSON views of all games share: the common fields of a position, and reading one from outside.
#pragma once

#include <algorithm>
#include <boost/json/value.hpp>

#include "games/options.h"

namespace volpe {

using Json = boost::json::value;
using JsonArray = boost::json::array;
using JsonObject = boost::json::object;

inline constexpr int longest_game = 65535;  // events; far beyond any real game, so that no input grows without bound

// Decisions in the order of their texts, as `legal` and `effects` list them.
template <class G>
std::vector<std::pair<std::string, Decision>> sorted_decisions(const typename G::State& state) {
  std::vector<std::pair<std::string, Decision>> list;
  for (int decision : Members{G::legal(state)})
    list.emplace_back(G::write(state, Decision(decision)), Decision(decision));
  std::sort(list.begin(), list.end());
  return list;
}

// The fields that every position has, but for `phase`, `due` and `sheets`, which only the game knows.
template <class G>
JsonObject common_fields(const typename G::State& state, int ply) {
  const Setup setup = G::setup(state);
  JsonObject options;
  for (int n = 0; n < option_count<G>; ++n) options[G::options[n].name] = option_value<G>(setup.options, n);
  JsonArray legal;
  for (const auto& [text, decision] : sorted_decisions<G>(state)) legal.emplace_back(text);
  const bool over = G::over(state), chance = !over && legal.empty();
  JsonObject position{{"game", G::name}, {"seats", setup.seats}, {"options", std::move(options)}, {"ply", ply}};
  position["to_move"] = over ? Json(nullptr) : chance ? Json("dice") : Json(G::mover(state));
  position["legal"] = std::move(legal);
  position["due_seat"] = chance ? Json(G::due(state).seat) : Json(nullptr);
  position["result"] = nullptr;
  if (over) {
    const Ending end = G::ending(state);
    JsonArray totals, winners;
    for (int seat = 0; seat < setup.seats; ++seat) totals.emplace_back(end.totals[seat]);
    for (int seat : Members{end.winners}) winners.emplace_back(seat);
    position["result"] = {{"totals", totals}, {"winners", winners}, {"grades", JsonArray{}}};
  }
  return position;
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
  fields.fail(quote(key) + " can not be " + quote(text));
  return 0;
}

template <class G>
Setup read_setup(const Fields& fields) {
  Setup setup{G::min_seats, {}};
  if (fields.text("game") != G::name) fields.fail("'game' is not " + std::string(G::name));
  setup.seats = fields.integer("seats", G::min_seats, G::max_seats);
  if (!fields.has("options")) return setup;
  const Fields options = fields.object("options");
  for (const auto& [key, value] : options.json()) {
    const Result<Options> chosen = choose<G>(setup.options, key, options.text(key));
    if (chosen)
      setup.options = *chosen;
    else
      options.fail(chosen.error().message);
  }
  return setup;
}

// Where `given` says something else than `made`, or something that `made` does not know; empty if nowhere.
inline std::string contradiction(const Json& given, const Json& made, const std::string& path) {
  if (given.is_object() && made.is_object()) {
    for (const auto& [key, value] : given.get_object()) {
      const Json* own = made.get_object().if_contains(key);
      const std::string inner = path + (path.empty() ? "" : ".") + std::string(key);
      if (own == nullptr) return "there is no field " + quote(inner);
      if (std::string found = contradiction(value, *own, inner); !found.empty()) return found;
    }
    return {};
  }
  if (given.is_array() && made.is_array() && given.get_array().size() == made.get_array().size()) {
    for (size_t n = 0; n < given.get_array().size(); ++n)
      if (std::string found = contradiction(given.get_array()[n], made.get_array()[n], path + " " + std::to_string(n));
          !found.empty())
        return found;
    return {};
  }
  return given == made ? std::string() : quote(path) + " contradicts the rest of the position";
}

// A state built from a position stands only if its own position says the same in every field that was given.
template <class G>
Result<typename G::State> confirmed(const typename G::State& state, const Fields& fields, std::string& error) {
  const int ply = fields.integer("ply", 0, longest_game);
  if (error.empty()) {
    JsonObject given = fields.json();
    given.erase("effects");
    error = contradiction(given, G::position(state, ply), "");
  }
  if (!error.empty()) return Error{Code::bad_position, error};
  return state;
}

}  // namespace volpe
