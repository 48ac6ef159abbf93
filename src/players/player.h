// A player: whoever chooses a decision when a seat has one. Bots of every strength implement this one interface.
#pragma once

#include <memory>
#include <string_view>

#include "base/random.h"
#include "games/game.h"

namespace volpe {

template <Game G>
class Player {
 public:
  virtual ~Player() = default;

  // One of the legal decisions of a state that has some. The same state and random stream give the same choice.
  virtual Decision choose(const typename G::State& state, Random& random) const = 0;
};

// Any legal decision, all equally likely.
template <Game G>
class RandomPlayer final : public Player<G> {
 public:
  Decision choose(const typename G::State& state, Random& random) const override {
    const Mask legal = G::legal(state);
    return Decision(nth(legal, random.below(size(legal))));
  }
};

// What looks best at once by a hand-made measure; defined for each game in greedy_<game>.cpp.
template <Game G>
class GreedyPlayer final : public Player<G> {
 public:
  Decision choose(const typename G::State& state, Random& random) const override;
};

inline constexpr std::string_view player_names[] = {"random", "greedy"};

// The player of that name; null if there is none.
template <Game G>
std::unique_ptr<Player<G>> make_player(std::string_view name) {
  if (name == "random") return std::make_unique<RandomPlayer<G>>();
  if (name == "greedy") return std::make_unique<GreedyPlayer<G>>();
  return nullptr;
}

// Error of a name that make_player does not know.
inline Error unknown_player(std::string_view name) {
  std::string names;
  for (std::string_view known : player_names) names += (names.empty() ? "" : ", ") + std::string(known);
  return {Code::unknown_level, "there is no player called '" + std::string(name.substr(0, 60)) + "': " + names};
}

}  // namespace volpe
