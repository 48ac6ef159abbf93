// Forward and backward through the learning network of Clever.
#include "training/clever/network.h"

#include <cmath>

namespace volpe::clever {
namespace {

constexpr float highest = float(first_limit) / first_scale;
constexpr float slope = 1.0f / (1 << leak);

// Where the weight that stands at i * narrow + j here is in a Middle.
size_t packed(size_t n) {
  const size_t i = n / narrow, j = n % narrow;
  return i / 2 * 2 * narrow + 2 * j + i % 2;
}

// The sum of rows from `from` on, so many of their numbers as fit the registers.
constexpr int block = 64;
void sum_of(std::span<const float* const> in, int from, float* to) {
  float sum[block] = {};
  for (const float* row : in)
    for (int k = 0; k < block; ++k) sum[k] += row[from + k];
  std::copy_n(sum, block, to);
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
    if (!factors_of(row).empty()) std::fill_n(&parameters[size_t(row) * wide], wide, 0.0f);
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
  for (size_t row = 0; row < weights.table.size(); ++row)
    for (size_t n = 0; n < wide; ++n)
      parameters[at.table + row * wide + n] = float(weights.table[row][n]) / first_scale;
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

void Network::whole_row(int number, float* to) const {
  std::array<const float*, 16> in;
  size_t count = 0;
  in[count++] = row(number);
  if (number < group_rows[0]) in[count++] = &parameters[layout().bias];
  for (u16 factor : factors_of(number)) in[count++] = row(factor);
  for (int i = 0; i < wide; i += block) sum_of(std::span(in.data(), count), i, to + i);
}

void Network::quantise_row(int number, Weights& weights) const {
  constexpr float limit = 32767, shift = 65536;
  float whole[wide];
  whole_row(number, whole);
  i16* to = weights.table[size_t(number)].data();
  for (int i = 0; i < wide; ++i) {  // no branches, so that it is done many at a time
    float scaled = whole[i] * first_scale;
    scaled = scaled < -limit ? -limit : scaled;
    scaled = scaled > limit ? limit : scaled;
    to[i] = i16(i32(scaled + (shift + 0.5f)) - i32(shift));
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

float Network::forward(std::span<const float* const> summed, int clock, Hidden& hidden) const {
  const Layout& at = layout();
  float* first = hidden.first;
  for (int i = 0; i < wide; i += block) {
    float sum[block];
    sum_of(summed, i, sum);
    for (int k = 0; k < block; ++k) first[i + k] = std::min(sum[k] > 0 ? sum[k] : sum[k] * slope, highest);
  }
  const auto stack = size_t(stack_of(clock));
  const float* weights = &parameters[at.middle + stack * wide * narrow];
  float even[narrow] = {}, odd[narrow] = {};  // two sums, so that one need not wait for the other
  for (int i = 0; i < wide; i += 2) {
    const float a = first[i], b = first[i + 1];
    for (int j = 0; j < narrow; ++j) even[j] += a * weights[i * narrow + j];
    for (int j = 0; j < narrow; ++j) odd[j] += b * weights[i * narrow + narrow + j];
  }
  const float* head = &parameters[at.heads + size_t(clock) * narrow];
  float output = parameters[at.head_bias + size_t(clock)];
  for (int j = 0; j < narrow; ++j) {
    const float sum = even[j] + odd[j] + parameters[at.middle_bias + stack * narrow + size_t(j)];
    hidden.second[j] = sum > 0 ? sum : sum * slope;
    output += hidden.second[j] * head[j];
  }
  return output;
}

float Network::output(const Features& seen) const {
  std::array<const float*, 128> summed;
  size_t count = 0;
  summed[count++] = &parameters[layout().bias];
  for (u16 number : seen.row) {
    summed[count++] = row(number);
    for (u16 factor : factors_of(number)) summed[count++] = row(factor);
  }
  Hidden hidden;
  return forward(std::span(summed.data(), count), seen.clock, hidden);
}

float Network::add_gradient(const Sample& sample, const std::vector<float>& whole, std::vector<float>& gradient) const {
  const Layout& at = layout();
  std::array<const float*, groups> summed;
  for (size_t group = 0; group < groups; ++group) summed[group] = &whole[size_t(sample.seen.row[group]) * wide];
  Hidden hidden;
  const float error = forward(summed, sample.seen.clock, hidden) - sample.target;
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
    constexpr size_t lanes = 8;
    float lane[lanes] = {}, sum = 0;  // sums side by side, so that none has to wait for another
    for (size_t j = 0; j < narrow; j += lanes)
      for (size_t k = 0; k < lanes; ++k) {
        to[j + k] += hidden.first[i] * second[j + k];
        lane[k] += weights[j + k] * second[j + k];
      }
    for (float part : lane) sum += part;
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
  for (u16 factor : factors_of(row)) {
    float* to = &gradient[size_t(factor) * wide];
    for (size_t i = 0; i < wide; ++i) to[i] += from[i];
  }
}

}  // namespace volpe::clever
