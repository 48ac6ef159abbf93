// The racer of Clever: it looks one step ahead and plays for its own total as if it were alone.
#pragma once

#include <memory>

#include "players/clever/table_search.h"
#include "players/player.h"

namespace volpe::clever {

class RacePlayer final : public Player<Clever> {
 public:
  // With the network of a solo game, however many seats there are.
  explicit RacePlayer(std::shared_ptr<const Weights> network) : search_(std::move(network)) {}
  Decision choose(const State& state, Random&) const override { return search_.to_score(state); }

 private:
  mutable TableSearch search_;  // remembers values, which changes no choice
};

}  // namespace volpe::clever
