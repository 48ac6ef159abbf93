// A turn with three rolls against every outcome at once.
#include "players/genial/turn_kernel.h"

#include <algorithm>
#include <array>

namespace volpe::genial {
namespace {

constexpr int block = 32;
constexpr float throws = 1296;

const std::array<float, two_seat_outcomes>& weights() {
  static const std::array<float, two_seat_outcomes> table = [] {
    std::array<float, two_seat_outcomes> ways{};
    for (size_t n = 0; n < ways.size(); ++n) ways[n] = float(dice_outcomes(max_dice)[n].ways);
    return ways;
  }();
  return table;
}

}  // namespace

// Stop when the dice are worth more than rolling on.
void value_of_rolling(const Board& board, float* value) {
  const std::array<float, two_seat_outcomes>& weight = weights();
  for (int from = 0; from < board_width; from += block) {
    float promise[block] = {};
    for (int roll = 0; roll < 3; ++roll) {
      float sum[block] = {};
      for (int own = 0; own < two_seat_outcomes; ++own)
        for (int n = 0; n < block; ++n) {
          const float stop = board[own][from + n];
          sum[n] += weight[size_t(own)] * (stop > promise[n] ? stop : promise[n]);
        }
      for (int n = 0; n < block; ++n) promise[n] = sum[n] / throws;
    }
    std::copy(promise, promise + block, value + from);
  }
}

}  // namespace volpe::genial
