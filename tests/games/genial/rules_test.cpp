// Genial: the worked examples of the rules page, every option, jokers, areas and matches.
#include "games/match.h"
#include "games/play_events.h"

namespace volpe {
namespace {

using namespace genial;

PerSymbol rows(int r, int o, int y, int g, int b, int p) {
  return u32(r) | u32(o) << 4 | u32(y) << 8 | u32(g) << 12 | u32(b) << 16 | u32(p) << 20;
}

State genial_with(PerSymbol own, int seats = 2, Options options = {1, 0, 0}) {
  State state = Genial::start({seats, options});
  state.rows[0] = own;
  return state;
}

Crosses matches(int y, int g) {
  Crosses crosses{};
  crosses.matches[2] = y;
  crosses.matches[3] = g;
  return crosses;
}

// ---- Worked examples

TEST(GenialCross, TheCentreIsClosedWhileARowIsEmpty) {
  EXPECT_EQ(cross(rows(1, 1, 2, 0, 0, 1), matches(2, 4), 7), rows(1, 1, 3, 3, 0, 1));
}

TEST(GenialCross, UnlockingInTheMiddleOfATurn) {
  EXPECT_EQ(cross(rows(4, 5, 2, 3, 6, 4), matches(6, 1), 7), rows(4, 5, 7, 4, 6, 4));
}

TEST(GenialPoints, TheLoserGetsTheShortestRow) {
  State state = genial_with(rows(7, 7, 7, 7, 7, 7));
  state.rows[1] = rows(5, 4, 2, 6, 3, 3);
  state.phase = Phase::over;
  EXPECT_EQ(Genial::ending(state).totals[0], 7);
  EXPECT_EQ(Genial::ending(state).totals[1], 2);
  EXPECT_EQ(Genial::ending(state).winners, bit(0));
}

// ---- Areas

TEST(GenialCross, EveryAreaOpensExactlyWhenTheRulesSay) {
  Crosses many{};
  many.matches[0] = 9;
  EXPECT_EQ(of(cross(rows(0, 1, 1, 1, 1, 0), many, 7), 0), 3);
  EXPECT_EQ(of(cross(rows(0, 1, 1, 1, 1, 1), many, 7), 0), 6);
  EXPECT_EQ(of(cross(rows(0, 4, 4, 4, 4, 3), many, 7), 0), 6);
  EXPECT_EQ(of(cross(rows(0, 4, 4, 4, 4, 4), many, 7), 0), 7);
  EXPECT_EQ(of(cross(rows(0, 4, 4, 4, 4, 4), many, 9), 0), 9);
}

// ---- Matches and jokers

TEST(GenialScore, OwnDiceTimesOpponentsDice) {
  State state = genial_with(0);
  state.dice[1] = rows(0, 0, 0, 2, 1, 1);
  play<Genial>(state, {"roll g g b y"});
  const Crosses crosses = earned(state, score_only);
  EXPECT_EQ(crosses.matches[3], 4);
  EXPECT_EQ(crosses.matches[4], 1);
  EXPECT_EQ(crosses.matches[2], 0);
  play<Genial>(state, {"score"});
  EXPECT_EQ(state.rows[0], rows(0, 0, 0, 3, 1, 0));  // the fourth green is lost: the centre is closed
}

TEST(GenialScore, AJokerTakesItsDiceOutOfTheMatches) {
  State state = genial_with(rows(1, 1, 1, 1, 1, 1));
  state.dice[1] = rows(0, 0, 0, 2, 0, 0);
  play<Genial>(state, {"roll g g g b"});
  State joker_of_two = state, joker_of_three = state;
  play<Genial>(joker_of_two, {"score gg:r"});
  EXPECT_EQ(joker_of_two.rows[0], rows(2, 1, 1, 3, 1, 1));
  play<Genial>(joker_of_three, {"score ggg:p"});
  EXPECT_EQ(joker_of_three.rows[0], rows(1, 1, 1, 1, 1, 3));
}

TEST(GenialScore, FourEqualDice) {
  for (u8 option : {0, 1}) {
    State state = genial_with(rows(1, 1, 1, 1, 1, 1), 2, {1, 0, option});
    play<Genial>(state, {"roll b b b b"});
    State two_jokers_used = state, one_joker = state;
    play<Genial>(two_jokers_used, {"score bb:r bb:o"});
    EXPECT_EQ(two_jokers_used.rows[0], rows(2, 2, 1, 1, 1, 1));
    play<Genial>(one_joker, {"score bbbb:y"});
    EXPECT_EQ(one_joker.rows[0], rows(1, 1, option == 0 ? 5 : 4, 1, 1, 1));
  }
}

TEST(GenialScore, AnyRowMayBeATargetEvenIfTheCrossIsLost) {
  State state = genial_with(rows(3, 0, 0, 0, 0, 0));
  play<Genial>(state, {"roll r r g b", "score rr:r"});
  EXPECT_EQ(state.rows[0], rows(3, 0, 0, 0, 0, 0));
  EXPECT_EQ(state.turn, 1);
}

TEST(GenialLegal, FollowsTheDice) {
  State state = genial_with(0);
  play<Genial>(state, {"roll r o y g"});
  EXPECT_EQ(legal_text<Genial>(state), "reroll score");
  state = genial_with(0);
  play<Genial>(state, {"roll r r o y"});
  EXPECT_EQ(size(state.legal), 2 + 6);
  state = genial_with(0);
  play<Genial>(state, {"roll r r o o"});
  EXPECT_EQ(size(state.legal), 2 + 6 + 6 + 36);
  state = genial_with(0);
  play<Genial>(state, {"roll r r r o"});
  EXPECT_EQ(size(state.legal), 2 + 6 + 6);
  state = genial_with(0);
  play<Genial>(state, {"roll p p p p"});
  EXPECT_EQ(size(state.legal), 2 + 6 + 21 + 6 + 6);
}

TEST(GenialLegal, JokersHaveOneOrder) {
  State state = genial_with(0);
  play<Genial>(state, {"roll r r o o"});
  EXPECT_EQ(refusal<Genial>(state, "score rr:p oo:r"), "accepted");
  EXPECT_EQ(refusal<Genial>(state, "score oo:r rr:p"), "bad_event");
  EXPECT_EQ(refusal<Genial>(state, "score gg:r"), "illegal_event");
  state = genial_with(0);
  play<Genial>(state, {"roll b b b b"});
  EXPECT_EQ(refusal<Genial>(state, "score bb:r bb:p"), "accepted");
  EXPECT_EQ(refusal<Genial>(state, "score bb:p bb:r"), "bad_event");
  EXPECT_EQ(refusal<Genial>(state, "score bb:r bb:r"), "accepted");
}

TEST(GenialTurn, AtMostThreeRollsOfAllDice) {
  State state = genial_with(0);
  play<Genial>(state, {"roll r o y g", "reroll", "roll r o y g", "reroll", "roll r o y b"});
  EXPECT_EQ(refusal<Genial>(state, "reroll"), "illegal_event");
  EXPECT_EQ(field<Genial>(state, "roll"), "3");
  play<Genial>(state, {"score"});
  EXPECT_EQ(field<Genial>(state, "turn"), "1");
}

TEST(GenialTurn, DiceLieUntilTheNextRollReplacesThem) {
  State state = genial_with(0);
  play<Genial>(state, {"roll r o y g", "reroll"});
  EXPECT_EQ(field<Genial>(state, "sheets").find(R"("dice":"royg")") != std::string::npos, true);
  play<Genial>(state, {"roll p p p p"});
  EXPECT_EQ(field<Genial>(state, "sheets").find("royg"), std::string::npos);
}

TEST(GenialTurn, TheFirstFullSheetWinsAtOnce) {
  State state = genial_with(rows(7, 7, 7, 7, 7, 6), 3);
  state.rows[1] = rows(6, 6, 6, 6, 6, 6);
  play<Genial>(state, {"roll r r g", "score rr:p"});
  EXPECT_TRUE(Genial::over(state));
  EXPECT_EQ(field<Genial>(state, "result"), R"({"totals":[7,6,0],"winners":[0],"grades":[]})");
  EXPECT_EQ(refusal<Genial>(state, "score"), "game_over");
}

TEST(GenialSeats, FourThreeAndTwoDice) {
  for (int seats = 2; seats <= 4; ++seats)
    EXPECT_EQ(field<Genial>(genial_with(0, seats), "due"), std::to_string(6 - seats));
}

// ---- Options

TEST(GenialOption, Opening) {
  State shown = Genial::start({3, {}});
  EXPECT_EQ(field<Genial>(shown, "phase"), "\"opening\"");
  EXPECT_EQ(field<Genial>(shown, "due_seat"), "1");
  play<Genial>(shown, {"roll r g b", "roll r r r"});
  EXPECT_EQ(field<Genial>(shown, "phase"), "\"roll\"");
  EXPECT_EQ(field<Genial>(shown, "due_seat"), "0");
  play<Genial>(shown, {"roll r o y", "score"});
  EXPECT_EQ(of(shown.rows[0], 0), 3);  // four matches, the left area holds three
  State hidden = Genial::start({3, {1, 0, 0}});
  EXPECT_EQ(field<Genial>(hidden, "phase"), "\"roll\"");
  play<Genial>(hidden, {"roll r o y", "score", "roll r r o", "score"});
  EXPECT_EQ(hidden.rows[0], 0u);
  EXPECT_EQ(hidden.rows[1], rows(2, 1, 0, 0, 0, 0));  // only the dice of the seat that has had its turn
}

TEST(GenialOption, Boxes) {
  for (u8 option : {0, 1, 2}) {
    State state = genial_with(every(7 + option) - one(5), 2, {1, option, 0});
    play<Genial>(state, {"roll r r g b", "score rr:p"});
    EXPECT_TRUE(Genial::over(state));
    EXPECT_EQ(Genial::ending(state).totals[0], 7 + option);
  }
}

// ---- Matches

TEST(GenialMatch, EverybodyStartsOnceAndPointsAreSummed) {
  EXPECT_EQ(person_in_seat(0, 0, 3), 0);
  EXPECT_EQ(person_in_seat(1, 0, 3), 1);
  EXPECT_EQ(person_in_seat(1, 2, 3), 0);
  EXPECT_EQ(person_in_seat(2, 1, 3), 0);
  for (int game = 0; game < 3; ++game)
    for (int person = 0; person < 3; ++person)
      EXPECT_EQ(person_in_seat(game, seat_of_person(game, person, 3), 3), person);
  Match match{3, 0, {}};
  match.add({{7, 2, 3, 0}, bit(0)});  // persons 0, 1, 2
  match.add({{7, 4, 0, 0}, bit(0)});  // persons 1, 2, 0
  EXPECT_FALSE(match.over());
  match.add({{1, 7, 5, 0}, bit(1)});  // persons 2, 0, 1
  EXPECT_TRUE(match.over());
  EXPECT_EQ(match.points[0], 7 + 0 + 7);
  EXPECT_EQ(match.points[1], 2 + 7 + 5);
  EXPECT_EQ(match.points[2], 3 + 4 + 1);
  EXPECT_EQ(match.winners(), bit(0) | bit(1));  // equal sums share the match
}

TEST(GenialState, IsSmallAndComparableByItsBytes) {
  EXPECT_LE(sizeof(State), 64u);
  EXPECT_TRUE(same(Genial::start({2, {}}), Genial::start({2, {}})));
  EXPECT_FALSE(same(Genial::start({2, {}}), Genial::start({3, {}})));
}

}  // namespace
}  // namespace volpe
