// A cache of players: each is made once, what cannot be made is tried again, and only so many are kept.
#include "players/player_cache.h"

#include <gtest/gtest.h>

#include "games/games.h"
#include "platform/shipped_models.h"
#include "players/roster.h"

namespace volpe {
namespace {

// Counts how often a player had to be made.
struct Counted {
  PlayerCache<Player<Clever>> cache;
  int made = 0;

  Result<const Player<Clever>*> get(const std::string& name, const Setup& setup, bool match = false) {
    return cache.get(name, setup, match, [&] {
      ++made;
      return make_player<Clever>(shipped_models(), name, setup, match);
    });
  }
};

TEST(PlayerCache, MakesEachPlayerOnce) {
  Counted counted;
  const Player<Clever>* greedy = *counted.get("greedy", {1, {}});
  EXPECT_EQ(*counted.get("greedy", {1, {}}), greedy);
  EXPECT_EQ(counted.made, 1);
}

TEST(PlayerCache, TellsNamesAndGamesApart) {
  Counted counted;
  ASSERT_TRUE(counted.get("greedy", {1, {}}));
  ASSERT_TRUE(counted.get("random", {1, {}}));
  ASSERT_TRUE(counted.get("greedy", {2, {}}));
  ASSERT_TRUE(counted.get("greedy", {1, {1}}));
  ASSERT_TRUE(counted.get("greedy", {1, {}}, true));
  EXPECT_EQ(counted.made, 5);
}

TEST(PlayerCache, TriesAgainWhatCouldNotBeMade) {
  Counted counted;
  EXPECT_EQ(counted.get("nobody", {1, {}}).error().code, Code::unknown_level);
  EXPECT_EQ(counted.get("nobody", {1, {}}).error().code, Code::unknown_level);
  EXPECT_EQ(counted.made, 2);
}

TEST(PlayerCache, ForgetsAllWhenItIsFull) {
  Counted counted{.cache = PlayerCache<Player<Clever>>(3)};
  for (int seats : {1, 2, 3, 1, 2, 3}) ASSERT_TRUE(counted.get("greedy", {seats, {}}));
  EXPECT_EQ(counted.made, 3);
  ASSERT_TRUE(counted.get("greedy", {4, {}}));
  ASSERT_TRUE(counted.get("greedy", {4, {}}));
  EXPECT_EQ(counted.made, 4);
  ASSERT_TRUE(counted.get("greedy", {1, {}}));
  EXPECT_EQ(counted.made, 5);
}

}  // namespace
}  // namespace volpe
