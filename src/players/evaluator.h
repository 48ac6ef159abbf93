// A judge: what a position is worth. Advice, analysis and the strong players stand on this one question.
#pragma once

#include <array>
#include <vector>

#include "players/player.h"

namespace volpe {

// For each seat what it may expect: the mean final total (one seat), the winning chance (more), or points (in a match).
using Worth = std::array<double, max_seats>;

template <Game G>
class Judge {
 public:
  virtual ~Judge() = default;

  // Any state may be asked, at chance, before a decision, or over. The same state gives the same answer.
  virtual Worth worth(const typename G::State& state) const = 0;

  // What each legal decision is worth to the mover, in the order of their numbers. A judge that samples uses the same
  // dice for all of them.
  virtual std::vector<double> values(const typename G::State& state) const {
    std::vector<double> list;
    for (int decision : Members{G::legal(state)}) {
      typename G::State after = state;
      G::apply(after, Decision(decision));
      list.push_back(worth(after)[size_t(G::mover(state))]);
    }
    return list;
  }
};

// What the end of a game is worth.
inline Worth worth_of(const Ending& end, int seats, bool match) {
  Worth worth{};
  for (int seat = 0; seat < seats; ++seat)
    if (seats == 1 || match)
      worth[size_t(seat)] = end.totals[size_t(seat)];
    else
      worth[size_t(seat)] = has(end.winners, seat) ? 1.0 / size(end.winners) : 0.0;
  return worth;
}

// Judges by playing on: the mean of some games to the end, with one player in all seats.
template <Game G>
class RolloutJudge final : public Judge<G> {
 public:
  RolloutJudge(std::unique_ptr<Player<G>> player, bool match, int games)
      : player_(std::move(player)), match_(match), games_(games) {}

  Worth worth(const typename G::State& state) const override { return mean(state, hash(state)); }

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
  Worth mean(const typename G::State& from, u64 seed) const {
    Worth sum{};
    for (int game = 0; game < games_; ++game) {
      Random random(seed + u64(game));
      typename G::State state = from;
      while (!G::over(state))
        if (G::legal(state) != 0)
          G::apply(state, player_->choose(state, random));
        else
          G::roll(state, G::thrown(u32(random.below(int(G::throws)))));
      const Worth one = worth_of(G::ending(state), G::setup(state).seats, match_);
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
