// A position as its mover sees it: seats and colours renamed.
#include "players/genial/mover_view.h"

namespace volpe::genial {

MoverView::MoverView(const Race& race, const State& state)
    : seats(state.seats), boxes(state.boxes), turn(state.turn), by(descending(state.rows[state.turn])), rows{}, dice{} {
  opposing = 0;
  for (int n = 0; n < seats; ++n) {
    const int seat = (turn + n) % seats;
    rows[size_t(n)] = renamed(state.rows[seat], by);
    dice[size_t(n)] = renamed(state.dice[seat], by);
    if (n > 0) opposing += dice[size_t(n)];
  }
  place = race.sheets().sorted_place(race.sheets().number(rows[0]));
}

}  // namespace volpe::genial
