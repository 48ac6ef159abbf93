// Skips values. Lists are skipped in blocks of 64 bytes, each a bit of a word: byte by byte, every string in them would
// end with a branch that is guessed wrong.
#include "client/json_cursor.h"

#include <algorithm>
#include <bit>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace volpe::client {
namespace {

constexpr size_t block_size = 64;

// Which bytes of a block are `c`.
u64 where(const char* block, char c) {
  u64 found = 0;
#ifdef __SSE2__
  for (size_t n = 0; n < block_size; n += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + n));
    found |= u64(u32(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c))))) << n;
  }
#else
  for (size_t n = 0; n < block_size; ++n) found |= u64(block[n] == c) << n;
#endif
  return found;
}

// Bit n is set if an odd number of bits up to n are.
u64 parities(u64 bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

// Finds the end of an object or array, from its opening bracket on.
class ListEnd {
 public:
  // Behind the closing bracket; null if there is none.
  const char* find(const char* at, const char* end) {
    while (at != end) {
      const size_t size = std::min(block_size, static_cast<size_t>(end - at));
      const bool plain = size == block_size && !escaped_ && where(at, '\\') == 0;
      if (const char* const found = plain ? find_in_block(at) : find_in_bytes(at, at + size)) return found;
      at += size;
    }
    return nullptr;
  }

 private:
  // In a block without a backslash.
  const char* find_in_block(const char* block) {
    const u64 in_strings = parities(where(block, '"')) ^ (in_string_ ? ~u64{0} : 0);
    const u64 opening = (where(block, '{') | where(block, '[')) & ~in_strings;
    const u64 closing = (where(block, '}') | where(block, ']')) & ~in_strings;
    in_string_ = in_strings >> (block_size - 1) != 0;
    if (depth_ > std::popcount(closing)) {
      depth_ += std::popcount(opening) - std::popcount(closing);
      return nullptr;
    }
    for (u64 brackets = opening | closing; brackets != 0; brackets &= brackets - 1) {
      const int n = std::countr_zero(brackets);
      depth_ += (opening >> n & 1) != 0 ? 1 : -1;
      if (depth_ == 0) return block + n + 1;
    }
    return nullptr;
  }

  const char* find_in_bytes(const char* at, const char* end) {
    for (; at != end; ++at) {
      if (escaped_)
        escaped_ = false;
      else if (*at == '"')
        in_string_ = !in_string_;
      else if (in_string_)
        escaped_ = *at == '\\';
      else if (*at == '{' || *at == '[')
        ++depth_;
      else if ((*at == '}' || *at == ']') && --depth_ == 0)
        return at + 1;
    }
    return nullptr;
  }

  int depth_ = 0;
  bool in_string_ = false, escaped_ = false;
};

// Behind the string that begins here; null if it does not end.
const char* end_of_string(const char* at, const char* end) {
  for (++at; at < end; ++at) {
    if (*at == '"') return at + 1;
    if (*at == '\\') ++at;
  }
  return nullptr;
}

// Behind the number, true, false or null that begins here; null if nothing does.
const char* end_of_word(const char* at, const char* end) {
  const char* const begin = at;
  while (at != end && *at > ' ' && *at != ',' && *at != '}' && *at != ']') ++at;
  return at != begin ? at : nullptr;
}

}  // namespace

std::string_view JsonCursor::value() {
  skip_space();
  const char* const begin = at_;
  const char first = at_ != end_ ? *at_ : '\0';
  const char* const behind = first == '"'                   ? end_of_string(at_, end_)
                             : first == '{' || first == '[' ? ListEnd().find(at_, end_)
                                                            : end_of_word(at_, end_);
  if (behind == nullptr) return fail(), std::string_view();
  at_ = behind;
  return {begin, static_cast<size_t>(behind - begin)};
}

}  // namespace volpe::client
