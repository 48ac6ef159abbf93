// What the end of a turn is worth, where a search of the turn stops.
#pragma once

#include "players/evaluator.h"

namespace volpe::genial {

class LeafEvaluator {
 public:
  virtual ~LeafEvaluator() = default;

  // To each seat, the mover first: the mover's turn ends with this sheet and this outcome of their dice.
  virtual Value value(int sheet, int outcome) const = 0;
};

}  // namespace volpe::genial
