// One game from start to end with seeded dice, on whatever thread asks; and the seeds of the games of a series.
#pragma once

#include "dice/dice.h"

namespace volpe {

// The seed of game n of a simulation.
constexpr u64 game_seed(u64 seed, u64 n) { return mix(key_of(seed) + n); }

// The stream a seat's player draws from in a game: apart from the dice, and from the other seats'.
constexpr u64 player_seed(u64 game_seed, int person) { return mix(game_seed ^ (0xb0700000000000 + u64(person))); }

// Plays one game. `choose(state, seat)` decides; `see(state, event)` is shown every event before it happens.
template <Game G, class Choose, class See>
typename G::State play_game(const Setup& setup, SeededDice dice, Choose&& choose, See&& see) {
  typename G::State state = G::start(setup);
  for (;;) {
    if (G::legal(state) != 0) {
      const Decision decision = choose(state, G::mover(state));
      see(state, decision);
      G::apply(state, decision);
    } else if (!G::over(state)) {
      const typename G::Roll roll = dice.template roll<G>(state);
      see(state, roll);
      G::roll(state, roll);
    } else {
      return state;
    }
  }
}

}  // namespace volpe
