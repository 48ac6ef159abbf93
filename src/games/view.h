// What the JSON views of all games share: writing the common fields of a position, and reading one from outside. What
// is written goes to an output: JsonText or JsonValues.
#pragma once

#include <algorithm>

#include "base/json.h"
#include "base/json_text.h"
#include "base/json_values.h"
#include "games/options.h"

namespace volpe {

inline constexpr int longest_game = 65535;  // events; far beyond any real game, so that no input grows without bound

// Decisions in the order of their texts, as `legal` and `effects` list them.
using SortedDecisions = std::vector<std::pair<std::string, Decision>>;

template <class G>
SortedDecisions sorted_decisions(const typename G::State& state) {
  SortedDecisions list;
  list.reserve(size_t(size(G::legal(state))));
  for (int decision : Members{G::legal(state)})
    list.emplace_back(G::write(state, Decision(decision)), Decision(decision));
  std::sort(list.begin(), list.end());
  return list;
}

template <class G, class Output>
void write_options(Output& json, const Options& options) {
  json.object([&] {
    for (int n = 0; n < option_count<G>; ++n) json.field(G::options[n].name, option_value<G>(options, n));
  });
}

// The fields that every position begins with; `result` comes next.
template <class G, class Output>
void write_common_fields(Output& json, const typename G::State& state, int ply, const SortedDecisions& legal) {
  const Setup setup = G::setup(state);
  const bool over = G::over(state), chance = !over && legal.empty();
  json.field("game", G::name);
  json.field("seats", setup.seats);
  write_options<G>(json.key("options"), setup.options);
  json.field("ply", ply);
  json.key("to_move");
  if (over)
    json.value(nullptr);
  else if (chance)
    json.value("dice");
  else
    json.value(G::mover(state));
  json.key("legal").array([&] {
    for (const auto& [text, decision] : legal) json.value(text);
  });
  json.field("due_seat", chance ? std::optional<u8>(G::due(state).seat) : std::nullopt);
}

// How a game ended: the totals but of redacted seats, who has won, and a grade where the game knows one.
template <class Output>
void write_result(Output& json, int seats, const Ending& end, Mask redacted, std::optional<int> grade = {}) {
  json.object([&] {
    json.key("totals").array([&] {
      for (int seat = 0; seat < seats; ++seat)
        json.value(has(redacted, seat) ? std::nullopt : std::optional<int>(end.totals[size_t(seat)]));
    });
    json.key("winners").array([&] {
      for (int seat : Members{end.winners}) json.value(seat);
    });
    json.key("grades").array([&] {
      if (grade) json.value(*grade);
    });
  });
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
