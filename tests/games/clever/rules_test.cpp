// Clever: the worked examples of the rules page, every option, every phase, and the corners of the sheet.
#include "games/clever/rows_of_boxes.h"
#include "games/play_events.h"
#include "record/record.h"

namespace volpe {
namespace {

using namespace clever;

int area_score(const std::string& boxes, int area) {
  Sheet sheet{};
  mark_all(sheet, boxes);
  return score(sheet).area[area];
}

// ---- Worked examples

TEST(CleverScore, BlueAndGreenByNumberOfCrosses) {
  EXPECT_EQ(area_score("b2 b5 b7 b12", blue), 7);
  EXPECT_EQ(area_score("b2 b3 b4 b5 b6 b7 b8 b9 b10", blue), 37);
  EXPECT_EQ(area_score("g g g g g", green), 15);
}

TEST(CleverScore, OrangeDoublesItsFourthBox) {
  Sheet sheet{};
  mark_all(sheet, "o5 o2 o3 o6");
  EXPECT_EQ(score(sheet).area[orange], 22);
  EXPECT_EQ(boost::json::serialize(Clever::position(clever_with("o5 o2 o3 o6"), 0).at("sheets").at(0).at("orange")),
            "[5,2,3,12]");
}

TEST(CleverScore, PurpleMayFollowASixWithAnything) {
  for (const char* values : {"p2 p5 p6 p3", "p1 p6 p6 p3"}) EXPECT_EQ(area_score(values, purple), 16);
  State state = clever_with("p2 p5 p6");
  play<Clever>(state, {"roll y1 b1 g1 o1 p3 w1", "p@p"});
  EXPECT_EQ(score(state.sheets[0]).area[purple], 16);
}

TEST(CleverScore, EveryAreaFull) {
  EXPECT_EQ(area_score("y11 y12 y13 y21 y22 y24 y31 y33 y34 y42 y43 y44", yellow), 60);
  EXPECT_EQ(area_score("b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12", blue), 56);
  EXPECT_EQ(area_score(repeat("g", 11), green), 66);
  EXPECT_EQ(area_score(repeat("o6", 11), orange), 6 * 7 + 12 * 3 + 18);
  EXPECT_EQ(area_score(repeat("p6", 11), purple), 66);
}

TEST(CleverScore, FoxesScoreTheLowestArea) {
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

TEST(CleverScore, GradesOfASoloTotal) {
  const std::pair<int, int> cases[] = {{0, 0},   {139, 0}, {140, 1}, {159, 1}, {160, 2}, {179, 2},
                                       {180, 3}, {199, 3}, {200, 4}, {219, 4}, {220, 5}, {239, 5},
                                       {240, 6}, {259, 6}, {260, 7}, {280, 7}, {281, 8}, {334, 8}};
  for (const auto& [total, expected] : cases) EXPECT_EQ(grade(total), expected) << total;
}

TEST(CleverTurn, LowerDiceGoToTheTrayAndEqualOnesStay) {
  State state = Clever::start({2, {}});
  play<Clever>(state, {"roll p3 y4 g1 o3 b5 w6", "p@p"});
  EXPECT_EQ(field<Clever>(state, "due"), R"(["y","b","o","w"])");
  EXPECT_EQ(state.tray, 1 << green);
  play<Clever>(state, {"roll w4 y2 b3 o5", "w@p"});
  EXPECT_EQ(field<Clever>(state, "due"), R"(["o"])");
  EXPECT_EQ(state.tray, 1 << green | 1 << yellow | 1 << blue);
}

TEST(CleverTurn, BlueSevenByEitherDie) {
  State with_white_die = Clever::start({2, {}});
  play<Clever>(with_white_die, {"roll y2 b6 g3 o4 p5 w1", "w@b7"});
  EXPECT_EQ(with_white_die.tray, 0);
  EXPECT_TRUE(has(with_white_die.sheets[0].marks[blue], 5));
  State with_blue_die = Clever::start({2, {}});
  play<Clever>(with_blue_die, {"roll y2 b6 g3 o4 p5 w1", "b@b7"});
  EXPECT_EQ(with_blue_die.tray, all_dice & ~(1 << blue));
  EXPECT_EQ(with_blue_die.phase, Phase::passive);
}

TEST(CleverTurn, BlueTwiceInATurnByBlueAndWhite) {
  State state = Clever::start({1, {}});
  play<Clever>(state, {"roll y2 b1 g3 o4 p5 w2", "b@b3", "roll y2 g3 o4 p5 w4", "w@b5"});
  EXPECT_EQ(field<Clever>(state, "sheets").find(R"("blue":[3,5])") != std::string::npos, true);
}

TEST(CleverTurn, AfterTheThirdRollTheRestGoesToTheTray) {
  State state = Clever::start({2, {}});
  play<Clever>(state, {"roll y1 b6 g6 o6 p6 w6", "y@y31", "roll b6 g1 o6 p6 w6", "g@g", "roll b6 o2 p6 w6", "o@o"});
  EXPECT_EQ(state.phase, Phase::passive);
  EXPECT_EQ(state.tray, 1 << blue | 1 << purple | 1 << white);
  EXPECT_EQ(state.placed, 1 << yellow | 1 << green | 1 << orange);
}

TEST(CleverTurn, TakingTheHighestDieEndsTheRolls) {
  State state = Clever::start({2, {}});
  play<Clever>(state, {"roll y1 b2 g3 o4 p6 w5", "p@p"});
  EXPECT_EQ(state.phase, Phase::passive);
  EXPECT_EQ(state.roll, 1);
  EXPECT_EQ(size(state.tray), 5);
}

TEST(CleverBonus, ThreeWaysToCrossTheNextGreenBox) {
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

TEST(CleverBonus, PurpleBoxThreeGivesAReroll) {
  State state = clever_with("p1 p2");
  play<Clever>(state, {"roll y6 b6 g6 o6 p3 w6", "p@p"});
  EXPECT_EQ(state.sheets[0].rerolls, 1);
}

TEST(CleverExtra, ADieOnlyOnceATurnAndBlueCountsWhite) {
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

TEST(CleverSolo, OfEqualDiceTheNearestGoesToTheTray) {
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

// ---- Round 4

State before_round_four(int seats) {
  State state = Clever::start({seats, {}});
  state.round = 3;
  state.active = u8(seats - 1);
  begin_turn(state);
  for (int seat = 0; seat < seats; ++seat) state.sheets[seat].rerolls = state.sheets[seat].extras = 0;
  return state;
}

TEST(CleverRoundFour, EverySeatChoosesInTurnAndFinishesItsChain) {
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

TEST(CleverRoundFour, FullAreasAreNoChoice) {
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

TEST(CleverRounds, SixSixFiveFour) {
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

TEST(CleverRounds, TheTrackGivesEverybodyItsActions) {
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

TEST(CleverPass, ARollWithNoUsableDieSendsNothingToTheTray) {
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

TEST(CleverPass, AfterTheThirdRollEverythingGoesToTheTrayAndExtraDiceRemain) {
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

TEST(CleverPass, ThePassivePlayerPassesOnlyWithoutAUsableDie) {
  State state = clever_with("", 2);
  mark_all(state.sheets[1], nearly_full);
  state.sheets[1].extras = 0;
  play<Clever>(state, {"roll y1 b1 g3 o2 p6 w1", "p@p"});
  EXPECT_EQ(legal_text<Clever>(state), "pass");
  play<Clever>(state, {"pass"});
  EXPECT_EQ(state.phase, Phase::roll);
  EXPECT_EQ(state.active, 1);
}

TEST(CleverPass, ThePlacedDiceAreTheFallback) {
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

TEST(CleverPass, IsNoEventOfBonusAndExtra) {
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

TEST(CleverOption, SoloPassiveExtra) {
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

TEST(CleverOption, SoloFallback) {
  for (u8 forbidden : {0, 1}) {
    State state = clever_with(nearly_full, 1, {0, forbidden, 0});
    state.passive_turn = 1;
    play<Clever>(state, {"roll y1 b2 o3 w4 g5 p5"});
    EXPECT_EQ(legal_text<Clever>(state), forbidden ? "pass" : "g@g pass");
  }
}

TEST(CleverOption, Decline) {
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

TEST(CleverWinner, HighestTotalWins) { EXPECT_EQ(Clever::ending(finished({"o5", "o6", "o4"})).winners, bit(1)); }

TEST(CleverWinner, ATieGoesToTheHighestSingleArea) {
  // 10 points each: green 4, or orange 5 and purple 5.
  EXPECT_EQ(Clever::ending(finished({"o5 p5", "g g g g"})).winners, bit(1));
  EXPECT_EQ(Clever::ending(finished({"g g g g", "o5 p5"})).winners, bit(0));
  EXPECT_EQ(Clever::ending(finished({"o5 p5", "g g g g", "o6 p4"})).winners, bit(1));
}

TEST(CleverWinner, StillTiedTheyShare) {
  EXPECT_EQ(Clever::ending(finished({"o5 p5", "p5 o5", "o4"})).winners, bit(0) | bit(1));
  EXPECT_EQ(Clever::ending(finished({"", "", "", ""})).winners, Mask{15});
  // A lower total with a higher area does not count, and the best single area counts only among the tied.
  EXPECT_EQ(Clever::ending(finished({"o6 o6 o1", "g g g g", "o6 o5 o1 p1"})).winners, bit(0));
}

TEST(CleverWinner, FoxesAreNoArea) {
  // 71 points each: 10, 11, 10, 10, 10 with two foxes worth 20, or 10, 16, 15, 15, 15 without foxes.
  State state = finished(
      {"y11 y21 y31 b2 b3 b4 b5 b6 g g g g o5 o5 p4 p6", "y11 y21 y31 b2 b3 b4 b5 b6 b7 g g g g g o6 o6 o3 p4 p5 p6"});
  state.sheets[0].foxes = 2;
  const Ending end = Clever::ending(state);
  ASSERT_EQ(end.totals[0], 71);
  ASSERT_EQ(end.totals[1], 71);
  EXPECT_EQ(end.winners, bit(1));
}

TEST(CleverGame, Of334Points) {
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

TEST(CleverState, IsSmallAndComparableByItsBytes) {
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
