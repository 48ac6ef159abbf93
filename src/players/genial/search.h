// The best way through a turn of Genial: all falls of the dice and all ways to score them, whatever their end is worth.
#pragma once

#include "players/evaluator.h"
#include "players/genial/race.h"

namespace volpe::genial {

// A position as its mover sees it: seats counted from the mover on, colours named so that the mover's rows fall.
struct Table {
  Table(const Race& race, const State& state);

  int seats, boxes, turn, by;
  int place;                              // of the mover's sheet
  std::array<PerSymbol, max_seats> rows;  // the mover's first
  std::array<PerSymbol, max_seats> dice;
  PerSymbol opposing;  // dice of all others
};

// What a turn's end is worth.
class Outlook {
 public:
  virtual ~Outlook() = default;

  // To each seat, the mover first: the mover's turn ends with this sheet and this fall of their dice.
  virtual Value value(int sheet, int fall) const = 0;
};

class TurnSearch {
 public:
  TurnSearch(const Race& race, const State& state, const Outlook& outlook);

  // To each seat, the mover first, when so many rolls are left and the best is made of each. At least one.
  Value rolling(int rolls) const;

  // What each legal decision is worth to the mover, in the order of their numbers.
  std::vector<double> values(const State& state) const;

  // To each seat, the mover first, before a roll or a decision.
  Value value(const State& state) const;

 private:
  Value best_of(int fall) const;
  Value scored(const State& state, int decision) const;

  const Race& race_;
  const Table table_;
  const Outlook& outlook_;
  std::vector<u16> cases_;
  mutable std::vector<Value> best_;  // of each fall; made when first asked for
};

}  // namespace volpe::genial
