// The rolls of a game beside those that its dice show: what a record proves about its dice (docs/fair-dice.md).
#pragma once

#include "record/play.h"

namespace volpe {

// A roll that is not the one the dice show there.
struct WrongRoll {
  size_t event;  // from 1, as `volpe replay` counts
  std::string recorded, thrown;
};

struct CheckedRolls {
  int count = 0;  // as many follow from the dice
  std::optional<WrongRoll> wrong;
};

// Throws every roll of a game again, up to the first that differs.
template <Game G>
CheckedRolls check_rolls(const Play<G>& play, DigitalDice dice) {
  CheckedRolls checked;
  typename G::State state = play.first();
  for (size_t n = 0; n < play.events().size(); ++n) {
    const Event<G>& event = play.events()[n];
    if (std::holds_alternative<typename G::Roll>(event)) {
      const std::string recorded = write<G>(state, event), thrown = G::write(state, roll<G>(dice, state));
      if (recorded != thrown) {
        checked.wrong = WrongRoll{n + 1, recorded, thrown};
        return checked;
      }
      ++checked.count;
    }
    apply<G>(state, event);
  }
  return checked;
}

}  // namespace volpe
