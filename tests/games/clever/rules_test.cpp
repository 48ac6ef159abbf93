// Clever: the worked examples of the rules page, every option, every phase, and the corners of the sheet.
#include "games/play_events.h"
#include "record/record.h"

namespace volpe {
namespace {

using namespace clever;

std::string repeat(const std::string& word, int times) {
  std::string text;
  for (int n = 0; n < times; ++n) text += word + " ";
  return text;
}

int area_score(const std::string& boxes, int area) {
  Sheet sheet{};
  mark_all(sheet, boxes);
  return score(sheet).area[area];
}

// ---- Worked examples

TEST(CleverScore, blueAndGreenByNumberOfCrosses) {
  EXPECT_EQ(area_score("b2 b5 b7 b12", blue), 7);
  EXPECT_EQ(area_score("b2 b3 b4 b5 b6 b7 b8 b9 b10", blue), 37);
  EXPECT_EQ(area_score("g g g g g", green), 15);
}

TEST(CleverScore, orangeDoublesItsFourthBox) {
  Sheet sheet{};
  mark_all(sheet, "o5 o2 o3 o6");
  EXPECT_EQ(score(sheet).area[orange], 22);
  EXPECT_EQ(boost::json::serialize(Clever::position(clever_with("o5 o2 o3 o6"), 0).at("sheets").at(0).at("orange")),
            "[5,2,3,12]");
}

TEST(CleverScore, purpleMayFollowASixWithAnything) {
  for (const char* values : {"p2 p5 p6 p3", "p1 p6 p6 p3"}) EXPECT_EQ(area_score(values, purple), 16);
  State state = clever_with("p2 p5 p6");
  play<Clever>(state, {"roll y1 b1 g1 o1 p3 w1", "p@p"});
  EXPECT_EQ(score(state.sheets[0]).area[purple], 16);
}

TEST(CleverScore, everyAreaFull) {
  EXPECT_EQ(area_score("y11 y12 y13 y21 y22 y24 y31 y33 y34 y42 y43 y44", yellow), 60);
  EXPECT_EQ(area_score("b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12", blue), 56);
  EXPECT_EQ(area_score(repeat("g", 11), green), 66);
  EXPECT_EQ(area_score(repeat("o6", 11), orange), 6 * 7 + 12 * 3 + 18);
  EXPECT_EQ(area_score(repeat("p6", 11), purple), 66);
}

TEST(CleverScore, foxesScoreTheLowestArea) {
  Sheet sheet{};
  // 46 (yellow 10+16+20), 37 (blue 9), 28 (green 7), 5 (orange), 21 (purple)
  mark_all(sheet, "y11 y21 y31 y13 y33 y43 y24 y34 y44 b2 b3 b4 b5 b6 b7 b8 b9 b10 g g g g g g g o5 p4 p5 p6 p6");
  sheet.foxes = 1;
  const Score points = score(sheet);
  EXPECT_EQ(points.area[yellow], 46);
  EXPECT_EQ(points.foxes, 5);
  EXPECT_EQ(points.total, 142);
  sheet.marks[orange] = 0;
  sheet.written[0] = 0;
  sheet.foxes = 3;
  EXPECT_EQ(score(sheet).foxes, 0);
}

TEST(CleverScore, gradesOfASoloTotal) {
  const std::pair<int, int> cases[] = {{0, 0},   {139, 0}, {140, 1}, {159, 1}, {160, 2}, {179, 2},
                                       {180, 3}, {199, 3}, {200, 4}, {219, 4}, {220, 5}, {239, 5},
                                       {240, 6}, {259, 6}, {260, 7}, {280, 7}, {281, 8}, {334, 8}};
  for (const auto& [total, expected] : cases) EXPECT_EQ(grade(total), expected) << total;
}

TEST(CleverTurn, lowerDiceGoToTheTrayAndEqualOnesStay) {
  State state = Clever::start({2, {}});
  play<Clever>(state, {"roll p3 y4 g1 o3 b5 w6", "p@p"});
  EXPECT_EQ(field<Clever>(state, "due"), R"(["y","b","o","w"])");
  EXPECT_EQ(state.tray, 1 << green);
  play<Clever>(state, {"roll w4 y2 b3 o5", "w@p"});
  EXPECT_EQ(field<Clever>(state, "due"), R"(["o"])");
  EXPECT_EQ(state.tray, 1 << green | 1 << yellow | 1 << blue);
}

TEST(CleverTurn, blueSevenByEitherDie) {
  State with_white_die = Clever::start({2, {}});
  play<Clever>(with_white_die, {"roll y2 b6 g3 o4 p5 w1", "w@b7"});
  EXPECT_EQ(with_white_die.tray, 0);
  EXPECT_TRUE(has(with_white_die.sheets[0].marks[blue], 5));
  State with_blue_die = Clever::start({2, {}});
  play<Clever>(with_blue_die, {"roll y2 b6 g3 o4 p5 w1", "b@b7"});
  EXPECT_EQ(with_blue_die.tray, all_dice & ~(1 << blue));
  EXPECT_EQ(with_blue_die.phase, Phase::passive);
}

TEST(CleverTurn, blueTwiceInATurnByBlueAndWhite) {
  State state = Clever::start({1, {}});
  play<Clever>(state, {"roll y2 b1 g3 o4 p5 w2", "b@b3", "roll y2 g3 o4 p5 w4", "w@b5"});
  EXPECT_EQ(field<Clever>(state, "sheets").find(R"("blue":[3,5])") != std::string::npos, true);
}

TEST(CleverTurn, afterTheThirdRollTheRestGoesToTheTray) {
  State state = Clever::start({2, {}});
  play<Clever>(state, {"roll y1 b6 g6 o6 p6 w6", "y@y31", "roll b6 g1 o6 p6 w6", "g@g", "roll b6 o2 p6 w6", "o@o"});
  EXPECT_EQ(state.phase, Phase::passive);
  EXPECT_EQ(state.tray, 1 << blue | 1 << purple | 1 << white);
  EXPECT_EQ(state.placed, 1 << yellow | 1 << green | 1 << orange);
}

TEST(CleverTurn, takingTheHighestDieEndsTheRolls) {
  State state = Clever::start({2, {}});
  play<Clever>(state, {"roll y1 b2 g3 o4 p6 w5", "p@p"});
  EXPECT_EQ(state.phase, Phase::passive);
  EXPECT_EQ(state.roll, 1);
  EXPECT_EQ(size(state.tray), 5);
}

TEST(CleverBonus, threeWaysToCrossTheNextGreenBox) {
  // Yellow row 3, blue column 2, purple box 9; the minimum of the green box does not matter.
  State state = clever_with("y31 y33 g g g g");
  play<Clever>(state, {"roll y4 b6 g1 o6 p6 w6", "y@y34", "+g"});
  EXPECT_EQ(state.sheets[0].marks[green], 5);
  state = clever_with("b2 b6 g g g g");
  play<Clever>(state, {"roll y6 b6 g1 o6 p6 w4", "w@b10", "+g"});
  EXPECT_EQ(state.sheets[0].marks[green], 5);
  state = clever_with(repeat("p6", 8) + "g g g g");
  play<Clever>(state, {"roll y6 b6 g1 o6 p1 w6", "p@p", "+g"});
  EXPECT_EQ(state.sheets[0].marks[green], 5);
}

TEST(CleverBonus, purpleBoxThreeGivesAReroll) {
  State state = clever_with("p1 p2");
  play<Clever>(state, {"roll y6 b6 g6 o6 p3 w6", "p@p"});
  EXPECT_EQ(state.sheets[0].rerolls, 1);
}

TEST(CleverExtra, aDieOnlyOnceATurnAndBlueCountsWhite) {
  State state = clever_with("");
  state.sheets[0].extras = 3;
  play<Clever>(state, {"roll y1 b3 g2 o2 p5 w4", "p@p", "xw@y34"});
  EXPECT_EQ(field<Clever>(state, "extra_used"), R"(["w"])");
  EXPECT_EQ(refusal<Clever>(state, "xw@g"), "illegal_event");
  EXPECT_EQ(refusal<Clever>(state, "xb@b8"), "illegal_event");
  play<Clever>(state, {"xb@b7"});
  EXPECT_TRUE(has(state.sheets[0].marks[blue], 5));
  EXPECT_EQ(refusal<Clever>(state, "xp@p"), "illegal_event");  // 5 after 5
  EXPECT_EQ(refusal<Clever>(state, "xo@o"), "accepted");
}

TEST(CleverSolo, ofEqualDiceTheNearestGoesToTheTray) {
  State state = clever_with("");
  state.passive_turn = 1;
  play<Clever>(state, {"roll g3 b1 w3 p2 y3 o3"});
  EXPECT_EQ(state.tray, 1 << blue | 1 << purple | 1 << green);
  EXPECT_EQ(field<Clever>(state, "roll"), "0");
  state = clever_with("");
  state.passive_turn = 1;
  play<Clever>(state, {"roll w3 b1 g3 p2 y3 o3"});
  EXPECT_EQ(state.tray, 1 << blue | 1 << purple | 1 << white);
}

// ---- The last box of every row, and what each line and box gives

struct Gift {
  const char* before;
  const char* last;
  const char* earns;
};
void PrintTo(const Gift& gift, std::ostream* out) { *out << gift.before << "+ " << gift.last << ": " << gift.earns; }
class CleverGift : public testing::TestWithParam<Gift> {};

TEST_P(CleverGift, isEarnedWithTheLastBox) {
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

const std::string sixes[12] = {"",
                               repeat("p6", 1),
                               repeat("p6", 2),
                               repeat("p6", 3),
                               repeat("p6", 4),
                               repeat("p6", 5),
                               repeat("p6", 6),
                               repeat("p6", 7),
                               repeat("p6", 8),
                               repeat("p6", 9),
                               repeat("p6", 10),
                               repeat("p6", 11)};
const std::string greens[12] = {"",
                                repeat("g", 1),
                                repeat("g", 2),
                                repeat("g", 3),
                                repeat("g", 4),
                                repeat("g", 5),
                                repeat("g", 6),
                                repeat("g", 7),
                                repeat("g", 8),
                                repeat("g", 9),
                                repeat("g", 10),
                                repeat("g", 11)};
const std::string oranges[12] = {"",
                                 repeat("o2", 1),
                                 repeat("o2", 2),
                                 repeat("o2", 3),
                                 repeat("o2", 4),
                                 repeat("o2", 5),
                                 repeat("o2", 6),
                                 repeat("o2", 7),
                                 repeat("o2", 8),
                                 repeat("o2", 9),
                                 repeat("o2", 10),
                                 repeat("o2", 11)};

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

TEST(CleverSheet, sevenRerollsAndSevenExtraDiceInAll) {
  Gains all = 0;
  for (int area = 0; area < areas; ++area) {
    const int full[] = {yellow_full, blue_full, row_boxes, row_boxes, row_boxes};
    all += gains_of[marks_from[area] + full[area]];
  }
  EXPECT_EQ(count(all, reroll) + 2, 7);  // two stand on the round track
  EXPECT_EQ(count(all, extra) + 1, 7);
  EXPECT_EQ(count(all, fox), 5);
}

TEST(CleverSheet, aFullRowTakesNothingMore) {
  const State green_full = clever_with(greens[11]), orange_full = clever_with(oranges[11]),
              purple_full = clever_with(sixes[11]);
  const PerDie sixes_rolled = each_die * 6;
  EXPECT_FALSE(has(marks_with(green_full.sheets[0], sixes_rolled, all_dice), green_next));
  EXPECT_FALSE(has(marks_with(orange_full.sheets[0], sixes_rolled, all_dice), orange_next));
  EXPECT_FALSE(has(marks_with(purple_full.sheets[0], sixes_rolled, all_dice), purple_next));
}

TEST(CleverSheet, greenMinimumOfEveryBox) {
  const int minimum[] = {1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6};
  for (int n = 0; n < 11; ++n)
    for (int value = 1; value <= 6; ++value) {
      const State state = clever_with(greens[n]);
      EXPECT_EQ(has(marks_with(state.sheets[0], each_die * u64(value), 1 << green), green_next), value >= minimum[n])
          << n << " " << value;
    }
}

// ---- Chains

TEST(CleverChain, crossesFiveAreas) {
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

TEST(CleverChain, waitingBonusesInTheOrderOfChoice) {
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

TEST(CleverChain, aBonusOfAFullAreaIsLost) {
  State state = clever_with(greens[11] + "y31 y33", 2);
  play<Clever>(state, {"roll y4 b5 g5 o5 p5 w5", "y@y34"});
  EXPECT_EQ(state.phase, Phase::roll);
  EXPECT_EQ(state.waiting, 0u);
}

TEST(CleverChain, theSecondOfTwoEqualBonusesIsLostWhenTheAreaIsFull) {
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

// ---- Round 4

State before_round_four(int seats) {
  State state = Clever::start({seats, {}});
  state.round = 3;
  state.active = u8(seats - 1);
  begin_turn(state);
  for (int seat = 0; seat < seats; ++seat) state.sheets[seat].rerolls = state.sheets[seat].extras = 0;
  return state;
}

TEST(CleverRoundFour, everySeatChoosesInTurnAndFinishesItsChain) {
  State state = before_round_four(2);
  mark_all(state.sheets[0], "y11 y12");
  state.sheets[0].extras = 0;
  play<Clever>(state,
               {"roll y6 b6 g6 o6 p6 w6", "o@o", "roll y6 b6 g6 p6 w6", "p@p", "roll y6 b6 g6 w6", "g@g", "w@g"});
  EXPECT_EQ(state.phase, Phase::round_bonus);
  EXPECT_EQ(field<Clever>(state, "waiting"), R"(["black"])");
  EXPECT_EQ(field<Clever>(state, "to_move"), "0");
  EXPECT_EQ(
      legal_text<Clever>(state),
      "+b10 +b11 +b12 +b2 +b3 +b4 +b5 +b6 +b7 +b8 +b9 +g +o6 +p6 +y13 +y21 +y22 +y24 +y31 +y33 +y34 +y42 +y43 +y44");
  play<Clever>(state, {"+y13"});
  EXPECT_EQ(state.phase, Phase::bonus);
  play<Clever>(state, {"+b12"});
  EXPECT_EQ(state.phase, Phase::round_bonus);
  EXPECT_EQ(field<Clever>(state, "to_move"), "1");
  play<Clever>(state, {"+o6"});
  EXPECT_EQ(state.phase, Phase::roll);
  EXPECT_EQ(field<Clever>(state, "due_seat"), "0");
  EXPECT_EQ(score(state.sheets[1]).area[orange], 6 + 6);
}

TEST(CleverRoundFour, fullAreasAreNoChoice) {
  State state = before_round_four(1);
  mark_all(state.sheets[0], greens[11] + oranges[11] + sixes[11] +
                                "b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 y11 y12 y13 y21 y22 y24 y31 y33 y34 y42 y43");
  state.mover = 0;
  state.round = 4;
  choose_black(state);
  EXPECT_EQ(legal_text<Clever>(state), "+y44");
  mark_all(state.sheets[0], "y44");
  choose_black(state);
  EXPECT_EQ(state.phase, Phase::roll);
}

TEST(CleverRounds, sixSixFiveFour) {
  for (int seats = 1; seats <= 4; ++seats) {
    State state = Clever::start({seats, {}});
    int rounds = 0, turns = 0;
    for (Random random(1); !Clever::over(state);) {
      if (state.legal != 0) {
        Clever::apply(state, Decision(lowest(state.legal & ~bit(take_reroll))));
      } else {
        turns += state.roll == 0 && state.passive_turn == 0;
        rounds = state.round;
        Clever::roll(state, thrown(u32(random.below(int(throws)))));
      }
    }
    EXPECT_EQ(rounds, rounds_for[seats]);
    EXPECT_EQ(turns, rounds * seats);
  }
}

TEST(CleverRounds, theTrackGivesEverybodyItsActions) {
  State state = Clever::start({3, {}});
  for (int seat = 0; seat < 3; ++seat) EXPECT_EQ(state.sheets[seat].rerolls, 1);
  state.round = 2;
  begin_round(state);
  for (int seat = 0; seat < 3; ++seat) EXPECT_EQ(state.sheets[seat].extras, 1);
  state.round = 3;
  begin_round(state);
  for (int seat = 0; seat < 3; ++seat) EXPECT_EQ(state.sheets[seat].rerolls, 2);
}

// ---- Passing, in every phase where it exists

// Only blue 12 and green, which asks for a 5, can still be marked.
const std::string nearly_full = oranges[11] + sixes[11] + greens[4] +
                                "y11 y12 y13 y21 y22 y24 y31 y33 y34 y42 y43 y44 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11";

TEST(CleverPass, aRollWithNoUsableDieSendsNothingToTheTray) {
  State state = clever_with(nearly_full, 2);
  play<Clever>(state, {"roll y1 b1 g4 o6 p6 w1"});
  EXPECT_EQ(legal_text<Clever>(state), "pass");
  play<Clever>(state, {"pass"});
  EXPECT_EQ(field<Clever>(state, "due"), R"(["y","b","g","o","p","w"])");
  EXPECT_EQ(state.roll, 1);
  state.sheets[0].rerolls = 1;
  play<Clever>(state, {"roll y1 b1 g4 o6 p6 w1"});
  EXPECT_EQ(legal_text<Clever>(state), "pass reroll");
  play<Clever>(state, {"reroll", "roll y1 b1 g5 o6 p6 w1"});
  EXPECT_EQ(state.roll, 2);
  EXPECT_EQ(legal_text<Clever>(state), "g@g");
  EXPECT_EQ(refusal<Clever>(state, "pass"), "illegal_event");
}

TEST(CleverPass, afterTheThirdRollEverythingGoesToTheTrayAndExtraDiceRemain) {
  State state = clever_with(nearly_full, 2);
  play<Clever>(state,
               {"roll y1 b1 g4 o6 p6 w1", "pass", "roll y1 b1 g4 o6 p6 w1", "pass", "roll y1 b1 g4 o6 p6 w1", "pass"});
  EXPECT_EQ(state.phase, Phase::passive);
  EXPECT_EQ(state.tray, all_dice);
  EXPECT_EQ(state.placed, 0);

  // An extra die can still be used after three passes: the action was just not there before.
  state = clever_with("", 2, {0, 0, 1});
  play<Clever>(state, {"roll y1 b1 g4 o6 p6 w1", "pass", "roll y1 b1 g4 o6 p6 w1", "pass", "roll y1 b1 g4 o6 p6 w1"});
  state.sheets[0].extras = 1;
  play<Clever>(state, {"pass", "xo@o"});
  EXPECT_EQ(state.sheets[0].marks[orange], 1);
  EXPECT_EQ(state.phase, Phase::passive);
}

TEST(CleverPass, thePassivePlayerPassesOnlyWithoutAUsableDie) {
  State state = clever_with("", 2);
  mark_all(state.sheets[1], nearly_full);
  state.sheets[1].extras = 0;
  play<Clever>(state, {"roll y1 b1 g3 o2 p6 w1", "p@p"});
  EXPECT_EQ(legal_text<Clever>(state), "pass");
  play<Clever>(state, {"pass"});
  EXPECT_EQ(state.phase, Phase::roll);
  EXPECT_EQ(state.active, 1);
}

TEST(CleverPass, thePlacedDiceAreTheFallback) {
  State state = clever_with("", 3);
  for (int seat : {1, 2}) {
    mark_all(state.sheets[seat], nearly_full);
    state.sheets[seat].extras = 0;
  }
  play<Clever>(state, {"roll y1 b1 g6 o2 p4 w1", "g@g"});
  EXPECT_EQ(state.placed, 1 << green);
  EXPECT_EQ(legal_text<Clever>(state), "g@g pass");
  play<Clever>(state, {"g@g"});
  EXPECT_EQ(field<Clever>(state, "to_move"), "2");
  play<Clever>(state, {"pass"});
  EXPECT_EQ(state.sheets[1].marks[green], 5);
  EXPECT_EQ(state.sheets[2].marks[green], 4);
}

TEST(CleverPass, isNoEventOfBonusAndExtra) {
  State state = clever_with("y11 y12");
  state.sheets[0].extras = 1;
  play<Clever>(state, {"roll y5 b1 g1 o1 p1 w1", "y@y13"});
  EXPECT_EQ(refusal<Clever>(state, "pass"), "illegal_event");
  play<Clever>(state, {"+b12"});
  EXPECT_EQ(state.phase, Phase::extra);
  EXPECT_EQ(refusal<Clever>(state, "pass"), "illegal_event");
  play<Clever>(state, {"done"});
  EXPECT_EQ(refusal<Clever>(state, "pass"), "dice_due");
}

// ---- Options

TEST(CleverOption, solo_passive_extra) {
  for (u8 forbidden : {0, 1}) {
    State state = clever_with("", 1, {forbidden, 0, 0});
    state.sheets[0].extras = 1;
    state.passive_turn = 1;
    play<Clever>(state, {"roll y1 b2 g3 o4 p5 w6", "y@y31"});
    EXPECT_EQ(state.phase, forbidden ? Phase::roll : Phase::extra);
    EXPECT_EQ(state.round, forbidden ? 2 : 1);
  }
  // The active turn of the same game is not touched by it.
  State state = clever_with("", 1, {1, 0, 0});
  state.sheets[0].extras = 1;
  play<Clever>(state, {"roll y1 b2 g3 o4 p6 w5", "p@p"});
  EXPECT_EQ(state.phase, Phase::extra);
}

TEST(CleverOption, solo_fallback) {
  for (u8 forbidden : {0, 1}) {
    State state = clever_with(nearly_full, 1, {0, forbidden, 0});
    state.passive_turn = 1;
    play<Clever>(state, {"roll y1 b2 o3 w4 g5 p5"});
    EXPECT_EQ(legal_text<Clever>(state), forbidden ? "pass" : "g@g pass");
  }
}

TEST(CleverOption, decline) {
  State state = clever_with("", 2, {0, 0, 1});
  play<Clever>(state, {"roll y1 b2 g3 o4 p5 w6"});
  EXPECT_EQ(refusal<Clever>(state, "pass"), "accepted");
  play<Clever>(state, {"pass"});
  EXPECT_EQ(state.tray, 0);
  EXPECT_EQ(state.roll, 1);
  play<Clever>(state, {"roll y1 b2 g3 o4 p5 w6", "w@o"});
  // The passive seat may leave the tray, but that does not open the placed dice.
  EXPECT_EQ(refusal<Clever>(state, "pass"), "accepted");
  EXPECT_EQ(refusal<Clever>(state, "w@o"), "illegal_event");
  play<Clever>(state, {"pass"});
  EXPECT_EQ(state.active, 1);
  // Bonuses can still not be declined.
  state = clever_with("y11 y12", 2, {0, 0, 1});
  play<Clever>(state, {"roll y5 b2 g3 o4 p5 w6", "y@y13"});
  EXPECT_EQ(refusal<Clever>(state, "pass"), "illegal_event");
  state = clever_with("", 2);
  play<Clever>(state, {"roll y1 b2 g3 o4 p5 w6"});
  EXPECT_EQ(refusal<Clever>(state, "pass"), "illegal_event");
}

// ---- The end

State finished(const std::vector<std::string>& sheets) {
  State state = Clever::start({int(sheets.size()), {}});
  for (size_t seat = 0; seat < sheets.size(); ++seat) {
    mark_all(state.sheets[seat], sheets[seat]);
    state.sheets[seat].foxes = 0;
  }
  state.phase = Phase::over;
  return state;
}

TEST(CleverWinner, highestTotalWins) { EXPECT_EQ(Clever::ending(finished({"o5", "o6", "o4"})).winners, bit(1)); }

TEST(CleverWinner, aTieGoesToTheHighestSingleArea) {
  // 10 points each: green 4, or orange 5 and purple 5.
  EXPECT_EQ(Clever::ending(finished({"o5 p5", "g g g g"})).winners, bit(1));
  EXPECT_EQ(Clever::ending(finished({"g g g g", "o5 p5"})).winners, bit(0));
  EXPECT_EQ(Clever::ending(finished({"o5 p5", "g g g g", "o6 p4"})).winners, bit(1));
}

TEST(CleverWinner, stillTiedTheyShare) {
  EXPECT_EQ(Clever::ending(finished({"o5 p5", "p5 o5", "o4"})).winners, bit(0) | bit(1));
  EXPECT_EQ(Clever::ending(finished({"", "", "", ""})).winners, Mask{15});
  // A lower total with a higher area does not count, and the best single area counts only among the tied.
  EXPECT_EQ(Clever::ending(finished({"o6 o6 o1", "g g g g", "o6 o5 o1 p1"})).winners, bit(0));
}

TEST(CleverWinner, foxesAreNoArea) {
  // 71 points each: 10, 11, 10, 10, 10 with two foxes worth 20, or 10, 16, 15, 15, 15 without foxes.
  State state = finished(
      {"y11 y21 y31 b2 b3 b4 b5 b6 g g g g o5 o5 p4 p6", "y11 y21 y31 b2 b3 b4 b5 b6 b7 g g g g g o6 o6 o3 p4 p5 p6"});
  state.sheets[0].foxes = 2;
  const Ending end = Clever::ending(state);
  ASSERT_EQ(end.totals[0], 71);
  ASSERT_EQ(end.totals[1], 71);
  EXPECT_EQ(end.winners, bit(1));
}

TEST(CleverGame, of334Points) {
  const std::string text = [] {
    FILE* file = std::fopen(RECORDS "/clever-334.volpe", "rb");
    std::string content(100000, '\0');
    content.resize(std::fread(content.data(), 1, content.size(), file));
    std::fclose(file);
    return content;
  }();
  const Result<AnyPlay> loaded = read_record(text);
  ASSERT_TRUE(bool(loaded)) << loaded.error().message;
  const State& state = std::get<Play<Clever>>(*loaded).state();
  ASSERT_TRUE(Clever::over(state));
  const Score points = score(state.sheets[0]);
  EXPECT_EQ(points.area[yellow], 30);
  EXPECT_EQ(points.area[blue], 56);
  EXPECT_EQ(points.area[green], 45);
  EXPECT_EQ(points.area[orange], 41);
  EXPECT_EQ(points.area[purple], 42);
  EXPECT_EQ(state.sheets[0].foxes, 4);
  EXPECT_EQ(points.total, 334);
  EXPECT_EQ(boost::json::serialize(Clever::position(state, 68).at("result")),
            R"({"totals":[334],"winners":[0],"grades":[8]})");
}

// ---- The value that everything copies

TEST(CleverState, isSmallAndComparableByItsBytes) {
  EXPECT_LE(sizeof(Sheet), 64u);
  EXPECT_LE(sizeof(State), 256u);
  const State a = Clever::start({2, {}}), b = Clever::start({2, {}});
  EXPECT_TRUE(same(a, b));
  EXPECT_EQ(hash(a), hash(b));
  State c = a;
  play<Clever>(c, {"roll y1 b2 g3 o4 p5 w6"});
  EXPECT_FALSE(same(a, c));
  EXPECT_NE(hash(a), hash(c));
}

}  // namespace
}  // namespace volpe
