// The sheets that can come up in Genial, numbered, and pairs of them up to the names of the colours.
//
// A game is the same when its six colours are renamed. So a pair of sheets is kept in one form only: the first sheet
// with its rows descending, and among rows that are equal there, the second sheet's descending.
#pragma once

#include <array>
#include <vector>

#include "players/genial/dice_outcomes.h"

namespace volpe::genial {

// ---- Renamings of the colours

inline constexpr int renamings = 720;

// The renaming n sends symbol s to place renaming(n)[s].
const std::array<u8, symbols>& renaming(int n);
int after(int second, int first);  // the renaming that does the first, then the second
PerSymbol renamed(PerSymbol numbers, int by);

// The number of each outcome of four dice when it is renamed: outcomes_renamed(by)[outcome].
const u8* outcomes_renamed(int by);  // of four dice

// The renaming that makes numbers descend, equal ones in their order.
int descending(PerSymbol numbers);

// The same, but only colours that are equal on a sheet with descending rows change places.
int descending_where_equal(PerSymbol numbers, PerSymbol descending_rows);

// ---- Sheets

int crosses_on(PerSymbol rows);

class Sheets {
 public:
  explicit Sheets(int boxes);

  int boxes() const { return boxes_; }
  int count() const { return int(rows_.size()); }
  PerSymbol rows(int number) const { return rows_[size_t(number)]; }  // in the order of their crosses
  int number(PerSymbol rows) const { return number_[size_t(place(rows))]; }
  int full() const { return count() - 1; }

  // Sheets with descending rows: one for each sheet up to colours, in the order of their crosses.
  int sorted_count() const { return int(sorted_.size()); }
  int sorted(int n) const { return sorted_[size_t(n)]; }                 // its number
  int sorted_place(int number) const { return place_[size_t(number)]; }  // of a sheet whose rows descend

 private:
  int place(PerSymbol rows) const {
    int sum = 0;
    for (int symbol = symbols - 1; symbol >= 0; --symbol) sum = sum * (boxes_ + 1) + of(rows, symbol);
    return sum;
  }

  int boxes_;
  std::vector<PerSymbol> rows_;
  std::vector<int> number_, sorted_, place_;
};

// ---- SheetPairs

class SheetPairs {
 public:
  explicit SheetPairs(const Sheets& sheets);

  struct Place {
    u64 pair;
    int by;  // the renaming that brings the colours into the kept form
  };
  Place find(PerSymbol first, PerSymbol second) const;

  u64 count() const { return first_.back(); }

  // The pairs of one first sheet lie together, in the order of the second sheet's crosses.
  u64 first_with(int sorted_place) const { return first_[size_t(sorted_place)]; }
  u64 first_with(int sorted_place, int crosses) const;  // the first whose second sheet has at least these crosses
  PerSymbol second(int sorted_place, u64 pair) const;

  // How any second sheet is brought into the kept form: its place among the pairs of the first sheet, and the renaming.
  struct Form {
    u32 place : 17;
    u32 by : 15;
  };
  const Form* forms(PerSymbol descending_rows) const;

 private:
  // What may be renamed depends only on which neighbours in the first sheet are equal: one bit for each.
  struct Group {
    std::vector<Form> forms;   // by number of the second sheet
    std::vector<int> numbers;  // of the second sheets in kept form
    std::vector<u64> reached;  // by crosses: how many have fewer
  };
  Group make_group(size_t equal) const;

  const Sheets& sheets_;
  std::vector<Group> groups_;
  std::vector<u64> first_;
};

// The sheets of two-seat games and their pairs.
struct TwoSeatSheets {
  explicit TwoSeatSheets(int boxes) : sheets(boxes), pairs(sheets) {}
  Sheets sheets;
  SheetPairs pairs;
};

}  // namespace volpe::genial
