// Sets of small numbers in one word: legal decisions, dice, boxes.
#pragma once

#include <bit>
#include <cstdint>
#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace volpe {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

using Mask = u64;  // a set of numbers 0 to 63

constexpr Mask bit(int n) { return Mask{1} << n; }
constexpr bool has(Mask set, int n) { return (set >> n & 1) != 0; }
constexpr int size(Mask set) { return std::popcount(set); }
constexpr int lowest(Mask set) { return std::countr_zero(set); }

// The n-th member, counted from 0 and from the lowest; n < size(set).
inline int nth(Mask set, int n) {
#ifdef __BMI2__
  return lowest(_pdep_u64(bit(n), set));
#else
  for (; n > 0; --n) set &= set - 1;
  return lowest(set);
#endif
}

// for (int n : Members{set}) visits the members from the lowest up.
struct Members {
  Mask set;
  struct Iterator {
    Mask rest;
    int operator*() const { return lowest(rest); }
    Iterator& operator++() { return rest &= rest - 1, *this; }
    bool operator!=(const Iterator& other) const { return rest != other.rest; }
  };
  Iterator begin() const { return {set}; }
  Iterator end() const { return {0}; }
};

}  // namespace volpe
