// Digital dice: a throw is a function of a word for where it stands in the game (docs/fair-dice.md, to the byte).
#pragma once

#include "base/random.h"
#include "games/game.h"

namespace volpe {

// Where a throw stands in its game: two players with the same seed meet the same dice there, whatever each has chosen
// before. One word, from the top: game in a match (8 bits, from 0), round (16, from 1), kind, seat, roll, reroll and
// attempt (8 each).
class Coordinate {
 public:
  constexpr explicit Coordinate(int game) : word_(u64(game) << 56 | u64{1} << 40) {}

  // Moves on to the next throw.
  constexpr void advance(Due due) {
    const u64 next = due.order(), last = word_ >> 16 & 0xffffff;
    const u64 rerolls = next == last ? (word_ & 0xff00) + 0x100 : 0;
    const u64 rounds = (word_ >> 40) + (next < last);
    word_ = rounds << 40 | next << 16 | rerolls;
  }

  constexpr u64 word(int attempt) const { return word_ | u64(attempt); }

 private:
  u64 word_;
};

// Uniform in [0, n): the word of a coordinate as a fraction of 2^64, times n. The few words that would make some
// numbers likelier than others are drawn again.
template <class WordAt>
u32 number_at(const Coordinate& at, u64 n, const WordAt& word_at) {
  __extension__ using Product = unsigned __int128;
  for (int attempt = 0;; ++attempt) {
    const Product product = Product{word_at(at.word(attempt))} * n;
    if (static_cast<u64>(product) >= (~n + 1) % n) return static_cast<u32>(product >> 64);
  }
}

// The dice of `seeded <n>`.
class SeededDice {
 public:
  explicit SeededDice(u64 seed, int game = 0) : key_(key_of(seed)), at_(game) {}

  // The next throw of a game that waits for dice.
  template <Game G>
  typename G::Roll roll(const typename G::State& state) {
    at_.advance(G::due(state));
    return G::thrown(number_at(at_, G::throws, [this](u64 coordinate) { return mix(key_ ^ coordinate); }));
  }

 private:
  u64 key_;
  Coordinate at_;
};

}  // namespace volpe
