// Thirty-two bytes, a secret, a commitment, a key or a hash, and their text.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/bits.h"

namespace volpe {

// As text 64 hexadecimal digits in lower case.
using Bytes32 = std::array<u8, 32>;

inline std::string hex(const Bytes32& bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (u8 byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

inline std::optional<Bytes32> from_hex(std::string_view text) {
  Bytes32 bytes{};
  if (text.size() != 2 * bytes.size()) return {};
  for (size_t n = 0; n < text.size(); ++n) {
    const char c = text[n];
    if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) return {};
    bytes[n / 2] = u8(bytes[n / 2] << 4 | (c <= '9' ? c - '0' : c - 'a' + 10));
  }
  return bytes;
}

}  // namespace volpe
