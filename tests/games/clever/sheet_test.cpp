// The sheet of Clever: what the last box of every row gives, and chains of bonuses.
#include "games/clever/rows_of_boxes.h"
#include "games/play_events.h"
#include "record/record.h"

namespace volpe {
namespace {

using namespace clever;

struct Gift {
  const char* before;
  const char* last;
  const char* earns;
};
void PrintTo(const Gift& gift, std::ostream* out) { *out << gift.before << "+ " << gift.last << ": " << gift.earns; }
class CleverGift : public testing::TestWithParam<Gift> {};

TEST_P(CleverGift, IsEarnedWithTheLastBox) {
  Sheet sheet{};
  mark_all(sheet, GetParam().before);
  const Sheet before = sheet;
  mark_all(sheet, GetParam().last);
  Gains gains = 0;
  for (int area = 0; area < areas; ++area)
    gains += gains_of[marks_from[area] + sheet.marks[area]] - gains_of[marks_from[area] + before.marks[area]];
  std::string earns;
  for (int bonus = yellow_x; bonus <= fox; ++bonus)
    for (int n = 0; n < count(gains, Bonus(bonus)); ++n)
      earns += (earns.empty() ? "" : ", ") + std::string(bonus_names[bonus]);
  EXPECT_EQ(earns, GetParam().earns);
}

INSTANTIATE_TEST_SUITE_P(Yellow, CleverGift,
                         testing::Values(Gift{"y11 y12", "y13", "blue x"}, Gift{"y21 y22", "y24", "orange 4"},
                                         Gift{"y31 y33", "y34", "green x"}, Gift{"y42 y43", "y44", "fox"},
                                         Gift{"y11 y22 y33", "y44", "extra"},
                                         Gift{"y11 y22 y33 y42 y43", "y44", "extra, fox"}, Gift{"y21 y31", "y11", ""},
                                         Gift{"y11 y12 y13 y21", "y31", ""}));
INSTANTIATE_TEST_SUITE_P(Blue, CleverGift,
                         testing::Values(Gift{"b2 b3", "b4", "orange 5"}, Gift{"b5 b6 b7", "b8", "yellow x"},
                                         Gift{"b9 b10 b11", "b12", "fox"}, Gift{"b5", "b9", "reroll"},
                                         Gift{"b2 b6", "b10", "green x"}, Gift{"b3 b7", "b11", "purple 6"},
                                         Gift{"b4 b8", "b12", "extra"},
                                         Gift{"b2 b3 b4 b5 b6 b7 b8 b9 b10 b11", "b12", "extra, fox"},
                                         Gift{"b2", "b5", ""}));
INSTANTIATE_TEST_SUITE_P(Green, CleverGift,
                         testing::Values(Gift{greens[2].c_str(), "g", ""}, Gift{greens[3].c_str(), "g", "extra"},
                                         Gift{greens[4].c_str(), "g", ""}, Gift{greens[5].c_str(), "g", "blue x"},
                                         Gift{greens[6].c_str(), "g", "fox"}, Gift{greens[7].c_str(), "g", ""},
                                         Gift{greens[8].c_str(), "g", "purple 6"},
                                         Gift{greens[9].c_str(), "g", "reroll"}, Gift{greens[10].c_str(), "g", ""}));
INSTANTIATE_TEST_SUITE_P(Orange, CleverGift,
                         testing::Values(Gift{oranges[1].c_str(), "o2", ""}, Gift{oranges[2].c_str(), "o2", "reroll"},
                                         Gift{oranges[3].c_str(), "o2", ""}, Gift{oranges[4].c_str(), "o2", "yellow x"},
                                         Gift{oranges[5].c_str(), "o2", "extra"}, Gift{oranges[6].c_str(), "o2", ""},
                                         Gift{oranges[7].c_str(), "o2", "fox"}, Gift{oranges[8].c_str(), "o2", ""},
                                         Gift{oranges[9].c_str(), "o2", "purple 6"},
                                         Gift{oranges[10].c_str(), "o2", ""}));
INSTANTIATE_TEST_SUITE_P(Purple, CleverGift,
                         testing::Values(Gift{sixes[1].c_str(), "p6", ""}, Gift{sixes[2].c_str(), "p6", "reroll"},
                                         Gift{sixes[3].c_str(), "p6", "blue x"}, Gift{sixes[4].c_str(), "p6", "extra"},
                                         Gift{sixes[5].c_str(), "p6", "yellow x"}, Gift{sixes[6].c_str(), "p6", "fox"},
                                         Gift{sixes[7].c_str(), "p6", "reroll"},
                                         Gift{sixes[8].c_str(), "p6", "green x"},
                                         Gift{sixes[9].c_str(), "p6", "orange 6"},
                                         Gift{sixes[10].c_str(), "p6", "extra"}));

TEST(CleverSheet, SevenRerollsAndSevenExtraDiceInAll) {
  Gains all = 0;
  for (int area = 0; area < areas; ++area) {
    const int full[] = {yellow_full, blue_full, row_boxes, row_boxes, row_boxes};
    all += gains_of[marks_from[area] + full[area]];
  }
  EXPECT_EQ(count(all, reroll) + 2, 7);  // two stand on the round track
  EXPECT_EQ(count(all, extra) + 1, 7);
  EXPECT_EQ(count(all, fox), 5);
}

TEST(CleverSheet, AFullRowTakesNothingMore) {
  const State green_full = clever_with(greens[11]), orange_full = clever_with(oranges[11]),
              purple_full = clever_with(sixes[11]);
  const PerDie sixes_rolled = each_die * 6;
  EXPECT_FALSE(has(marks_with(green_full.sheets[0], sixes_rolled, all_dice), green_next));
  EXPECT_FALSE(has(marks_with(orange_full.sheets[0], sixes_rolled, all_dice), orange_next));
  EXPECT_FALSE(has(marks_with(purple_full.sheets[0], sixes_rolled, all_dice), purple_next));
}

TEST(CleverSheet, GreenMinimumOfEveryBox) {
  const int minimum[] = {1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6};
  for (int n = 0; n < 11; ++n)
    for (int value = 1; value <= 6; ++value) {
      const State state = clever_with(greens[n]);
      EXPECT_EQ(has(marks_with(state.sheets[0], each_die * u64(value), 1 << green), green_next), value >= minimum[n])
          << n << " " << value;
    }
}

// ---- Chains

TEST(CleverChain, CrossesFiveAreas) {
  State state = clever_with("b3 b11 " + sixes[8] + greens[8] + "o1 o1 o1 o1 y31 y33", 2);
  play<Clever>(state, {"roll y5 b5 g5 o5 p5 w2", "w@b7"});
  EXPECT_EQ(field<Clever>(state, "waiting"), R"(["purple 6"])");
  play<Clever>(state, {"+p6"});  // purple box 9: green x
  EXPECT_EQ(field<Clever>(state, "waiting"), R"(["green x"])");
  play<Clever>(state, {"+g"});   // green box 9: purple 6
  play<Clever>(state, {"+p6"});  // purple box 10: orange 6
  EXPECT_EQ(legal_text<Clever>(state), "+o6");
  play<Clever>(state, {"+o6"});   // orange box 5: yellow x
  play<Clever>(state, {"+y34"});  // yellow row 3: green x
  play<Clever>(state, {"+g"});    // green box 10: reroll
  EXPECT_EQ(state.sheets[0].rerolls, 1);
  EXPECT_EQ(state.phase, Phase::roll);
  EXPECT_EQ(field<Clever>(state, "due"), R"(["y","b","g","o","p"])");
}

TEST(CleverChain, WaitingBonusesInTheOrderOfChoice) {
  State state = clever_with("b2 b6 b3 b7 y11 y12");
  play<Clever>(state, {"roll y5 b5 g6 o6 p6 w5", "y@y13"});
  EXPECT_EQ(field<Clever>(state, "waiting"), R"(["blue x"])");
  EXPECT_EQ(legal_text<Clever>(state), "+b10 +b11 +b12 +b4 +b5 +b8 +b9");
  play<Clever>(state, {"+b10"});
  EXPECT_EQ(legal_text<Clever>(state), "+g");

  // Two at once: blue 7 completes row 2 and column 3.
  state = clever_with("b5 b6 b8 b3 b11 g g g g g");
  play<Clever>(state, {"roll y5 b5 g1 o6 p6 w2", "w@b7"});
  EXPECT_EQ(field<Clever>(state, "waiting"), R"(["yellow x","purple 6"])");
  EXPECT_EQ(legal_text<Clever>(state), "+p6 +y11 +y12 +y13 +y21 +y22 +y24 +y31 +y33 +y34 +y42 +y43 +y44");
  play<Clever>(state, {"+p6", "+y22"});
  EXPECT_EQ(state.waiting, 0u);
}

TEST(CleverChain, ABonusOfAFullAreaIsLost) {
  State state = clever_with(greens[11] + "y31 y33", 2);
  play<Clever>(state, {"roll y4 b5 g5 o5 p5 w5", "y@y34"});
  EXPECT_EQ(state.phase, Phase::roll);
  EXPECT_EQ(state.waiting, 0u);
}

TEST(CleverChain, TheSecondOfTwoEqualBonusesIsLostWhenTheAreaIsFull) {
  // Blue 6 completes row 2 (yellow x) and column 2 (green x); the yellow x completes row 3: a second green x.
  State state = clever_with(greens[10] + "y31 y33 b5 b7 b8 b2 b10");
  play<Clever>(state, {"roll y4 b5 g5 o5 p5 w1", "w@b6"});
  EXPECT_EQ(field<Clever>(state, "waiting"), R"(["yellow x","green x"])");
  play<Clever>(state, {"+y34"});
  EXPECT_EQ(field<Clever>(state, "waiting"), R"(["green x","green x"])");
  EXPECT_EQ(legal_text<Clever>(state), "+g");
  play<Clever>(state, {"+g"});
  EXPECT_EQ(state.waiting, 0u);
  EXPECT_EQ(state.phase, Phase::roll);
}

}  // namespace
}  // namespace volpe
