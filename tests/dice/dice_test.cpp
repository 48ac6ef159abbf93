// Seeded dice: fixed to the bit, uniform, and the same at the same coordinate whatever was chosen before.
#include "dice/dice.h"

#include <map>

#include "games/play_events.h"
#include "players/player.h"

namespace volpe {
namespace {

TEST(Mix, IsFixedToTheBit) {
  EXPECT_EQ(mix(0), 0u);
  EXPECT_EQ(mix(1), 0x5692161d100b05e5u);
  EXPECT_EQ(key_of(0), 0xe220a8397b1dcdafu);  // the first word of splitmix64 with seed 0
}

TEST(Throws, EveryThrowOfCleverIsAPermutationAndSixFaces) {
  std::map<u64, int> landings;
  for (u32 order = 0; order < 720; ++order) {
    const clever::Roll roll = Clever::thrown(order * 60 * 720 + order);
    int seen = 0;
    for (int die = 0; die < 6; ++die) {
      EXPECT_GE(clever::of(roll.values, die), 1);
      EXPECT_LE(clever::of(roll.values, die), 6);
      seen |= 1 << clever::of(roll.landing, die);
    }
    EXPECT_EQ(seen, 63);
    ++landings[roll.landing];
  }
  EXPECT_EQ(landings.size(), 720u);
}

TEST(Throws, FacesAreUniformAndIndependentOfEachOther) {
  // Chi-squared over 36 pairs of faces of two dice, 360,000 throws: 35 degrees of freedom, far from any doubt at 80.
  SeededDice dice(42);
  std::array<int, 36> pairs{};
  clever::State state = Clever::start({4, {}});
  for (int n = 0; n < 360000; ++n) {
    state.active = u8(n % 4);
    const clever::Roll roll = dice.roll<Clever>(state);
    ++pairs[size_t(6 * (clever::of(roll.values, 0) - 1) + clever::of(roll.values, 5) - 1)];
  }
  double chi = 0;
  for (int count : pairs) chi += (count - 10000.0) * (count - 10000.0) / 10000.0;
  EXPECT_LT(chi, 80);
}

TEST(Coordinate, RoundsRerollsAndSeats) {
  Coordinate at(1);
  const auto word = [&](Due due) {
    at.advance(due);
    return at.word(0);
  };
  EXPECT_EQ(word({0, 0, 1}), 0x0100010000010000u);
  EXPECT_EQ(word({0, 0, 1}), 0x0100010000010100u);  // a reroll
  EXPECT_EQ(word({0, 0, 2}), 0x0100010000020000u);
  EXPECT_EQ(word({0, 1, 1}), 0x0100010001010000u);
  EXPECT_EQ(word({0, 0, 1}), 0x0100020000010000u);  // the next round
  EXPECT_EQ(word({1, 0, 1}), 0x0100020100010000u);  // a passive turn
  EXPECT_EQ(at.word(3), 0x0100020100010003u);
}

// Two different players on the same seed: whenever both throw a die at the same coordinate, it shows the same.
TEST(SeededDice, AreComparableBetweenPlayers) {
  std::map<u64, clever::Roll> seen[2];
  for (int player = 0; player < 2; ++player) {
    SeededDice dice(99);
    Coordinate at(0);
    Random random{u64(player)};
    const RandomPlayer<Clever> chooser;
    for (clever::State state = Clever::start({1, {}}); !Clever::over(state);) {
      if (state.legal != 0) {
        Clever::apply(state, chooser.choose(state, random));
      } else {
        at.advance(Clever::due(state));
        const clever::Roll roll = dice.roll<Clever>(state);
        seen[player][at.word(0)] = roll;
        Clever::roll(state, roll);
      }
    }
  }
  int shared = 0;
  for (const auto& [word, roll] : seen[0])
    if (seen[1].contains(word)) {
      ++shared;
      EXPECT_EQ(roll.values, seen[1][word].values);
      EXPECT_EQ(roll.landing, seen[1][word].landing);
    }
  EXPECT_GT(shared, 12);
}

}  // namespace
}  // namespace volpe
