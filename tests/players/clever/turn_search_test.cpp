// The search of a turn: where its paths end.
#include "players/clever/turn_search.h"

#include <gtest/gtest.h>

#include "players/clever/eval_cache.h"
#include "players/clever/random_weights.h"

namespace volpe::clever {
namespace {

TEST(CleverTurnSearch, EndWhereTheSeatHasNothingMoreToDecide) {
  const Weights weights = random_weights(17);
  EvalCache values(weights);
  Random random(2);
  for (int game = 0; game < 5; ++game)
    for (State state = start({1 + game % 3, {}}); state.phase != Phase::over;) {
      if (state.legal == 0) {
        roll_dice(state, thrown(u32(random.below(int(throws)))));
        continue;
      }
      const int seat = state.mover;
      const auto value = [&](const State& end) { return values(end, seat); };
      const Path path = best_path(state, value);
      ASSERT_TRUE(has(state.legal, path.first));
      ASSERT_TRUE(is_end(path.end, seat));
      ASSERT_EQ(path.value, values(path.end, seat));
      state = path.end;
    }
}

}  // namespace
}  // namespace volpe::clever
