// The sheets of Genial and their pairs: as many as are known, whatever the colours are called.
#include "players/genial/sheets.h"

#include <gtest/gtest.h>

namespace volpe::genial {
namespace {

PerSymbol rows(int r, int o, int y, int g, int b, int p) {
  return u32(r) | u32(o) << 4 | u32(y) << 8 | u32(g) << 12 | u32(b) << 16 | u32(p) << 20;
}

TEST(GenialSheets, AreAsManyAsKnown) {
  const TwoSeatSheets seven(7), nine(9);
  EXPECT_EQ(seven.sheets.count(), 53390);
  EXPECT_EQ(seven.sheets.sorted_count(), 574);
  EXPECT_EQ(seven.pairs.count(), 6122740u);
  EXPECT_EQ(nine.sheets.count(), 95950);
  EXPECT_EQ(nine.sheets.sorted_count(), 952);
  EXPECT_EQ(nine.pairs.count(), 19094828u);
}

TEST(GenialPairs, AnyNamesOfTheColoursLeadToTheSamePlace) {
  const TwoSeatSheets both(7);
  const PerSymbol first = rows(3, 1, 1, 5, 1, 4), second = rows(2, 6, 1, 4, 4, 5), dice = rows(0, 2, 0, 1, 0, 1);
  const SheetPairs::Place place = both.pairs.find(first, second);
  const PerSymbol kept = renamed(dice, place.by);
  bool dice_found = false;
  for (int by = 0; by < renamings; ++by) {
    const SheetPairs::Place other = both.pairs.find(renamed(first, by), renamed(second, by));
    ASSERT_EQ(other.pair, place.pair);
    dice_found = dice_found || renamed(renamed(dice, by), other.by) == kept;
  }
  EXPECT_TRUE(dice_found);
}

}  // namespace
}  // namespace volpe::genial
