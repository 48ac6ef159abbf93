// UTF-8: one letter after the other.
#pragma once

#include <string_view>

#include "base/bits.h"

namespace volpe {

struct Letter {
  char32_t point = 0;
  size_t length = 0;  // in bytes; 0: the bytes there are no letter
};

// The letter that a text begins with, which is not empty. No overlong forms, no surrogates.
constexpr Letter first_letter(std::string_view text) {
  const auto byte = [&](size_t n) { return static_cast<u8>(text[n]); };
  const size_t length = byte(0) < 0x80       ? 1
                        : byte(0) >> 5 == 6  ? 2
                        : byte(0) >> 4 == 14 ? 3
                        : byte(0) >> 3 == 30 ? 4
                                             : 0;
  if (length == 0 || length > text.size()) return {};
  char32_t point = length == 1 ? byte(0) : byte(0) & (0x7fu >> length);
  for (size_t n = 1; n < length; ++n) {
    if (byte(n) >> 6 != 2) return {};
    point = point << 6 | (byte(n) & 0x3f);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = point >= 0xd800 && point < 0xe000;
  if (point < least[length] || point > 0x10ffff || surrogate) return {};
  return {point, length};
}

}  // namespace volpe
