// The solution of Genial for two as a file: mapped into memory to be read by the expert, or worked on by the solver.
//
// The file is a header of one page and then, for each pair (mover's sheet first), the chances by the other's outcome.
// It is written from the fullest sheets to the empty ones: a layer is all pairs with the same sum of crosses. The
// header says which layers are done and holds a checksum of each.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "players/genial/solution.h"

namespace volpe::genial {

// Where a solution lies unless told otherwise: $VOLPE_DATA, else volpe in the user's folder for data.
std::string usual_solution_path(int boxes, int four_joker);

class MappedSolution final : public Solution {
 public:
  static u64 bytes(int boxes);

  // A complete solution to read. The header and the size are checked; `verify` checks every value.
  static Result<std::unique_ptr<MappedSolution>> open(const std::string& path, int boxes, int four_joker);

  // Whether a file is the beginning of a solution.
  static bool unfinished(const std::string& path);

  // A solution to work on: new, or as far as it was done, which is verified.
  static Result<std::unique_ptr<MappedSolution>> resume(const std::string& path, int boxes, int four_joker);

  ~MappedSolution() override;

  using Solution::row;
  float* row(u64 pair) { return values_ + pair * two_seat_outcomes; }  // only of a solution to work on

  // Layers are done from the highest sum of crosses down to 0.
  int layers() const { return 2 * symbols * boxes() + 1; }
  int layers_done() const;
  u64 pairs_done() const;
  bool complete() const { return layers_done() == layers(); }
  std::string finish_layer();  // writes the next one into the file; what went wrong, or nothing

  bool verify() const;  // whether the finished layers are as they were written

 private:
  struct Header;
  MappedSolution(int file, void* memory, u64 size, int boxes, int four_joker);

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
};

}  // namespace volpe::genial
