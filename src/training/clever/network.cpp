// Forward and backward through the learning network of Clever.
#include "training/clever/network.h"

#include <cmath>
#include <span>

namespace volpe::clever {
namespace {

constexpr float highest = float(first_limit) / first_scale;
constexpr float slope = 1.0f / (1 << leak);

// Where the weight that stands at i * narrow + j here is in a Middle.
size_t packed(size_t n) {
  const size_t i = n / narrow, j = n % narrow;
  return i / 2 * 2 * narrow + 2 * j + i % 2;
}

// The sum of rows from `from` on: `block` of their numbers.
template <int block, class Rows>
void sum_of(const Rows& in, int from, float* sum) {
  for (int k = 0; k < block; ++k) sum[k] = 0;
  for (const float* row : in)
    for (int k = 0; k < block; ++k) sum[k] += row[from + k];
}

}  // namespace

Network::Network(u64 seed) : parameters(layout().end) {
  Random random(seed);
  const auto fill = [&](size_t from, size_t to, double size) {
    for (size_t n = from; n < to; ++n) parameters[n] = float((double(random.below(1 << 20)) / (1 << 19) - 1) * size);
  };
  const Layout& at = layout();
  fill(at.table, at.bias, 0.1);
  for (int row = 0; row < rows; ++row)
    if (!parts_of(row).empty()) std::fill_n(&parameters[size_t(row) * wide], wide, 0.0f);
  fill(at.middle, at.middle + wide * narrow, std::sqrt(3.0 / wide));
  for (size_t n = at.middle + wide * narrow; n < at.middle_bias; ++n) parameters[n] = parameters[n - wide * narrow];
  fill(at.heads, at.head_bias, std::sqrt(1.0 / narrow));
  // What a game brings, evenly: the less all rows have to learn together, the better are those that are never seen.
  for (int clock = 0; clock < clocks; ++clock) {
    constexpr int picks = 24, of_game = 5;
    parameters[at.head_bias + size_t(clock)] = float(of_game * (picks - clock % picks)) / picks;
  }
}

Network::Network(const Weights& weights) : parameters(layout().end) {
  const Layout& at = layout();
  for (size_t n = 0; n < weights.table.size(); ++n) parameters[at.table + n] = float(weights.table[n]) / first_scale;
  for (size_t stack = 0; stack < stacks; ++stack) {
    for (size_t n = 0; n < wide * narrow; ++n)
      parameters[at.middle + stack * wide * narrow + n] = float(weights.middle[stack][packed(n)]) / middle_scale;
    for (size_t j = 0; j < narrow; ++j)
      parameters[at.middle_bias + stack * narrow + j] =
          float(weights.middle_bias[stack][j]) / (first_scale * middle_scale);
  }
  for (size_t clock = 0; clock < clocks; ++clock) {
    for (size_t j = 0; j < narrow; ++j)
      parameters[at.heads + clock * narrow + j] = float(weights.heads[clock][j]) / head_scale;
    parameters[at.head_bias + clock] =
        float(double(weights.head_bias[clock]) / (double(first_scale) * middle_scale * head_scale));
  }
}

void Network::quantise_row(int number, Weights& weights) const {
  std::array<const float*, 16> in;
  size_t count = 0;
  in[count++] = row(number);
  if (number < group_rows[0]) in[count++] = &parameters[layout().bias];
  for (u16 part : parts_of(number)) in[count++] = row(part);
  constexpr float limit = 32767, shift = 65536;
  constexpr int block = 64;
  i16* to = &weights.table[size_t(number) * wide];
  for (int i = 0; i < wide; i += block) {
    float sum[block];
    sum_of<block>(std::span(in.data(), count), i, sum);
    for (int k = 0; k < block; ++k) {  // no branches, so that it is done many at a time
      float scaled = sum[k] * first_scale;
      scaled = scaled < -limit ? -limit : scaled;
      scaled = scaled > limit ? limit : scaled;
      to[i + k] = i16(i32(scaled + (shift + 0.5f)) - i32(shift));
    }
  }
}

void Network::quantise_rest(Weights& weights) const {
  const Layout& at = layout();
  const auto rounded = [](double number, double limit) { return std::lrint(std::clamp(number, -limit, limit)); };
  for (size_t stack = 0; stack < stacks; ++stack) {
    for (size_t n = 0; n < wide * narrow; ++n)
      weights.middle[stack][packed(n)] =
          i16(rounded(double(parameters[at.middle + stack * wide * narrow + n]) * middle_scale, 32767));
    for (size_t j = 0; j < narrow; ++j)
      weights.middle_bias[stack][j] =
          i32(rounded(double(parameters[at.middle_bias + stack * narrow + j]) * first_scale * middle_scale, 1e9));
  }
  for (size_t clock = 0; clock < clocks; ++clock) {
    for (size_t j = 0; j < narrow; ++j)
      weights.heads[clock][j] = i16(rounded(double(parameters[at.heads + clock * narrow + j]) * head_scale, 32767));
    weights.head_bias[clock] =
        rounded(double(parameters[at.head_bias + clock]) * first_scale * middle_scale * head_scale, 1e15);
  }
}

float Network::forward(const Features& seen, Hidden& hidden) const {
  const Layout& at = layout();
  std::array<const float*, 128> all;
  size_t count = 0;
  all[count++] = &parameters[at.bias];
  for (u16 number : seen.row) {
    all[count++] = row(number);
    for (u16 part : parts_of(number)) all[count++] = row(part);
  }
  const std::span in(all.data(), count);
  float* first = hidden.first;
  constexpr int block = 64;
  for (int i = 0; i < wide; i += block) {
    float sum[block];
    sum_of<block>(in, i, sum);
    for (int k = 0; k < block; ++k) first[i + k] = std::min(sum[k] > 0 ? sum[k] : sum[k] * slope, highest);
  }
  const auto stack = size_t(stack_of(seen.clock));
  const float* weights = &parameters[at.middle + stack * wide * narrow];
  float even[narrow] = {}, odd[narrow] = {};  // two sums, so that one need not wait for the other
  for (int i = 0; i < wide; i += 2) {
    const float a = first[i], b = first[i + 1];
    for (int j = 0; j < narrow; ++j) even[j] += a * weights[i * narrow + j];
    for (int j = 0; j < narrow; ++j) odd[j] += b * weights[i * narrow + narrow + j];
  }
  const float* head = &parameters[at.heads + size_t(seen.clock) * narrow];
  float output = parameters[at.head_bias + seen.clock];
  for (int j = 0; j < narrow; ++j) {
    const float sum = even[j] + odd[j] + parameters[at.middle_bias + stack * narrow + size_t(j)];
    hidden.second[j] = sum > 0 ? sum : sum * slope;
    output += hidden.second[j] * head[j];
  }
  return output;
}

float Network::output(const Features& seen) const {
  Hidden hidden;
  return forward(seen, hidden);
}

float Network::add_gradient(const Sample& sample, std::vector<float>& gradient) const {
  const Layout& at = layout();
  Hidden hidden;
  const float error = forward(sample.seen, hidden) - sample.target;
  const size_t head = at.heads + size_t(sample.seen.clock) * narrow;
  const auto stack = size_t(stack_of(sample.seen.clock));
  const size_t middle = at.middle + stack * wide * narrow, middle_bias = at.middle_bias + stack * narrow;
  alignas(32) float second[narrow], first[wide];
  gradient[at.head_bias + sample.seen.clock] += error;
  for (size_t j = 0; j < narrow; ++j) {
    gradient[head + j] += error * hidden.second[j];
    second[j] = (hidden.second[j] > 0 ? error : error * slope) * parameters[head + j];
    gradient[middle_bias + j] += second[j];
  }
  for (size_t i = 0; i < wide; ++i) {
    const float* weights = &parameters[middle + i * narrow];
    float* to = &gradient[middle + i * narrow];
    float sum = 0;
    for (size_t j = 0; j < narrow; ++j) {
      to[j] += hidden.first[i] * second[j];
      sum += weights[j] * second[j];
    }
    first[i] = hidden.first[i] >= highest ? 0 : hidden.first[i] > 0 ? sum : sum * slope;
  }
  for (size_t i = 0; i < wide; ++i) gradient[at.bias + i] += first[i];
  for (u16 number : sample.seen.row) {
    float* to = &gradient[size_t(number) * wide];
    for (size_t i = 0; i < wide; ++i) to[i] += first[i];
  }
  return error;
}

void Network::spread(u16 row, std::vector<float>& gradient) {
  const float* from = &gradient[size_t(row) * wide];
  for (u16 part : parts_of(row)) {
    float* to = &gradient[size_t(part) * wide];
    for (size_t i = 0; i < wide; ++i) to[i] += from[i];
  }
}

}  // namespace volpe::clever
