// The compact model of Genial for two: a few megabytes distilled from the solution, for those who have not solved it.
//
// For each pair of sheets it keeps the mover's winning chance in the mean over the other's dice, as a small correction
// of what two lone racers would have. What the dice that lie there change is found by looking one turn ahead.
#pragma once

#include "players/genial/solution.h"
#include "players/genial/turn_search.h"
#include "players/model.h"

namespace volpe::genial {

class Compact {
 public:
  static constexpr std::string_view name = "genial-2.model", kind = "genial-2";
  static constexpr u32 version = 1;

  // The options of the model that ships, and the number of its corrections: one a pair of sheets.
  static constexpr int boxes = 7, four_joker = 4;
  static constexpr size_t corrections = 6'122'740;

  // With the racer of two seats and the same options.
  Compact(Bytes corrections, const Race& race);

  // The corrections that a solution asks for.
  static Bytes distil(const Solution& solution, const Race& race);

  // The mover's winning chance in the mean over the other's dice.
  float mean(u64 pair, int mover_place, int other_place) const;
  float per_turn(int mover_place, int other_place) const;  // what a turn saved would add to it
  const SheetPairs& pairs() const { return both_.pairs; }
  const Sheets& sheets() const { return both_.sheets; }

 private:
  Bytes corrections_;
  TwoSeatSheets both_;
  std::vector<float> racers_, per_turn_;  // by both places
};

class CompactValue final : public LeafEvaluator {
 public:
  CompactValue(const Compact& compact, const Race& race, const State& state);

  Value value(int sheet, int outcome) const override;

 private:
  using Row = std::array<float, two_seat_outcomes>;
  struct Then {
    float mean, per_turn;
  };
  std::vector<Then> chances_after(int sheet) const;
  Row look_ahead(int sheet) const;  // the other's chances by the mover's outcome

  const Compact& compact_;
  const Race& race_;
  const MoverView view_;
  int other_place_, other_by_;
  mutable std::vector<std::unique_ptr<Row>> rows_;  // by sheet; made when first asked for
};

}  // namespace volpe::genial
