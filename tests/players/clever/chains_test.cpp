// Chains of bonuses against the rules.
#include "players/clever/chains.h"

#include <gtest/gtest.h>

#include "players/clever/sample_states.h"
#include "players/clever/turn_search.h"

namespace volpe::clever {
namespace {

// A chain that leaves no choice must bring what the rules say; one with choices most of what the best of them do.
TEST(CleverChains, BringWhatTheRulesSay) {
  constexpr Bonus first_marks[areas] = {yellow_x, blue_x, green_x, orange_4, purple_6};
  double all = 0, of_best = 0;
  int without_choice = 0;
  for (State state : some_states(1)) {
    Sheet& sheet = state.sheets[0];
    sheet.extras = 0;
    begin_turn(state);  // no dice lie there, so that extra dice end no chain
    const Score before = score(sheet);
    for (Bonus first : first_marks) {
      const Chain chain = chain_of(sheet, std::to_array(before.area), gain(first));
      State marking = state;
      settle(marking, gain(first));
      if (marking.phase != Phase::bonus) {
        ASSERT_EQ(chain.points, 0) << "a full area";
        continue;
      }
      const auto total = [](const State& end) { return double(score(end.sheets[0]).total); };
      all += chain.points;
      of_best += best_path(marking, total).value - before.total;
      while (marking.phase == Phase::bonus && size(marking.legal) == 1)
        decide(marking, Decision(lowest(marking.legal)));
      if (marking.phase == Phase::bonus) continue;
      ++without_choice;
      ASSERT_EQ(chain.points, score(marking.sheets[0]).total - before.total);
      ASSERT_EQ(chain.extras, marking.sheets[0].extras);
    }
  }
  EXPECT_GT(without_choice, 100);
  EXPECT_GT(all, 0.75 * of_best);
  EXPECT_LE(all, of_best);
}

}  // namespace
}  // namespace volpe::clever
