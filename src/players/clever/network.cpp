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

// Loads take the time here: one brings four pairs of inputs, which are spread from the register. The sums have names
// since the compiler keeps an array of them in memory.
void middle_sums(const std::array<i16, wide>& first, const Middle& middle, std::array<i32, narrow>& sums) {
  const auto plus = [](__m256i x, __m256i y) { return _mm256_add_epi32(x, y); };
  const auto* weights = reinterpret_cast<const __m256i*>(middle.data());
  __m256i a{}, b{}, c{}, d{};  // eight outputs each
  for (size_t i = 0; i < wide; i += 8, weights += 16) {
    const __m128i four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&first[i]));
    const __m256i pairs = _mm256_broadcastsi128_si256(four);
    const __m256i p = _mm256_shuffle_epi32(pairs, 0x00), q = _mm256_shuffle_epi32(pairs, 0x55),
                  r = _mm256_shuffle_epi32(pairs, 0xaa), s = _mm256_shuffle_epi32(pairs, 0xff);
    const auto times = [&](__m256i pair, int at) { return _mm256_madd_epi16(pair, _mm256_loadu_si256(weights + at)); };
    const auto outputs = [&](int k) {
      return plus(plus(times(p, k), times(q, 4 + k)), plus(times(r, 8 + k), times(s, 12 + k)));
    };
    a = plus(a, outputs(0));
    b = plus(b, outputs(1));
    c = plus(c, outputs(2));
    d = plus(d, outputs(3));
  }
  const auto store = [&](size_t k, __m256i eight) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(&sums[8 * k]), eight);
  };
  store(0, a);
  store(1, b);
  store(2, c);
  store(3, d);
}

#else

void middle_sums(const std::array<i16, wide>& first, const Middle& middle, std::array<i32, narrow>& sums) {
  middle_sums_plain(first, middle, sums);
}

#endif

namespace {

constexpr int lanes = sizeof(Lanes) / sizeof(i16);

// Adds rows to the sums and takes others from them, in blocks that fit the registers.
void exchange(Lanes* sums, bool afresh, const Lanes* const* came, int coming, const Lanes* const* left, int leaving) {
  constexpr int block = 8;
  for (int i = 0; i < wide / lanes; i += block) {
    Lanes sum[block];
    for (int k = 0; k < block; ++k) sum[k] = afresh ? Lanes{} : sums[i + k];
    for (int n = 0; n < coming; ++n)
      for (int k = 0; k < block; ++k) sum[k] += came[n][i + k];
    for (int n = 0; n < leaving; ++n)
      for (int k = 0; k < block; ++k) sum[k] -= left[n][i + k];
    for (int k = 0; k < block; ++k) sums[i + k] = sum[k];
  }
}

}  // namespace

void Evaluation::sum_rows(const Features& seen) {
  const Lanes *came[groups], *left[groups];
  const auto row = [&](u16 number) { return reinterpret_cast<const Lanes*>(weights_.table[number].data()); };
  int different = 0;
  for (int group = 0; group < groups; ++group) {
    came[different] = row(seen.row[group]);
    left[different] = row(row_[group]);
    different += seen.row[group] != row_[group];
  }
  if (!started_ || different > groups / 2) {
    for (int group = 0; group < groups; ++group) came[group] = row(seen.row[group]);
    exchange(sum_, true, came, groups, left, 0);
    started_ = true;
  } else {
    exchange(sum_, false, came, different, left, different);
  }
  row_ = seen.row;
}

i64 Evaluation::output(const Features& seen) {
  sum_rows(seen);
  alignas(32) std::array<i16, wide> first;
  const auto* sum = reinterpret_cast<const i16*>(sum_);
  for (int i = 0; i < wide; ++i) first[i] = std::min<i16>(std::max<i16>(sum[i], i16(sum[i] >> leak)), first_limit);
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
