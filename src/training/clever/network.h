// The value network of Clever while it learns, in floating point: the same layers as in players/clever/network.h.
#pragma once

#include <vector>

#include "players/clever/network.h"

namespace volpe::clever {

// The marks of yellow and blue are seen whole and by lines: the row of a set of marks is its own row plus one row for
// each line's part of it, so that what is learned of a line is learned for all sets.
inline constexpr int parts = 9;
using Parts = std::array<u16, parts>;  // rows to add
inline constexpr int marked_rows = (1 << yellow_boxes) + (1 << blue_boxes);
const std::vector<Parts>& parts_of_rows();  // for each of the first `marked_rows` rows
int line_rows();                            // how many rows lines have, after the `rows` of features

// All parameters lie in one list, in this order.
struct Layout {
  size_t table = 0, bias, middle, middle_bias, heads, head_bias, end;
  Layout() {
    bias = table + size_t(rows + line_rows()) * wide;
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

  // Adds the gradient of half the squared error of a sample, returns the error. Of the table only the gradient of the
  // rows seen is touched, not that of lines: spread does that.
  float add_gradient(const Sample& sample, std::vector<float>& gradient) const;
  // Gives what a row of marks got to its lines, too.
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
  float forward(const Features& seen, Hidden& hidden) const;
};

}  // namespace volpe::clever
