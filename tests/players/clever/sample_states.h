// States of random games, for tests that look at many of them.
#pragma once

#include <vector>

#include "games/clever/clever.h"

namespace volpe::clever {

// States before dice are due, from games with random decisions.
inline std::vector<State> some_states(int seats) {
  std::vector<State> states;
  Random random(7);
  for (int game = 0; game < 20; ++game)
    for (State state = start({seats, {}}); state.phase != Phase::over;)
      if (state.legal != 0) {
        decide(state, Decision(nth(state.legal, random.below(size(state.legal)))));
      } else {
        states.push_back(state);
        roll_dice(state, thrown(u32(random.below(int(throws)))));
      }
  return states;
}

}  // namespace volpe::clever
