// What the JSON views of all games share: the common fields of a position, and reading one from outside.
#pragma once

#include <algorithm>

#include "base/json.h"
#include "games/options.h"

namespace volpe {

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
