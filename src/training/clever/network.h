// The value network of Clever while it learns, in floating point: the same layers as in players/clever/network.h.
#pragma once

#include <span>
#include <vector>

#include "players/clever/network.h"
#include "training/clever/factorised_features.h"

namespace volpe::clever {

// All parameters lie in one list, in this order.
struct Layout {
  size_t table = 0, bias, middle, middle_bias, heads, head_bias, end;
  Layout() {
    bias = table + size_t(rows + factor_rows()) * wide;
    middle = bias + wide;
    middle_bias = middle + stacks * wide * narrow;
    heads = middle_bias + stacks * narrow;
    head_bias = heads + clocks * narrow;
    end = head_bias + clocks;
  }
};
inline const Layout& layout() {
  static const Layout made;
  return made;
}

struct Sample {
  Features seen;
  float target;  // in units, without the points already scored
};

class Network {
 public:
  explicit Network(u64 seed);                // small random parameters
  explicit Network(const Weights& weights);  // the learned network that these stand for, up to rounding

  // In units: what the rest of the game is expected to bring.
  float output(const Features& seen) const;
  // In points: the expected final total.
  double value(const Features& seen) const { return seen.points + unit * double(output(seen)); }

  // A row of the table with its factors added, and with the bias if it is of the first group: `wide` numbers.
  void whole_row(int number, float* to) const;

  // Adds the gradient of half the squared error of a sample, returns the error. `whole` has the whole row of every row
  // seen, at its place. Of the table only the gradient of the rows seen is touched, not that of their factors: spread
  // does that.
  float add_gradient(const Sample& sample, const std::vector<float>& whole, std::vector<float>& gradient) const;
  // Adds the gradient of a row to its factors, too.
  static void spread(u16 row, std::vector<float>& gradient);

  // The same network in whole numbers: rows of the table, and all but the table.
  void quantise_row(int number, Weights& weights) const;
  void quantise_rest(Weights& weights) const;

  std::vector<float> parameters;

 private:
  const float* row(int number) const { return &parameters[size_t(number) * wide]; }
  struct Hidden {
    alignas(32) float first[wide], second[narrow];
  };
  float forward(std::span<const float* const> summed, int clock, Hidden& hidden) const;
};

}  // namespace volpe::clever
