// Advice by playing on: every legal decision is tried, and the rest of the game played many times on the same dice.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "players/player.h"

namespace volpe {

struct Advice {
  Decision decision;
  std::string event;
  double value;  // the mover's mean total (one seat), winning chance (more), or points (inside a match)
};

// What the end of a game is worth to a seat.
inline double worth_of(const Ending& end, int seat, int seats, bool match) {
  if (seats == 1 || match) return end.totals[static_cast<size_t>(seat)];
  return has(end.winners, seat) ? 1.0 / size(end.winners) : 0.0;
}

// Plays on to the end with one player in all seats.
template <Game G>
Ending play_on(typename G::State state, const Player<G>& player, Random& random) {
  while (!G::over(state))
    if (G::legal(state) != 0)
      G::apply(state, player.choose(state, random));
    else
      G::roll(state, G::thrown(u32(random.below(int(G::throws)))));
  return G::ending(state);
}

// All legal decisions, best first, equal ones by their text. The same state gives the same advice.
template <Game G>
std::vector<Advice> advise(const typename G::State& state, const Player<G>& player, bool match, int games) {
  std::vector<Advice> list;
  const int seat = G::mover(state), seats = G::setup(state).seats;
  for (int decision : Members{G::legal(state)}) {
    double sum = 0;
    for (int game = 0; game < games; ++game) {
      Random random(hash(state) + u64(game));  // shared by all decisions
      typename G::State after = state;
      G::apply(after, Decision(decision));
      sum += worth_of(play_on<G>(after, player, random), seat, seats, match);
    }
    list.push_back({Decision(decision), G::write(state, Decision(decision)), sum / games});
  }
  std::sort(list.begin(), list.end(), [](const Advice& a, const Advice& b) {
    return a.value != b.value ? a.value > b.value : a.event < b.event;
  });
  return list;
}

}  // namespace volpe
