// The solution of Genial for two: a file with the winning chance of whoever is to roll, for every pair of sheets and
// every fall of the other's dice, as the expert reads it and the solver writes it.
//
// The file is a header of one page and then, for each pair (mover's sheet first), the chances by the other's fall. It
// is written from the fullest sheets to the empty ones: a layer is all pairs with the same sum of crosses. The header
// says which layers are done and holds a checksum of each.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "players/genial/sheets.h"

namespace volpe::genial {

inline constexpr int two_seat_falls = 126;

// The sheets of two-seat games and their pairs, made once for each number of boxes.
struct TwoSeatSheets {
  explicit TwoSeatSheets(int boxes) : sheets(boxes), pairs(sheets) {}
  Sheets sheets;
  SheetPairs pairs;
};

class Solution {
 public:
  // Where a solution lies unless told otherwise: $VOLPE_DATA, else volpe in the user's folder for data.
  static std::string usual_path(int boxes, int four_joker);
  static u64 bytes(int boxes);

  // A complete solution to read. The header and the size are checked; `verify` checks every value.
  static Result<std::unique_ptr<Solution>> open(const std::string& path, int boxes, int four_joker);

  // Whether a file is the beginning of a solution.
  static bool unfinished(const std::string& path);

  // A solution to work on: new, or as far as it was done, which is verified.
  static Result<std::unique_ptr<Solution>> resume(const std::string& path, int boxes, int four_joker);

  ~Solution();
  Solution(const Solution&) = delete;
  Solution& operator=(const Solution&) = delete;

  int boxes() const;
  int four_joker() const;
  const Sheets& sheets() const { return both_.sheets; }
  const SheetPairs& pairs() const { return both_.pairs; }

  float* row(u64 pair) { return values_ + pair * two_seat_falls; }
  const float* row(u64 pair) const { return values_ + pair * two_seat_falls; }

  // Layers are done from the highest sum of crosses down to 0.
  int layers() const { return 2 * symbols * boxes() + 1; }
  int layers_done() const;
  u64 pairs_done() const;
  bool complete() const { return layers_done() == layers(); }
  std::string finish_layer();  // writes the next one into the file; what went wrong, or nothing

  bool verify() const;  // whether the finished layers are as they were written

 private:
  struct Header;
  Solution(int file, void* memory, u64 size, int boxes);

  template <class Visit>
  void visit_layer(int crosses, Visit&& visit) const;  // its stretches of pairs
  u64 layer_checksum(int crosses) const;
  bool read(const void* begin, const void* end);
  bool read_done();
  bool write(const void* begin, const void* end) const;

  int file_;

  void* memory_;
  u64 size_;
  Header* header_;
  float* values_;
  TwoSeatSheets both_;
};

}  // namespace volpe::genial
