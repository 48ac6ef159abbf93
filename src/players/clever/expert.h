// The expert of Clever: alone it plays for points, at a table for the chance to win.
#pragma once

#include <memory>

#include "players/clever/solo_search.h"
#include "players/clever/table_search.h"
#include "players/player.h"

namespace volpe::clever {

// Searches remember values, which changes no choice.
class SoloExpert final : public Player<Clever> {
 public:
  explicit SoloExpert(std::shared_ptr<const Weights> network) : search_(std::move(network)) {}
  Decision choose(const State& state, Random&) const override { return search_.choose(state); }

 private:
  mutable SoloSearch search_;
};

class TableExpert final : public Player<Clever> {
 public:
  explicit TableExpert(std::shared_ptr<const Weights> network) : search_(std::move(network)) {}
  Decision choose(const State& state, Random&) const override { return search_.to_win(state); }

 private:
  mutable TableSearch search_;
};

}  // namespace volpe::clever
