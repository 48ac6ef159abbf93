// A match: as many games as there are players, each starting once; the points of the games are summed.
#pragma once

#include <array>

#include "games/game.h"

namespace volpe {

// A game that can be played alone is played for its score.
template <class G>
inline constexpr bool played_in_matches = G::min_seats > 1;

// Who sits in a seat in game k (from 0), and where a person sits.
constexpr int person_in_seat(int game, int seat, int seats) { return (game + seat) % seats; }
constexpr int seat_of_person(int game, int person, int seats) { return (person - game % seats + seats) % seats; }

struct Match {
  int seats = 0;
  int games = 0;  // finished so far
  std::array<int, max_seats> points{};

  bool over() const { return games == seats; }

  void add(const Ending& end) {
    for (int seat = 0; seat < seats; ++seat) points[person_in_seat(games, seat, seats)] += end.totals[seat];
    ++games;
  }

  // The persons with the highest sum; equal sums share the match.
  Mask winners() const {
    Mask best = 0;
    int most = -1;
    for (int person = 0; person < seats; ++person) {
      if (points[person] > most) best = 0, most = points[person];
      if (points[person] == most) best |= bit(person);
    }
    return best;
  }
};

}  // namespace volpe
