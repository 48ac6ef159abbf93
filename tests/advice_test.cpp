// Advice: every legal decision once, best first, the same for the same position.
#include "analysis/advice.h"

#include "players/roster.h"
#include "table.h"

namespace volpe {
namespace {

template <class G>
RolloutJudge<G> greedy_judge(bool match) {
  return {std::make_unique<GreedyPlayer<G>>(), match, 20};
}

TEST(Advice, namesEveryLegalDecisionBestFirst) {
  clever::State state = Clever::start({1, {}});
  play<Clever>(state, {"roll y1 b2 g3 o4 p5 w6"});
  const auto judge = greedy_judge<Clever>(false);
  const auto advice = advise<Clever>(state, judge);
  std::string texts;
  std::vector<std::string> sorted;
  for (const Advice& one : advice) sorted.push_back(one.event);
  for (size_t n = 1; n < advice.size(); ++n) EXPECT_GE(advice[n - 1].value, advice[n].value);
  std::sort(sorted.begin(), sorted.end());
  for (const std::string& text : sorted) texts += (texts.empty() ? "" : " ") + text;
  EXPECT_EQ(texts, legal_text<Clever>(state));
  const auto again = advise<Clever>(state, judge);
  for (size_t n = 0; n < advice.size(); ++n) EXPECT_EQ(advice[n].value, again[n].value);
}

TEST(Advice, isAChanceWithMoreSeatsAndPointsInAMatch) {
  genial::State state = Genial::start({2, {1, 0, 0}});
  state.rows[0] = state.rows[1] = genial::every(7) - genial::one(5);
  play<Genial>(state, {"roll r o y g", "reroll", "roll r o y g", "reroll", "roll r r g b"});
  const auto chances = advise<Genial>(state, greedy_judge<Genial>(false));
  EXPECT_EQ(chances[0].event, "score rr:p");  // wins at once
  EXPECT_EQ(chances[0].value, 1);
  EXPECT_LT(chances.back().value, 1);
  EXPECT_EQ(advise<Genial>(state, greedy_judge<Genial>(true))[0].value, 7);
}

}  // namespace
}  // namespace volpe
