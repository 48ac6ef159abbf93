// The view of a game at this keyboard.
#include "terminal/local_game_view.h"

#include <gtest/gtest.h>

#include "terminal/local_games.h"
#include "terminal/plan_for.h"

namespace volpe {
namespace {

TEST(LocalGameView, ARefusedCommandChangesNothing) {
  auto made = start_local_game(plan_for("clever", 1));
  ASSERT_TRUE(made);
  GameView& game = **made;
  const auto position = [&] { return game.state().position; };
  const JsonObject first = position();
  EXPECT_TRUE(game.decide("g@g"));
  EXPECT_TRUE(game.decide("roll y1 b1 g1 o1 p1 w1"));  // digital dice are not typed
  EXPECT_TRUE(game.undo());
  EXPECT_TRUE(game.request_hint());
  EXPECT_TRUE(game.request_analysis());
  EXPECT_TRUE(game.next_game());
  EXPECT_TRUE(game.add_seed("x"));
  EXPECT_EQ(position(), first);
  EXPECT_FALSE(game.roll());
  const JsonObject rolled = position();
  EXPECT_TRUE(game.roll());
  EXPECT_TRUE(game.decide("frob"));
  EXPECT_TRUE(game.undo());  // dice stay
  EXPECT_EQ(position(), rolled);
}

}  // namespace
}  // namespace volpe
