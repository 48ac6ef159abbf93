// Winning chances from expected totals.
#include "players/clever/winning_chances.h"

#include <gtest/gtest.h>

namespace volpe::clever {
namespace {

TEST(WinningChances, NormalNumbers) {
  EXPECT_DOUBLE_EQ(below_normal(0), 0.5);
  EXPECT_NEAR(below_normal(1), 0.8413447, 1e-4);
  EXPECT_NEAR(below_normal(-1.96), 0.0249979, 1e-4);
  EXPECT_NEAR(below_normal(9), 1, 1e-8);
  for (double x = -7; x < 7; x += 0.01) EXPECT_LE(below_normal(x), below_normal(x + 0.01)) << x;
}

TEST(WinningChances, AddUpToOneAndFavourWhoIsAhead) {
  const Value even = winning_chances({{{200, 20}, {200, 20}, {200, 20}, {200, 20}}}, 4);
  for (double chance : even) EXPECT_NEAR(chance, 0.25, 1e-12);
  const Value ahead = winning_chances({{{230, 20}, {200, 20}, {210, 5}}}, 3);
  EXPECT_NEAR(ahead[0] + ahead[1] + ahead[2], 1, 1e-12);
  EXPECT_GT(ahead[0], ahead[2]);
  EXPECT_GT(ahead[2], ahead[1]);
  EXPECT_EQ(ahead[3], 0);
}

}  // namespace
}  // namespace volpe::clever
