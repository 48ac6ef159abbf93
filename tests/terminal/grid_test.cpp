// Grids of cells.
#include "terminal/grid.h"

#include <gtest/gtest.h>

namespace volpe {
namespace {

TEST(Grid, LettersThatTakeMoreOrLessThanACellAreNotDrawn) {
  Grid grid(1, 20);
  EXPECT_EQ(grid.put(0, 0, "Zoë 狐\t\x1b[31m e\u0301\xff"), 15);
  EXPECT_EQ(grid.line(0), "Zoë ???[31m e??");
  EXPECT_EQ(grid.width("狐"), 1);
}

TEST(Grid, CutsAtItsEdges) {
  Grid grid(2, 5);
  grid.put(0, 3, "abc");
  grid.put(-1, 0, "x");
  grid.put(2, 0, "x");
  grid.put_before(1, 2, "abc");
  EXPECT_EQ(grid.text(), "   ab\nbc\n");
  grid.put_short(0, 0, "abcdefg", 5);
  EXPECT_EQ(grid.line(0), "abcd…");
  EXPECT_EQ((grid.wrapped("ab cd efg", 5)), (std::vector<std::string>{"ab cd", "efg"}));
}

}  // namespace
}  // namespace volpe
