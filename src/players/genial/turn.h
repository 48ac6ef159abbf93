// What a turn of Genial can lead to: for every outcome of the mover's dice the ways to score it, and the sheets they
// make.
//
// Two levels, because the solver asks millions of times. A Plan knows dice only: which ways there are to use them, and
// which of the opposing dice matter to each. A Turn is a plan on one sheet: the sheets that are worth reaching, where
// more crosses are never worse than fewer.
#pragma once

#include <vector>

#include "players/genial/dice_outcomes.h"
#include "players/genial/sheets.h"

namespace volpe::genial {

// A list of lists in one row.
template <class T>
class Lists {
 public:
  void add(const T& item) { items_.push_back(item); }
  void end_list() { ends_.push_back(u32(items_.size())); }
  int size() const { return int(ends_.size()); }
  struct Range {
    const T *first, *last;
    const T* begin() const { return first; }
    const T* end() const { return last; }
    bool empty() const { return first == last; }
  };
  Range operator[](int n) const {
    return {items_.data() + (n == 0 ? 0 : ends_[size_t(n) - 1]), items_.data() + ends_[size_t(n)]};
  }
  const std::vector<T>& items() const { return items_; }

 private:
  std::vector<T> items_;
  std::vector<u32> ends_;
};

// Whether rows a have nowhere more crosses than b.
bool covered(PerSymbol a, PerSymbol b);

struct Plan {
  Plan(int own, int opposing, int four_joker);

  // A way: some dice are jokers, the others match so and so often; what is open is where the jokers go.
  Lists<u16> ways;               // the crosses of each
  std::vector<Crosses> crosses;  // all that differ by what a row gets
  // A case: an outcome of the mover's dice, and the opposing dice as far as they have the same symbols.
  Lists<u16> cases;  // the ways of each

  int own, opposing;                // numbers of dice
  std::vector<u16> first_case;      // of each own outcome, and one more
  std::vector<u16> first_way;       // likewise
  std::vector<PerSymbol> own_mask;  // of each own outcome: the symbols it has
  std::vector<PerSymbol> offered;   // of each case: the opposing dice that matter

  int own_outcomes() const { return int(first_case.size()) - 1; }

  u16 case_of(int own_outcome, int opposing_outcome) const {
    return case_of_[size_t(own_outcome) * opposing_outcomes_ + size_t(opposing_outcome)];
  }

  // The case of each own outcome against these dice, as many as planned for or fewer.
  std::vector<u16> cases_against(PerSymbol opposing_dice) const;

 private:
  u16 case_with(int own_outcome, PerSymbol opposing_dice) const;

  size_t opposing_outcomes_;  // of the opposing dice
  std::vector<u16> case_of_;
};

struct Turn {
  Turn(const Plan& plan, const Sheets& sheets, int sheet);

  std::vector<int> after;  // the sheets that can be reached, without the sheet itself
  Lists<u16> results;      // of each way: places in `after`; empty if nothing can be crossed
  std::vector<u16> idle;   // cases in which nothing can be crossed
};

}  // namespace volpe::genial
