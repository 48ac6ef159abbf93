// The racer as a player.
#include "players/genial/race_player.h"

#include <algorithm>

namespace volpe::genial {

Decision best_decision(Mask legal, const std::vector<double>& values) {
  return Decision(nth(legal, int(std::max_element(values.begin(), values.end()) - values.begin())));
}

Decision RacePlayer::choose(const State& state, Random&) const {
  return best_decision(state.legal, TurnSearch(*race_, state, RaceValue(*race_)).values(state));
}

}  // namespace volpe::genial
