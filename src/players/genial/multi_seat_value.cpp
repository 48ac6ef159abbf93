// What a turn's end is worth among racers: who finishes first when everybody's turns left are spread independently.
#include "players/genial/multi_seat_value.h"

namespace volpe::genial {
namespace {

using Seats = std::array<const Ahead*, max_seats>;

// Chances to win, or points in a match, of seats that move in this order.
Value race_value(const Seats& seats, int count, int boxes, bool match) {
  Value value{};
  for (size_t k = 1; k < turns_ahead; ++k)
    for (int winner = 0; winner < count; ++winner) {
      const auto& mine = seats[size_t(winner)]->still;
      const double finishes = double(mine[k - 1]) - double(mine[k]);
      if (finishes <= 0) continue;
      double first = finishes;
      for (int seat = 0; seat < count; ++seat)
        if (seat != winner) first *= double(seats[size_t(seat)]->still[seat < winner ? k : k - 1]);
      if (!match) {
        value[size_t(winner)] += first;
        continue;
      }
      value[size_t(winner)] += boxes * first;
      for (int seat = 0; seat < count; ++seat) {
        const size_t turns = seat < winner ? k : k - 1;
        const double still = double(seats[size_t(seat)]->still[turns]);
        if (seat != winner && still > 0)
          value[size_t(seat)] += first * double(seats[size_t(seat)]->shortest[turns]) / still;
      }
    }
  return value;
}

}  // namespace

MultiSeatValue::MultiSeatValue(const Race& race, const State& state, bool match)
    : race_(race), view_(race, state), match_(match), others_(size_t(race.plan().own_outcomes())) {}

const MultiSeatValue::Others& MultiSeatValue::others(int outcome) const {
  Others& made = others_[size_t(outcome)];
  if (made[1] != nullptr) return made;
  for (int seat = 1; seat < view_.seats; ++seat) {
    PerSymbol known = dice_outcomes(race_.plan().own)[size_t(outcome)].dice;
    for (int later = seat + 1; later < view_.seats; ++later) known += view_.dice[size_t(later)];
    const PerSymbol rows = view_.rows[size_t(seat)];
    const int by = descending(rows);
    const int place = race_.place(race_.sheets().number(rows));
    // Colours that are equal on the sheet may still change places: fewer values to make.
    const PerSymbol dice = renamed(known, by);
    made[size_t(seat)] = &race_.ahead_against(place, renamed(dice, descending_where_equal(dice, renamed(rows, by))));
  }
  return made;
}

Value MultiSeatValue::value(int sheet, int outcome) const {
  if (sheet == race_.sheets().full()) {
    Value won{};
    won[0] = match_ ? view_.boxes : 1;
    for (int seat = 1; match_ && seat < view_.seats; ++seat) won[size_t(seat)] = shortest(view_.rows[size_t(seat)]);
    return won;
  }
  // The mover's next turn comes last.
  Seats order{};
  const Others& made = others(outcome);
  for (int seat = 1; seat < view_.seats; ++seat) order[size_t(seat) - 1] = made[size_t(seat)];
  order[size_t(view_.seats) - 1] = &race_.ahead(race_.place(sheet));
  const Value ordered = race_value(order, view_.seats, view_.boxes, match_);
  Value value{};
  for (int seat = 0; seat < view_.seats; ++seat)
    value[size_t(seat)] = ordered[size_t((seat + view_.seats - 1) % view_.seats)];
  return value;
}

Value starting_value(const Race& race, int seats, bool match) {
  Seats order{};
  order.fill(&race.ahead(0));
  return race_value(order, seats, race.sheets().boxes(), match);
}

}  // namespace volpe::genial
