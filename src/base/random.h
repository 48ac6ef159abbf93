// The one mixing function, and a small random stream made of it. Both are fixed to the bit: records depend on them.
#pragma once

#include "base/bits.h"

namespace volpe {

// A bijection of 64-bit words in which every input bit moves every output bit (the splitmix64 finaliser).
constexpr u64 mix(u64 x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// The key of a seed: apart from every other seed's, and never the seed itself.
constexpr u64 key_of(u64 seed) { return mix(seed + 0x9e3779b97f4a7c15); }

// The stream that a player draws from. What the dice show comes from src/dice, never from here.
class Random {
 public:
  constexpr explicit Random(u64 seed) : state_(key_of(seed)) {}

  constexpr u64 next() { return mix(state_ += 0x9e3779b97f4a7c15); }

  // A number in [0, n), n < 2^32.
  constexpr int below(int n) { return static_cast<int>((next() >> 32) * static_cast<u64>(n) >> 32); }

 private:
  u64 state_;
};

}  // namespace volpe
