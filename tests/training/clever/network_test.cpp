// The learning network: its gradient, and how near it is to the network in whole numbers.
#include "training/clever/network.h"

#include <gtest/gtest.h>

#include <cmath>

#include "players/clever/sample_states.h"
#include "training/clever/quantised_network.h"

namespace volpe::clever {
namespace {

TEST(LearningNetwork, GradientIsTheSlopeOfTheError) {
  Network network(6);  // with no unit looked at so near to zero that a step goes over it
  const std::vector<State> states = some_states(1);
  for (size_t which : {size_t{0}, states.size() / 2, states.size() - 1}) {
    const Sample sample{features_of(states[which], 0), 1.5f};
    std::vector<float> gradient(layout().end), whole(size_t{rows} * wide);
    for (u16 row : sample.seen.row) network.whole_row(row, &whole[size_t(row) * wide]);
    network.add_gradient(sample, whole, gradient);
    for (u16 row : sample.seen.row) Network::spread(row, gradient);
    const auto half_square = [&] {
      const double error = double(network.output(sample.seen)) - double(sample.target);
      return error * error / 2;
    };
    const auto check = [&](size_t parameter) {
      const float kept = network.parameters[parameter], step = 2e-3f;
      network.parameters[parameter] = kept + step;
      const double above = half_square();
      network.parameters[parameter] = kept - step;
      const double below = half_square();
      network.parameters[parameter] = kept;
      const double slope = (above - below) / (2 * double(step));
      EXPECT_NEAR(slope, double(gradient[parameter]), 0.02 * std::abs(slope) + 1e-3) << parameter;
    };
    for (int group : {yellow_marks, blue_marks, actions, blue_clock})
      for (size_t i : {0, 100, 255}) check(size_t(sample.seen.row[size_t(group)]) * wide + i);
    for (int group : {yellow_marks, blue_marks, actions, purple_chain})
      check(size_t(factors_of(sample.seen.row[size_t(group)]).back()) * wide + 17);
    const auto stack = size_t(stack_of(sample.seen.clock));
    for (size_t n : {size_t{0}, size_t{1234}, size_t{8191}}) check(layout().middle + stack * wide * narrow + n);
    check(layout().bias + 9);
    check(layout().middle_bias + stack * narrow + 3);
    check(layout().heads + size_t(sample.seen.clock) * narrow + 5);
    check(layout().head_bias + sample.seen.clock);
  }
}

TEST(LearningNetwork, WholeNumbersAreNearTheLearnedOnes) {
  const Network network(9);
  const Weights weights = quantised(Network(9));
  Evaluation evaluation(weights);
  for (const State& state : some_states(1)) {
    const Features seen = features_of(state, 0);
    EXPECT_NEAR(evaluation.value(seen), network.value(seen), 0.5);
  }
}

TEST(LearningNetwork, LearningGoesOnFromAModel) {
  const Weights weights = quantised(Network(9));
  const Network again(weights);
  Evaluation evaluation(weights);
  for (const State& state : some_states(1)) {
    const Features seen = features_of(state, 0);
    EXPECT_NEAR(evaluation.value(seen), again.value(seen), 0.1);
  }
}

}  // namespace
}  // namespace volpe::clever
