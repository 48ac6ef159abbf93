// The value network of Clever as it plays: the learned one in whole numbers, so that every machine computes the same.
//
// The rows of a state's features are summed into 256 units, these feed 32 more, with weights of their own for each
// stack of clocks, and every clock has its own output. A unit below zero counts a sixteenth, so that none goes silent
// while it learns; the 256 are clipped at 16.
#pragma once

#include <cstring>
#include <memory_resource>
#include <vector>

#include "players/clever/features.h"

namespace volpe::clever {

inline constexpr int wide = 256, narrow = 32;
inline constexpr int unit = 50;  // points that an output of one stands for

// What one is, in each layer.
inline constexpr int first_scale = 512, middle_scale = 1024, head_scale = 1024;
inline constexpr int first_limit = 16 * first_scale;
inline constexpr int leak = 4;  // a unit below zero is shifted right by this

using Middle = std::array<i16, wide * narrow>;  // [pair of inputs][output][input of the pair]

// A row of the first table; it begins where a line of the cache begins.
struct alignas(64) Row : std::array<i16, wide> {};

// All numbers of a network, as they stand in a model file.
struct Weights {
  std::pmr::vector<Row> table;  // the bias is in the rows of the first group
  alignas(64) std::array<Middle, stacks> middle;
  std::array<std::array<i32, narrow>, stacks> middle_bias;
  std::array<std::array<i16, narrow>, clocks> heads;
  std::array<i64, clocks> head_bias;

  explicit Weights(std::pmr::memory_resource* memory = std::pmr::get_default_resource()) : table(rows, memory) {}
};

// Sixteen numbers that are added at once; the compiler makes of them what the machine has. Unsigned, since sums may
// leave the range on their way and come back.
using Lanes [[gnu::vector_size(32), gnu::may_alias]] = u16;

// Evaluates states one after the other. Neighbouring states share most rows: the sum of the last one is kept, and only
// the rows that differ are exchanged. Whole numbers make that exact.
class Evaluation {
 public:
  explicit Evaluation(const Weights& weights) : weights_(weights) {}

  // The expected final total.
  double value(const Features& seen) { return seen.points + double(unit) * double(output(seen)) / one; }

  // To be called when the weights have changed.
  void forget() { started_ = false; }

 private:
  static constexpr double one = double(first_scale) * middle_scale * head_scale;

  i64 output(const Features& seen);
  void sum_rows(const Features& seen);

  const Weights& weights_;
  std::array<u16, groups> row_{};
  Lanes sum_[wide * sizeof(i16) / sizeof(Lanes)];
  bool started_ = false;
};

// The 32 sums of the middle layer, before their bias: by vectors where the machine has them, and plainly; equal.
void middle_sums(const std::array<i16, wide>& first, const Middle& middle, std::array<i32, narrow>& sums);
void middle_sums_plain(const std::array<i16, wide>& first, const Middle& middle, std::array<i32, narrow>& sums);

}  // namespace volpe::clever
