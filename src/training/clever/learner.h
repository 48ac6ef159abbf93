// A network that learns: steps of Adam on samples, the exponential mean of its parameters, and the games that it learns
// from again.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "concurrency/parallel_for.h"
#include "training/clever/self_play.h"

namespace volpe::clever {

inline constexpr u64 games_a_step = 32;

// Samples are learned in this many shards, each with a gradient of its own, however many threads there are: the order
// of a sum matters to its last digit.
inline constexpr size_t shards = 4;

struct Learner {
  Network network;
  Network mean;  // an exponential mean of the parameters: what is kept in the end
  std::vector<float> moment, square;
  std::vector<u32> steps;  // for each row of the table, and one for all the rest, which counts as one more row
  std::deque<std::vector<PlayedGame>> recent;
  u64 games = 0, step = 0;

  explicit Learner(const Network& first)
      : network(first),
        mean(first),
        moment(layout().end),
        square(layout().end),
        steps(table_rows() + 1),
        whole_(size_t{rows} * wide) {
    for (Shard& shard : shards_) shard = {std::vector<float>(layout().end), std::vector<u8>(table_rows() + 1), 0, 0};
  }

  static size_t table_rows() { return size_t{rows} + size_t(factor_rows()); }

  // A step of Adam; returns the root of the mean squared error in points.
  double learn(const std::vector<const PlayedGame*>& played, double rate, ParallelFor& parallel_for);

  // Games of the last steps are learned from again: playing costs far more than learning.
  void learn_again(std::vector<PlayedGame> played, double rate, int repeats, ParallelFor& parallel_for);

  void quantise(Weights& weights, ParallelFor& parallel_for);

 private:
  struct Shard {
    std::vector<float> gradient;
    std::vector<u8> touched;  // rows
    double squares;
    size_t count;
  };

  static void mark_rows(const PlayedGame& game, Shard& shard);

  void add_gradient(const PlayedGame& game, Shard& shard) const;

  bool touched(size_t row) const;

  void adam(size_t from, size_t to, size_t row, float rate, float scale);

  std::array<Shard, shards> shards_;
  std::vector<float> whole_;  // whole rows of the table; those that are touched are up to date
};

}  // namespace volpe::clever
