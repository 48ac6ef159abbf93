// What a turn's end is worth among racers: everybody is thought to race on alone, but for the dice that lie there now.
//
// Each seat's turns left are spread as the lone racer's; the one who needs the fewest wins, the seats in turn deciding
// between equals. The dice that the mover leaves behind, and all others that lie there, count for the next turn of
// every opponent; dice that will have been rolled again by then count as random.
#pragma once

#include "players/genial/turn_search.h"

namespace volpe::genial {

class MultiSeatValue final : public LeafEvaluator {
 public:
  MultiSeatValue(const Race& race, const State& state, bool match);

  Value value(int sheet, int outcome) const override;

 private:
  using Others = std::array<const Ahead*, max_seats>;  // by seat from the mover on; the mover's is not set
  const Others& others(int outcome) const;

  const Race& race_;
  const MoverView view_;
  bool match_;
  mutable std::vector<Others> others_;  // by the mover's outcome; made when first asked for
};

// What everybody may expect before the first turn, with all dice unknown; the first seat first.
Value starting_value(const Race& race, int seats, bool match);

}  // namespace volpe::genial
