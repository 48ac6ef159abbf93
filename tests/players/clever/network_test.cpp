// The network in whole numbers: exact, whatever was evaluated before and however it is computed.
#include "players/clever/network.h"

#include <gtest/gtest.h>

#include "players/clever/random_weights.h"
#include "players/clever/sample_states.h"

namespace volpe::clever {
namespace {

TEST(CleverNetwork, AValueDoesNotDependOnWhatWasSeenBefore) {
  const Weights weights = random_weights(11);
  Evaluation one(weights);
  for (const State& state : some_states(1)) {
    const Features seen = features_of(state, 0);
    Evaluation fresh(weights);
    ASSERT_EQ(one.value(seen), fresh.value(seen));
  }
}

TEST(CleverNetwork, VectorsAndThePlainWayAgree) {
  Random random(1);
  std::array<i16, wide> first;
  Middle middle;
  for (int round = 0; round < 20; ++round) {
    for (i16& number : first) number = i16(random.below(first_limit + 600) - 600);
    for (i16& number : middle) number = i16(random.below(2000) - 1000);
    std::array<i32, narrow> vectors, plain;
    middle_sums(first, middle, vectors);
    middle_sums_plain(first, middle, plain);
    ASSERT_EQ(vectors, plain);
  }
}

}  // namespace
}  // namespace volpe::clever
