// Advice: every legal decision once, best first, the same for the same position.
#include "analysis/advice.h"

#include "games/play_events.h"
#include "players/roster.h"

namespace volpe {
namespace {

template <class G>
RolloutEvaluator<G> greedy_evaluator(bool match) {
  return {std::make_unique<GreedyPlayer<G>>(), match, 20};
}

TEST(Advice, NamesEveryLegalDecisionBestFirst) {
  clever::State state = Clever::start({1, {}});
  play<Clever>(state, {"roll y1 b2 g3 o4 p5 w6"});
  const auto evaluator = greedy_evaluator<Clever>(false);
  const auto advice = advise<Clever>(state, evaluator);
  std::string texts;
  std::vector<std::string> sorted;
  for (const Advice& one : advice) sorted.push_back(one.event);
  for (size_t n = 1; n < advice.size(); ++n) EXPECT_GE(advice[n - 1].value, advice[n].value);
  std::sort(sorted.begin(), sorted.end());
  for (const std::string& text : sorted) texts += (texts.empty() ? "" : " ") + text;
  EXPECT_EQ(texts, legal_text<Clever>(state));
  const auto again = advise<Clever>(state, evaluator);
  for (size_t n = 0; n < advice.size(); ++n) EXPECT_EQ(advice[n].value, again[n].value);
}

TEST(Advice, IsAChanceWithMoreSeatsAndPointsInAMatch) {
  genial::State state = Genial::start({2, {1, 0, 0}});
  state.rows[0] = state.rows[1] = genial::every(7) - genial::one(5);
  play<Genial>(state, {"roll r o y g", "reroll", "roll r o y g", "reroll", "roll r r g b"});
  const auto chances = advise<Genial>(state, greedy_evaluator<Genial>(false));
  EXPECT_EQ(chances[0].event, "score rr:p");  // wins at once
  EXPECT_EQ(chances[0].value, 1);
  EXPECT_LT(chances.back().value, 1);
  EXPECT_EQ(advise<Genial>(state, greedy_evaluator<Genial>(true))[0].value, 7);
}

// What advice says is what the evaluator says, decision by decision, with the reasons of that decision.
TEST(Advice, CarriesTheEvaluatorsValuesAndTheReasons) {
  for_each_game([](auto game) {
    using G = decltype(game);
    const RolloutEvaluator<G> evaluator(std::make_unique<RandomPlayer<G>>(), false, 20);
    typename G::State state = G::start({2, {}});
    while (G::legal(state) == 0) G::roll(state, G::thrown(G::throws / 5));
    const std::vector<double> values = evaluator.values(state);
    const auto advice = advise<G>(state, evaluator);
    ASSERT_EQ(advice.size(), values.size());
    for (const Advice& one : advice) {
      EXPECT_TRUE(has(G::legal(state), one.decision));
      EXPECT_EQ(one.event, G::write(state, one.decision));
      EXPECT_EQ(one.value, values[size_t(size(G::legal(state) & (bit(one.decision) - 1)))]);
      EXPECT_EQ(one.why, why<G>(state, one.decision));
    }
  });
}

// One seat wins, or several share: the chances of all seats are 1 together, after every decision.
TEST(Advice, ChancesOfAllSeatsSumToOne) {
  clever::State state = Clever::start({3, {}});
  play<Clever>(state, {"roll y1 b2 g3 o4 p5 w6"});
  const auto evaluator = greedy_evaluator<Clever>(false);
  for (const Advice& one : advise<Clever>(state, evaluator)) {
    clever::State next = state;
    Clever::apply(next, one.decision);
    const Value value = evaluator.value(next);
    EXPECT_NEAR(value[0] + value[1] + value[2], 1, 1e-9) << one.event;
  }
}

TEST(Advice, EqualValuesAreOrderedByText) {
  genial::State state = Genial::start({2, {1, 0, 0}});
  state.rows[0] = genial::every(7) - genial::one(5);
  play<Genial>(state, {"roll r r g g"});
  std::vector<std::string> winning;
  for (const Advice& one : advise<Genial>(state, greedy_evaluator<Genial>(false)))
    if (one.value == 1) winning.push_back(one.event);
  EXPECT_GE(winning.size(), 4u);  // either pair for purple, with or without the other
  EXPECT_TRUE(std::is_sorted(winning.begin(), winning.end()));
}

}  // namespace
}  // namespace volpe
