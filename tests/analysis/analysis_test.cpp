// Analysis: luck and losses of cases that are known by hand, and what must hold for every game.
#include "analysis/analysis.h"

#include <cmath>
#include <fstream>
#include <iterator>

#include "analysis/report.h"
#include "games/play_events.h"
#include "players/roster.h"
#include "record/record.h"

namespace volpe {
namespace {

bool always(size_t) { return true; }

// Evaluates by looking ahead to the end: exact where rolls_to_average counts out or rolls do not matter. Only for
// positions near the end.
template <class G>
class ExactEvaluator final : public Evaluator<G> {
 public:
  Value value(const typename G::State& state) const override {
    if (G::over(state)) return ending_value(G::ending(state), G::setup(state).seats, false);
    Value value{};
    if (G::legal(state) == 0) {
      for (const auto& [roll, weight] : rolls_to_average<G>(state, 36)) {
        typename G::State next = state;
        G::roll(next, roll);
        const Value one = this->value(next);
        for (size_t seat = 0; seat < max_seats; ++seat) value[seat] += weight * one[seat];
      }
      return value;
    }
    const auto mover = size_t(G::mover(state));
    value[mover] = -1;
    for (int decision : Members{G::legal(state)}) {
      typename G::State next = state;
      G::apply(next, Decision(decision));
      if (const Value one = this->value(next); one[mover] > value[mover]) value = one;
    }
    return value;
  }
};

// Knows only the end: everything before it is even.
template <class G>
class EndEvaluator final : public Evaluator<G> {
 public:
  Value value(const typename G::State& state) const override {
    if (G::over(state)) return ending_value(G::ending(state), G::setup(state).seats, false);
    return {0.5, 0.5, 0.5, 0.5};
  }
};

// Evaluates Clever by the points on the sheets: quick, and the same everywhere.
class PointsEvaluator final : public Evaluator<Clever> {
 public:
  Value value(const clever::State& state) const override {
    Value value{};
    for (size_t seat = 0; seat < state.seats; ++seat) value[seat] = clever::score(state.sheets[seat]).total;
    return value;
  }
};

// Round 6 of a solo game, third roll, orange and white are due; only the tripled orange box is free.
clever::State last_box() {
  std::string boxes = "y11 y12 y13 y21 y22 y24 y31 y33 y34 y42 y43 y44 ";
  for (int n = 2; n <= 12; ++n) boxes += "b" + std::to_string(n) + " ";
  for (int n = 0; n < 11; ++n) boxes += "g p6 ";
  for (int n = 0; n < 10; ++n) boxes += "o6 ";
  clever::State state = clever_with(boxes);
  state.round = 6;
  state.roll = 2;
  state.placed = 1 << clever::yellow | 1 << clever::green;
  state.tray = 1 << clever::blue | 1 << clever::purple;
  for (int die : Members{Mask(state.placed | state.tray)}) state.values |= clever::PerDie{1} << 8 * die;
  return state;
}

Analysis analysis_of_last_box(const std::vector<std::string>& events) {
  Play<Clever> play(last_box(), 50, {{"Anna"}, "", "real", {}});
  for (const std::string& text : events) {
    const auto event = Clever::read(play.state(), text);
    EXPECT_TRUE(bool(event)) << text;
    play.add(*event);
  }
  return analyze<Clever>(play, ExactEvaluator<Clever>(), 36, always);
}

// Three times the higher of two dice: 3 * 161 / 36 on average.
TEST(Analysis, OfTheLastCleverBoxIsKnownByHand) {
  const double base = clever::score(last_box().sheets[0]).total;
  const Analysis good = analysis_of_last_box({"roll o5 w3", "o@o"});
  EXPECT_NEAR(good.seats[0].start, base + 161.0 / 12, 1e-9);
  EXPECT_NEAR(good.moments[0].luck[0], 15 - 161.0 / 12, 1e-9);
  EXPECT_NEAR(good.moments[0].position_value[0], base + 15, 1e-9);
  EXPECT_EQ(good.moments[1].loss(), 0);
  EXPECT_EQ(good.moments[1].better, "");
  EXPECT_DOUBLE_EQ(*good.seats[0].accuracy, 100);
  EXPECT_TRUE(worst_decisions(good).empty());

  const Analysis bad = analysis_of_last_box({"roll o5 w3", "w@o"});
  EXPECT_NEAR(bad.moments[1].loss(), 6, 1e-9);
  EXPECT_EQ(bad.moments[1].better, "o@o");
  EXPECT_NEAR(bad.seats[0].loss, 6, 1e-9);
  EXPECT_DOUBLE_EQ(*bad.seats[0].accuracy, 0);  // the stake is 3, half the difference: worse than blindly
  EXPECT_EQ(worst_decisions(bad), std::vector<size_t>{1});
}

TEST(Analysis, WithAnExactEvaluatorNothingIsUnexplained) {
  for (const char* pick : {"o@o", "w@o"}) {
    const Analysis analysis = analysis_of_last_box({"roll o2 w6", pick, "roll y1 b1 g1 o1 p1 w1", "pass"});
    EXPECT_TRUE(analysis.finished);
    EXPECT_NEAR(analysis.seats[0].unexplained, 0, 1e-9);
    EXPECT_TRUE(analysis.moments.back().forced);
    EXPECT_EQ(analysis.seats[0].decisions, 1) << "a forced decision does not count";
  }
}

// One purple cross is missing: on the third roll any pair wins, and no pair leaves it even.
TEST(Analysis, OfALateGenialRollIsKnownByHand) {
  genial::State state = Genial::start({2, {1, 0, 0}});
  state.rows[0] = genial::every(7) - genial::one(5);
  state.dice[1] = 4 * genial::one(0);
  state.roll = 2;
  Play<Genial> play(state, 40, {{"Anna", "Bruno"}, "", "real", {}});
  play.add(std::get<Genial::Roll>(*Genial::read(play.state(), "roll g g b y")));
  play.add(std::get<Decision>(*Genial::read(play.state(), "score gg:p")));
  const Analysis analysis = analyze<Genial>(play, EndEvaluator<Genial>(), 126, always);
  const double no_pair = 360.0 / 1296;
  EXPECT_NEAR(analysis.seats[0].start, 1 - no_pair / 2, 1e-12);
  EXPECT_NEAR(analysis.moments[0].luck[0], no_pair / 2, 1e-12);
  EXPECT_NEAR(analysis.moments[0].luck[1], -no_pair / 2, 1e-12);
  EXPECT_EQ(analysis.seats[0].result, 1);
  EXPECT_EQ(analysis.seats[1].result, 0);
  EXPECT_NEAR(analysis.seats[1].unexplained, 0, 1e-12);
}

TEST(Analysis, WhatOneSeatLosesTheOtherIsGiven) {
  genial::State state = Genial::start({2, {1, 0, 0}});
  state.rows[0] = genial::every(7) - genial::one(5);
  state.roll = 2;
  Play<Genial> play(state, 40, {{"Anna", "Bruno"}, "", "real", {}});
  play.add(std::get<Genial::Roll>(*Genial::read(play.state(), "roll g g b y")));
  play.add(std::get<Decision>(*Genial::read(play.state(), "score")));
  const Analysis analysis = analyze<Genial>(play, EndEvaluator<Genial>(), 126, always);
  EXPECT_DOUBLE_EQ(analysis.seats[0].loss, 0.5);
  EXPECT_DOUBLE_EQ(analysis.seats[1].gifts, 0.5);
  EXPECT_DOUBLE_EQ(analysis.seats[1].loss, 0);
  EXPECT_FALSE(analysis.seats[1].accuracy);
  EXPECT_FALSE(analysis.finished);
}

// ---- Rolls

TEST(Rolls, OfGenialAreAllThereWithTheirChances) {
  for (const auto& [seats, different] : {std::pair{2, 126}, std::pair{3, 56}, std::pair{4, 21}}) {
    const auto rolls = rolls_to_average<Genial>(Genial::start({seats, {1, 0, 0}}), 126);
    EXPECT_EQ(rolls.size(), size_t(different));
    double sum = 0, all_equal = 0;
    for (const auto& [roll, weight] : rolls) {
      sum += weight;
      const genial::PerSymbol counts = genial::counted(roll, genial::dice_for[seats]);
      for (int symbol = 0; symbol < 6; ++symbol)
        if (genial::of(counts, symbol) == genial::dice_for[seats]) all_equal += weight;
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_NEAR(all_equal, 6 / std::pow(6, genial::dice_for[seats]), 1e-12);
  }
}

TEST(Rolls, OfFewCleverDiceAreCountedOutAndOfManyDrawnInBlocks) {
  EXPECT_EQ(rolls_to_average<Clever>(last_box(), 36).size(), 36u);
  const clever::State start = Clever::start({1, {}});
  const auto rolls = rolls_to_average<Clever>(start, 36);
  ASSERT_EQ(rolls.size(), 36u);
  for (int die = 0; die < 6; ++die) {
    int times[7] = {};
    for (const auto& [roll, weight] : rolls) ++times[clever::of(roll.values, die)];
    for (int face = 1; face <= 6; ++face) EXPECT_EQ(times[face], 6);
  }
  const auto again = rolls_to_average<Clever>(start, 36);
  for (size_t n = 0; n < rolls.size(); ++n) EXPECT_EQ(rolls[n].roll.values, again[n].roll.values);
  EXPECT_EQ(rolls_to_average<Clever>(start, 1).size(), 6u);
}

TEST(Rolls, LuckIsZeroOnAverage) {
  const clever::State state = last_box();
  const ExactEvaluator<Clever> evaluator;
  const Analyst<Clever> analyst(evaluator, false, 36);
  double luck = 0;
  for (const auto& [roll, weight] : rolls_to_average<Clever>(state, 36))
    luck += weight * analyst.roll(state, roll).luck[0];
  EXPECT_NEAR(luck, 0, 1e-9);
  genial::State genial = Genial::start({3, {1, 0, 0}});
  genial.rows[0] = genial::every(7) - genial::one(5);
  const EndEvaluator<Genial> end;
  const Analyst<Genial> other(end, false, 126);
  Value sums{};
  for (const auto& [roll, weight] : rolls_to_average<Genial>(genial, 126))
    for (size_t seat = 0; seat < 3; ++seat) sums[seat] += weight * other.roll(genial, roll).luck[seat];
  for (size_t seat = 0; seat < 3; ++seat) EXPECT_NEAR(sums[seat], 0, 1e-9);
}

// ---- Whole records

template <class G>
Play<G> recorded(const std::string& name) {
  std::ifstream file(RECORDS "/" + name);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto play = read_record(text);
  EXPECT_TRUE(bool(play)) << name;
  return std::get<Play<G>>(*play);
}

// What holds for every analysis.
void expect_sound(const Analysis& analysis) {
  double loss = 0;
  for (const Moment& moment : analysis.moments) {
    EXPECT_GE(moment.loss(), 0) << moment.event;
    EXPECT_EQ(moment.loss() > 1e-9, !moment.better.empty()) << moment.event;
    EXPECT_TRUE(moment.better.empty() || !(moment.roll || moment.forced)) << moment.event;
    EXPECT_NE(moment.better, moment.event);
    loss += moment.loss();
  }
  double all = 0;
  for (const SeatAnalysis& seat : analysis.seats) {
    EXPECT_NEAR(seat.result, seat.start + seat.luck - seat.loss + seat.gifts + seat.unexplained, 1e-9);
    EXPECT_GE(seat.accuracy.value_or(0), 0);
    EXPECT_LE(seat.accuracy.value_or(0), 100);
    all += seat.loss;
  }
  EXPECT_NEAR(all, loss, 1e-9);
  const std::vector<size_t> worst = worst_decisions(analysis);
  EXPECT_LE(worst.size(), 5u);
  for (size_t n = 1; n < worst.size(); ++n)
    EXPECT_GE(analysis.moments[worst[n - 1]].loss(), analysis.moments[worst[n]].loss());
}

TEST(Analysis, OfTheGoldenCleverRecord) {
  const Play<Clever> play = recorded<Clever>("clever-334.volpe");
  const Analysis analysis = analyze<Clever>(play, PointsEvaluator(), 36, always);
  expect_sound(analysis);
  EXPECT_TRUE(analysis.finished);
  EXPECT_EQ(analysis.moments.size(), play.events().size());
  EXPECT_EQ(analysis.seats[0].result, 334);
  EXPECT_EQ(analysis.names, std::vector<std::string>{"Constructed"});
  // By points alone, the first roll of sixes is worth six: orange or purple. Taking orange loses nothing.
  EXPECT_EQ(analysis.moments[0].position_value[0], 6);
  EXPECT_EQ(analysis.moments[1].event, "o@o");
  EXPECT_EQ(analysis.moments[1].loss(), 0);
}

TEST(Analysis, OfTheGoldenGenialRecord) {
  const Play<Genial> play = recorded<Genial>("genial-2.volpe");
  const RolloutEvaluator<Genial> evaluator(std::make_unique<RandomPlayer<Genial>>(), false, 100);
  const Analysis analysis = analyze<Genial>(play, evaluator, 6, always);
  expect_sound(analysis);
  EXPECT_TRUE(analysis.chances());
  EXPECT_EQ(analysis.seats[0].result + analysis.seats[1].result, 1);
  EXPECT_NEAR(analysis.seats[0].luck, -analysis.seats[1].luck, 1e-9);
  EXPECT_NEAR(analysis.seats[0].gifts, analysis.seats[1].loss, 1e-9);
  const Analysis again = analyze<Genial>(play, evaluator, 6, always);
  EXPECT_EQ(boost::json::serialize(analysis_json(analysis)), boost::json::serialize(analysis_json(again)));
}

TEST(Analysis, OfEveryNumberOfSeats) {
  for (int seats = 1; seats <= 4; ++seats) {
    Play<Clever> play({seats, {}}, {{}, "", "seeded 4", {}});
    Random random(5);
    while (!Clever::over(play.state()))
      play.add(play.chance() ? Event<Clever>(*play.next_roll())
                             : Event<Clever>(RandomPlayer<Clever>().choose(play.state(), random)));
    expect_sound(analyze<Clever>(play, PointsEvaluator(), 6, always));
  }
}

TEST(Analysis, OfAnUnfinishedGameGoesAsFarAsItGoes) {
  Play<Clever> play = recorded<Clever>("clever-334.volpe");
  for (size_t events : {20u, 1u, 0u}) {
    play.take_back_to(events);
    const Analysis analysis = analyze<Clever>(play, PointsEvaluator(), 6, always);
    expect_sound(analysis);
    EXPECT_FALSE(analysis.finished);
    EXPECT_EQ(analysis.moments.size(), events);
    EXPECT_EQ(analysis.seats[0].result,
              events == 0 ? analysis.seats[0].start : analysis.moments.back().position_value[0]);
    EXPECT_NE(analysis_chart(analysis).find("not over"), std::string::npos);
  }
}

TEST(Analysis, CanBeStopped) {
  const Play<Clever> play = recorded<Clever>("clever-334.volpe");
  const Analysis analysis = analyze<Clever>(play, PointsEvaluator(), 6, [](size_t done) { return done < 10; });
  EXPECT_EQ(analysis.moments.size(), 10u);
  EXPECT_FALSE(analysis.finished);
}

TEST(Analysis, NamesAreEscapedInTheChart) {
  Play<Clever> play({1, {}}, {{"<b>&\"Ünïcödé with a very long name"}, "", "real", {}});
  const std::string svg = analysis_chart(analyze<Clever>(play, PointsEvaluator(), 6, always));
  EXPECT_EQ(svg.find("<b>"), std::string::npos);
  EXPECT_NE(svg.find("&lt;b&gt;&amp;&quot;Ünïcödé"), std::string::npos);
}

}  // namespace
}  // namespace volpe
