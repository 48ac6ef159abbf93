// Training repeats itself exactly, goes on from checkpoints, and refuses those of other runs.
#include "training/clever/trainer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "games/options.h"
#include "training/clever/quantised_network.h"

namespace volpe::clever {
namespace {

struct Trainer : testing::Test {
  Training training;
  std::atomic<bool> stop{false};
  std::string checkpoint;

  Trainer() {
    training.schedule = *read_schedule("1:64:1e-3:1e-3:0.8:0.8,6:64:1e-3:1e-4:0.6:0.6");
    training.seed = 3;
  }

  Result<Trained> go_on() {
    return train(training, checkpoint, {[](const Progress&) {}, [&](std::string saved) { checkpoint = saved; }}, stop);
  }

  std::vector<float> run(u64 until, int threads) {
    training.until = until;
    training.threads = threads;
    const Result<Trained> trained = go_on();
    EXPECT_TRUE(trained);
    return trained ? trained->parameters : std::vector<float>();
  }

  std::string refusal() {
    const Result<Trained> trained = go_on();
    return trained ? "accepted" : trained.error().message;
  }
};

TEST_F(Trainer, IsTheSameOnAnyNumberOfThreads) {
  const std::vector<float> one = run(128, 1);
  checkpoint.clear();
  EXPECT_EQ(run(128, 3), one);
}

// Or a state that play never comes to could never turn out to be good.
TEST_F(Trainer, TeachesRowsThatAreNeverSeenByTheirFactors) {
  training.schedule = *read_schedule("1:320:1e-3:1e-3:0.8:0.8");
  const std::vector<float> learned = run(320, 2);
  const Network before(training.seed);
  const size_t row = size_t(first_row[actions] + (most_actions + 1) * (most_actions + 1) * 3 + most_actions);
  double moved = 0;
  for (size_t i = row * wide; i < (row + 1) * wide; ++i)
    ASSERT_EQ(learned[i], 0);  // five extra dice in the first round
  for (u16 factor : factors_of(int(row)))
    for (size_t i = size_t(factor) * wide; i < size_t(factor + 1) * wide; ++i)
      moved += std::abs(double(learned[i]) - double(before.parameters[i]));
  EXPECT_GT(moved, 0);
}

TEST_F(Trainer, GoesOnFromItsCheckpointAsIfItHadNotStopped) {
  const std::vector<float> whole = run(128, 2);
  checkpoint.clear();
  run(96, 2);
  EXPECT_EQ(run(128, 2), whole);
}

TEST_F(Trainer, OfTablesRepeatsItselfToo) {
  training.schedule = *read_schedule("1:96:1e-3:1e-3:0.8:0.8");
  training.table = true;
  training.from = std::make_shared<const Weights>(quantised(Network(2)));
  const std::vector<float> one = run(96, 1);
  checkpoint.clear();
  run(64, 3);
  EXPECT_EQ(run(96, 2), one);
  training.table = false;
  EXPECT_EQ(refusal(), "the checkpoint is of another seed or other options");
}

TEST_F(Trainer, RefusesACheckpointThatIsDamagedOrOfAnotherRun) {
  run(32, 1);
  const std::string good = checkpoint;
  training.seed = 4;
  EXPECT_EQ(refusal(), "the checkpoint is of another seed or other options");
  training.seed = 3;
  training.options = *choose<Clever>(training.options, "solo_passive_extra", "forbidden");
  EXPECT_EQ(refusal(), "the checkpoint is of another seed or other options");
  training.options = {};
  for (size_t length : {good.size() - 1, good.size() / 2, size_t{1000}}) {
    checkpoint = good.substr(0, length);
    EXPECT_EQ(refusal(), "the checkpoint is damaged") << length;
  }
  checkpoint = good + "x";
  EXPECT_EQ(refusal(), "the checkpoint is damaged");
  checkpoint = "Dear diary, today I have seen a fox.";
  EXPECT_EQ(refusal(), "the checkpoint is not one, or of another version");
  checkpoint = good;
  EXPECT_EQ(refusal(), "accepted");
}

// A stage with reward shaping expects more of the same sheet, and more of one with a rewarded box than of one with
// another.
TEST_F(Trainer, ShapesTheReward) {
  training.rewarded = *read_rewarded_boxes("x../.../.../...");
  const auto expected_of = [&](const char* schedule) {
    checkpoint.clear();
    training.schedule = *read_schedule(schedule);
    const Result<Trained> trained = go_on();
    Evaluation evaluation(trained->weights);
    std::array<double, 3> values;
    for (u16 marks : {0, 1, 2}) {
      State state = start({1, {}});
      state.sheets[0].marks[yellow] = marks;
      values[marks] = evaluation.value(features_of(state, 0));
    }
    return values;
  };
  const auto plain = expected_of("1:288:1e-3:1e-3:0.8:0.8"), taught = expected_of("1:288:1e-3:1e-3:0.8:0.8:300");
  EXPECT_GT(taught[0], plain[0]);
  EXPECT_GT(taught[1] - taught[2], plain[1] - plain[2]);
}

}  // namespace
}  // namespace volpe::clever
