// All games there are. A new game is a folder beside these two and a name in this list.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "games/clever/clever.h"
#include "games/genial/genial.h"

namespace volpe {

// A game that is only known when the program runs: std::visit it, and ask G::… of what comes.
using AnyGame = std::variant<Clever, Genial>;

template <class Visitor>
void for_each_game(const Visitor& visit) {
  [&]<class... G>(std::variant<G...>*) { (visit(G{}), ...); }(static_cast<AnyGame*>(nullptr));
}

inline std::optional<AnyGame> game_named(std::string_view name) {
  std::optional<AnyGame> found;
  for_each_game([&](auto game) {
    if (decltype(game)::name == name) found = game;
  });
  return found;
}

// "clever, genial"
inline std::string game_names() {
  std::string names;
  for_each_game([&](auto game) { names += (names.empty() ? "" : ", ") + std::string(decltype(game)::name); });
  return names;
}

inline Error unknown_game(std::string_view name) {
  return {Code::unknown_game, "there is no game called '" + std::string(name.substr(0, 60)) + "': " + game_names()};
}

}  // namespace volpe
