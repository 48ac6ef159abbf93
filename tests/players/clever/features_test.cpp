// What the network sees of a seat: one row of each group, keys that tell states apart, clocks and places.
#include "players/clever/features.h"

#include <gtest/gtest.h>

#include <map>

#include "players/clever/sample_states.h"

namespace volpe::clever {
namespace {

TEST(CleverFeatures, EverySeatOfEveryStateHasOneRowOfEachGroup) {
  for (int seats = 1; seats <= 4; ++seats)
    for (const State& state : some_states(seats))
      for (int seat = 0; seat < seats; ++seat) {
        const Features seen = features_of(state, seat);
        ASSERT_LT(seen.clock, clocks);
        for (int group = 0; group < groups; ++group) {
          ASSERT_GE(seen.row[size_t(group)], first_row[size_t(group)]) << group;
          ASSERT_LT(seen.row[size_t(group)], first_row[size_t(group) + 1]) << group;
        }
      }
}

// Values are remembered by keys, so a key must never stand for two values.
TEST(CleverFeatures, OfOneKeyAreTheSame) {
  std::map<u64, Features> seen;
  size_t again = 0;
  for (int seats = 1; seats <= 4; ++seats)
    for (const State& state : some_states(seats))
      for (int seat = 0; seat < seats; ++seat) {
        const Features features = features_of(state, seat);
        const auto [known, is_new] = seen.try_emplace(SeatInput(state, seat).key(), features);
        again += is_new ? 0 : 1;
        ASSERT_EQ(known->second.row, features.row);
        ASSERT_EQ(known->second.clock, features.clock);
        ASSERT_EQ(known->second.points, features.points);
      }
  EXPECT_GT(again, 0u);
}

TEST(CleverFeatures, PicksAreCountedDownToNone) {
  for (int seats = 2; seats <= 4; ++seats) {
    std::array<int, 4> last{99, 99, 99, 99};
    Random random(3);
    for (State state = start({seats, {}}); state.phase != Phase::over;) {
      if (state.legal != 0) {
        decide(state, Decision(nth(state.legal, random.below(size(state.legal)))));
        continue;
      }
      for (int seat = 0; seat < seats; ++seat) {
        const int left = picks_left(state, seat);
        EXPECT_LE(left, last[size_t(seat)] + (seat == state.active ? 1 : 0));  // a reroll gives its pick back
        last[size_t(seat)] = left;
      }
      roll_dice(state, thrown(u32(random.below(int(throws)))));
    }
    for (int seat = 0; seat < seats; ++seat) EXPECT_LE(last[size_t(seat)], 3);
  }
}

// A place is one seat's next pick at one point of the schedule, and before the black bonus one for all.
TEST(CleverFeatures, EveryPickOfATableHasItsOwnPlace) {
  for (int seats = 2; seats <= 4; ++seats) {
    std::map<int, std::array<int, 4>> seen;
    for (const State& state : some_states(seats)) {
      for (int seat = 0; seat < seats; ++seat) {
        const bool next_is_now = seat == state.active || state.roll == 0;
        if (!next_is_now) continue;
        const int place = place_of(state, seat);
        ASSERT_GE(place, first_place[size_t(seats)]);
        ASSERT_LT(place, first_place[size_t(seats) + 1]);
        const std::array<int, 4> meaning{state.round, state.active, seat, seat == state.active ? state.roll : 0};
        EXPECT_EQ(seen.try_emplace(place, meaning).first->second, meaning);
      }
    }
    EXPECT_EQ(int(seen.size()), rounds_for[seats] * seats * (seats + 2));
  }
}

TEST(CleverFeatures, BeforeTheBlackBonusIsAPlace) {
  for (int seats = 2; seats <= 4; ++seats) {
    Random random(5);
    int choices = 0;
    for (State state = start({seats, {}}); state.round <= 4 && state.phase != Phase::over;) {
      if (state.phase == Phase::round_bonus) {
        ++choices;
        for (int seat = 0; seat < seats; ++seat)
          EXPECT_EQ(place_of(state, seat) == seats - 1, seat >= state.mover) << seat << " of " << seats;
      }
      if (state.legal == 0)
        roll_dice(state, thrown(u32(random.below(int(throws)))));
      else
        decide(state, Decision(nth(state.legal, random.below(size(state.legal)))));
    }
    EXPECT_EQ(choices, seats);
  }
}

}  // namespace
}  // namespace volpe::clever
