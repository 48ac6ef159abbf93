// The dice of Clever: sets of them, a number for each of six, and what a throw shows.
#pragma once

#include <array>

#include "games/clever/sheet.h"

namespace volpe::clever {

using DiceSet = u8;  // a set of dice, by their number in `Die`
inline constexpr DiceSet all_dice = 63;

// Six small numbers, one for each die, a byte each from the lowest byte up.
using PerDie = u64;
inline constexpr PerDie each_die = 0x010101010101;
constexpr int of(PerDie numbers, int die) { return static_cast<int>(numbers >> 8 * die & 255); }
inline constexpr auto bytes_of = [] {
  std::array<PerDie, 64> table{};
  for (int set = 0; set < 64; ++set)
    for (int die = 0; die < dice; ++die)
      if (has(Mask(set), die)) table[set] |= PerDie{255} << 8 * die;
  return table;
}();

// The dice whose number is below a limit; all numbers and the limit are less than 128.
constexpr DiceSet below(PerDie numbers, int limit) {
  const u64 high = each_die << 7;
  const u64 lower = ~((numbers | high) - each_die * static_cast<u64>(limit)) & high;
  return static_cast<DiceSet>((lower >> 7) * 0x0102040810204080 >> 56 & 63);
}

// The third lowest of six different numbers: of two sorted triples, the three lowest are the lower ones of a lowest and
// a highest, a middle and a middle, a highest and a lowest.
constexpr int third_lowest(PerDie numbers) {
  const auto sorted = [&](int first) {
    const int a = of(numbers, first), b = of(numbers, first + 1), c = of(numbers, first + 2);
    const int low = a < b ? a : b, high = a < b ? b : a;
    const int least = low < c ? low : c, rest = low < c ? c : low;
    return std::array<int, 3>{least, rest < high ? rest : high, rest < high ? high : rest};
  };
  const auto x = sorted(0), y = sorted(3);
  const int a = x[0] < y[2] ? x[0] : y[2], b = x[1] < y[1] ? x[1] : y[1], c = x[2] < y[0] ? x[2] : y[0];
  return a > b ? (a > c ? a : c) : (b > c ? b : c);
}

// What was thrown: a value for each die, and how near each landed to the tray (0 is nearest).
struct Roll {
  PerDie values, landing;
};

// Three dice from a number below 216, and the landing places of six from a number below 720 (docs/fair-dice.md).
inline constexpr auto three_dice = [] {
  std::array<u32, 216> table{};
  for (u32 n = 0; n < 216; ++n) table[n] = (n % 6 + 1) | (n / 6 % 6 + 1) << 8 | (n / 36 + 1) << 16;
  return table;
}();
inline constexpr auto landings = [] {
  std::array<PerDie, 720> table{};
  for (int n = 0; n < 720; ++n) {
    int left[dice] = {0, 1, 2, 3, 4, 5};
    for (int place = 0, rest = n, ways = 120; place < dice; ++place) {
      const int which = rest / ways;
      table[n] |= PerDie(place) << 8 * left[which];
      for (int i = which; i + 1 < dice; ++i) left[i] = left[i + 1];
      rest %= ways;
      if (place < dice - 1) ways /= dice - 1 - place;
    }
  }
  return table;
}();
inline constexpr u32 throws = 216 * 216 * 720;

inline Roll thrown(u32 number) {
  const u32 values = number / 720;
  return {three_dice[values % 216] | PerDie{three_dice[values / 216]} << 24, landings[number % 720]};
}

}  // namespace volpe::clever
