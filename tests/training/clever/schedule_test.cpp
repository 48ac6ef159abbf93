// The schedule as it is written on the command line: strict about every character.
#include "training/clever/schedule.h"

#include <gtest/gtest.h>

namespace volpe::clever {
namespace {

TEST(Schedule, ReadsTheRewardedBoxesStrictly) {
  EXPECT_EQ(*read_rewarded_boxes("xxx/.x./.x./xxx"), 0xe97);
  EXPECT_EQ(*read_rewarded_boxes(".../.../.../..x"), 0x800);
  for (const char* wrong : {"", "xxx", "xxx/.x./.x./xx", "xxx/.x./.x./xxxx", "xxx/.y./.x./xxx", "xxx..x./.x./xxx"})
    EXPECT_FALSE(read_rewarded_boxes(wrong)) << wrong;
}

TEST(Schedule, IsReadStrictly) {
  EXPECT_TRUE(read_schedule("1:10:1e-3:1e-4:0.8:0.5"));
  EXPECT_EQ((*read_schedule("1:10:1e-3:1e-4:0.8:0.5:3,6:10:1e-3:1e-4:0.8:0.5"))[0].shaping, 3);
  for (const char* wrong :
       {"", "1:10:1e-3:1e-4:0.8", "2:10:1e-3:1e-4:0.8:0.5", "1:0:1e-3:1e-4:0.8:0.5", "1:10:0:1e-4:0.8:0.5",
        "1:10:1e-3:1e-4:0.8:0.5x", "1:10:1e-3:1e-4:0.8:0.5:", "1:10:1e-3:1e-4:0.8:0.5:3:3", "1-10:1e-3:1e-4:0.8:0.5"})
    EXPECT_FALSE(read_schedule(wrong)) << wrong;
}

}  // namespace
}  // namespace volpe::clever
