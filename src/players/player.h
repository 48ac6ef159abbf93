// A player chooses a decision when its seat has one. Bots of every strength implement this one interface.
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

// Takes what looks best at once by a hand-made measure; each game defines it in players/<game>/greedy.cpp.
template <Game G>
class GreedyPlayer final : public Player<G> {
 public:
  Decision choose(const typename G::State& state, Random& random) const override;
};

}  // namespace volpe
