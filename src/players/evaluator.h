// An evaluator says what a position is worth. Advice, analysis and the strong players build on this one question.
#pragma once

#include <array>
#include <vector>

#include "players/player.h"

namespace volpe {

// For each seat what it may expect: the mean final total (one seat), the winning chance (more), or points (in a match).
using Value = std::array<double, max_seats>;

template <Game G>
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  // The state may wait for dice or for a decision, or be over. The same state gives the same value.
  virtual Value value(const typename G::State& state) const = 0;

  // What each legal decision is worth to the mover, in the order of their numbers. An evaluator that samples uses
  // the same dice for all of them.
  virtual std::vector<double> values(const typename G::State& state) const {
    std::vector<double> list;
    for (int decision : Members{G::legal(state)}) {
      typename G::State after = state;
      G::apply(after, Decision(decision));
      list.push_back(value(after)[size_t(G::mover(state))]);
    }
    return list;
  }
};

// What the end of a game is worth.
inline Value ending_value(const Ending& end, int seats, bool match) {
  Value value{};
  for (int seat = 0; seat < seats; ++seat)
    if (seats == 1 || match)
      value[size_t(seat)] = end.totals[size_t(seat)];
    else
      value[size_t(seat)] = has(end.winners, seat) ? 1.0 / size(end.winners) : 0.0;
  return value;
}

// Evaluates by rollouts: the mean of some games to the end, with one player in all seats.
template <Game G>
class RolloutEvaluator final : public Evaluator<G> {
 public:
  RolloutEvaluator(std::unique_ptr<Player<G>> player, bool match, int games)
      : player_(std::move(player)), match_(match), games_(games) {}

  Value value(const typename G::State& state) const override { return mean(state, hash(state)); }

  std::vector<double> values(const typename G::State& state) const override {
    std::vector<double> list;
    for (int decision : Members{G::legal(state)}) {
      typename G::State after = state;
      G::apply(after, Decision(decision));
      list.push_back(mean(after, hash(state))[size_t(G::mover(state))]);
    }
    return list;
  }

 private:
  Value mean(const typename G::State& from, u64 seed) const {
    Value sum{};
    for (int game = 0; game < games_; ++game) {
      Random random(seed + u64(game));
      typename G::State state = from;
      while (!G::over(state))
        if (G::legal(state) != 0)
          G::apply(state, player_->choose(state, random));
        else
          G::roll(state, G::thrown(u32(random.below(int(G::throws)))));
      const Value one = ending_value(G::ending(state), G::setup(state).seats, match_);
      for (size_t seat = 0; seat < max_seats; ++seat) sum[seat] += one[seat];
    }
    for (double& seat : sum) seat /= games_;
    return sum;
  }

  std::unique_ptr<Player<G>> player_;
  bool match_;
  int games_;
};

}  // namespace volpe
