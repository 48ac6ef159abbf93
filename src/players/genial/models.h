// The models of Genial: tables of the lone racer, which are computed, and what is known of games for two.
#pragma once

#include <memory>
#include <optional>

#include "base/error.h"

namespace volpe::genial {

class Race;
class Compact;
class Solution;

class Models {
 public:
  virtual ~Models() = default;

  // The tables of the lone racer, computed when they are first asked for, which takes a while.
  virtual std::shared_ptr<const Race> race(int seats, int boxes, int four_joker) const = 0;

  // The compact model, loaded when it is first asked for; an error if it is missing or damaged.
  virtual Result<std::shared_ptr<const Compact>> compact() const = 0;

  // Why the compact model cannot be loaded, if so. Keeps nothing in memory.
  virtual std::optional<Error> missing_compact() const = 0;

  // The solution for these options; null if nobody computed it, an error if it is damaged.
  virtual Result<std::shared_ptr<const Solution>> solution(int boxes, int four_joker) const = 0;
};

}  // namespace volpe::genial
