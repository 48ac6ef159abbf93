// Clever's value network in whole numbers.
#include "players/clever/network.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace volpe::clever {

void middle_sums_plain(const std::array<i16, wide>& first, const Middle& middle, std::array<i32, narrow>& sums) {
  sums.fill(0);
  for (size_t i = 0; i < wide; i += 2)
    for (size_t j = 0; j < narrow; ++j)
      sums[j] += first[i] * middle[i * narrow + 2 * j] + first[i + 1] * middle[i * narrow + 2 * j + 1];
}

#if defined(__AVX2__)

void middle_sums(const std::array<i16, wide>& first, const Middle& middle, std::array<i32, narrow>& sums) {
  __m256i sum[4] = {};
  const auto* weights = reinterpret_cast<const __m256i*>(middle.data());
  for (size_t i = 0; i < wide; i += 2, weights += 4) {
    i32 pair;
    std::memcpy(&pair, &first[i], sizeof(pair));
    const __m256i inputs = _mm256_set1_epi32(pair);
    for (size_t k = 0; k < 4; ++k)
      sum[k] = _mm256_add_epi32(sum[k], _mm256_madd_epi16(inputs, _mm256_loadu_si256(weights + k)));
  }
  for (size_t k = 0; k < 4; ++k) _mm256_storeu_si256(reinterpret_cast<__m256i*>(&sums[8 * k]), sum[k]);
}

#else

void middle_sums(const std::array<i16, wide>& first, const Middle& middle, std::array<i32, narrow>& sums) {
  middle_sums_plain(first, middle, sums);
}

#endif

void Evaluation::sum_rows(const Features& seen) {
  const auto row = [&](u16 number) { return &weights_.table[size_t(number) * wide]; };
  int different = 0;
  for (int group = 0; group < groups; ++group) different += seen.row[group] != row_[group];
  if (!started_ || different > groups / 2) {
    const i16* in[groups];
    for (int group = 0; group < groups; ++group) in[group] = row(seen.row[group]);
    constexpr int block = 64;
    for (int i = 0; i < wide; i += block) {
      i16 sum[block] = {};
      for (const i16* from : in)
        for (int k = 0; k < block; ++k) sum[k] = i16(sum[k] + from[i + k]);
      std::memcpy(&sum_[i], sum, sizeof(sum));
    }
    started_ = true;
  } else {
    for (int group = 0; group < groups; ++group)
      if (seen.row[group] != row_[group]) {
        const i16 *left = row(row_[group]), *came = row(seen.row[group]);
        for (int i = 0; i < wide; ++i) sum_[i] = i16(sum_[i] + came[i] - left[i]);
      }
  }
  row_ = seen.row;
}

i64 Evaluation::output(const Features& seen) {
  sum_rows(seen);
  alignas(32) std::array<i16, wide> first;
  for (int i = 0; i < wide; ++i) first[i] = std::min<i16>(std::max<i16>(sum_[i], i16(sum_[i] >> leak)), first_limit);
  alignas(32) std::array<i32, narrow> second;
  const auto stack = size_t(stack_of(seen.clock));
  middle_sums(first, weights_.middle[stack], second);
  const auto& head = weights_.heads[seen.clock];
  i64 output = weights_.head_bias[seen.clock];
  for (int j = 0; j < narrow; ++j) {
    const i32 unit = second[j] + weights_.middle_bias[stack][size_t(j)];
    output += i64{std::max(unit, unit >> leak)} * head[j];
  }
  return output;
}

}  // namespace volpe::clever
