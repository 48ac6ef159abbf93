// Clever's value network: gradients, whole numbers, model bytes, and training that repeats itself exactly.
#include "training/clever/trainer.h"

#include <map>

#include "games/options.h"
#include "games/play_events.h"
#include "players/clever/chains.h"
#include "players/clever/eval_cache.h"
#include "players/clever/turn_search.h"
#include "players/clever/weights.h"

namespace volpe::clever {
namespace {

// States before dice are due, from games with random decisions.
std::vector<State> some_states(int seats) {
  std::vector<State> states;
  Random random(7);
  for (int game = 0; game < 20; ++game)
    for (State state = start({seats, {}}); state.phase != Phase::over;)
      if (state.legal != 0) {
        decide(state, Decision(nth(state.legal, random.below(size(state.legal)))));
      } else {
        states.push_back(state);
        roll_dice(state, thrown(u32(random.below(int(throws)))));
      }
  return states;
}

Weights random_weights(u64 seed) {
  Weights weights;
  const Network network(seed);
  for (int row = 0; row < rows; ++row) network.quantise_row(row, weights);
  network.quantise_rest(weights);
  return weights;
}

TEST(CleverFeatures, everySeatOfEveryStateHasOneRowOfEachGroup) {
  for (int seats = 1; seats <= 4; ++seats)
    for (const State& state : some_states(seats))
      for (int seat = 0; seat < seats; ++seat) {
        const Features seen = features_of(state, seat);
        ASSERT_LT(seen.clock, clocks);
        for (int group = 0; group < groups; ++group) {
          ASSERT_GE(seen.row[size_t(group)], first_row[size_t(group)]) << group;
          ASSERT_LT(seen.row[size_t(group)], first_row[size_t(group) + 1]) << group;
        }
      }
}

// Values are remembered by keys, so a key must never stand for two values.
TEST(CleverFeatures, ofOneKeyAreTheSame) {
  std::map<u64, Features> seen;
  size_t again = 0;
  for (int seats = 1; seats <= 4; ++seats)
    for (const State& state : some_states(seats))
      for (int seat = 0; seat < seats; ++seat) {
        const Features features = features_of(state, seat);
        const auto [known, is_new] = seen.try_emplace(SeatInput(state, seat).key(), features);
        again += is_new ? 0 : 1;
        ASSERT_EQ(known->second.row, features.row);
        ASSERT_EQ(known->second.clock, features.clock);
        ASSERT_EQ(known->second.points, features.points);
      }
  EXPECT_GT(again, 0u);
}

TEST(CleverFeatures, picksAreCountedDownToNone) {
  for (int seats = 2; seats <= 4; ++seats) {
    std::array<int, 4> last{99, 99, 99, 99};
    Random random(3);
    for (State state = start({seats, {}}); state.phase != Phase::over;) {
      if (state.legal != 0) {
        decide(state, Decision(nth(state.legal, random.below(size(state.legal)))));
        continue;
      }
      for (int seat = 0; seat < seats; ++seat) {
        const int left = picks_left(state, seat);
        EXPECT_LE(left, last[size_t(seat)] + (seat == state.active ? 1 : 0));  // a reroll gives its pick back
        last[size_t(seat)] = left;
      }
      roll_dice(state, thrown(u32(random.below(int(throws)))));
    }
    for (int seat = 0; seat < seats; ++seat) EXPECT_LE(last[size_t(seat)], 3);
  }
}

// A place is one seat's next pick at one point of the schedule, and before the black bonus one for all.
TEST(CleverFeatures, everyPickOfATableHasItsOwnPlace) {
  for (int seats = 2; seats <= 4; ++seats) {
    std::map<int, std::array<int, 4>> seen;
    for (const State& state : some_states(seats)) {
      for (int seat = 0; seat < seats; ++seat) {
        const bool next_is_now = seat == state.active || state.roll == 0;
        if (!next_is_now) continue;
        const int place = place_of(state, seat);
        ASSERT_GE(place, first_place[size_t(seats)]);
        ASSERT_LT(place, first_place[size_t(seats) + 1]);
        const std::array<int, 4> meaning{state.round, state.active, seat, seat == state.active ? state.roll : 0};
        EXPECT_EQ(seen.try_emplace(place, meaning).first->second, meaning);
      }
    }
    EXPECT_EQ(int(seen.size()), rounds_for[seats] * seats * (seats + 2));
  }
}

TEST(CleverFeatures, beforeTheBlackBonusIsAPlace) {
  for (int seats = 2; seats <= 4; ++seats) {
    Random random(5);
    int choices = 0;
    for (State state = start({seats, {}}); state.round <= 4 && state.phase != Phase::over;) {
      if (state.phase == Phase::round_bonus) {
        ++choices;
        for (int seat = 0; seat < seats; ++seat)
          EXPECT_EQ(place_of(state, seat) == seats - 1, seat >= state.mover) << seat << " of " << seats;
      }
      if (state.legal == 0)
        roll_dice(state, thrown(u32(random.below(int(throws)))));
      else
        decide(state, Decision(nth(state.legal, random.below(size(state.legal)))));
    }
    EXPECT_EQ(choices, seats);
  }
}

// A chain that leaves no choice must bring what the rules say; one with choices most of what the best of them do.
TEST(CleverChains, bringWhatTheRulesSay) {
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

TEST(CleverNetwork, gradientIsTheSlopeOfTheError) {
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
      check(size_t(parts_of(sample.seen.row[size_t(group)]).back()) * wide + 17);
    const auto stack = size_t(stack_of(sample.seen.clock));
    for (size_t n : {size_t{0}, size_t{1234}, size_t{8191}}) check(layout().middle + stack * wide * narrow + n);
    check(layout().bias + 9);
    check(layout().middle_bias + stack * narrow + 3);
    check(layout().heads + size_t(sample.seen.clock) * narrow + 5);
    check(layout().head_bias + sample.seen.clock);
  }
}

// Each number of a feature that a part leaves out must give the same part, each that it holds another one.
TEST(CleverNetwork, rowsShareWhatTheyHaveInCommon) {
  const auto row_of_actions = [](int clock, int rerolls, int extras) {
    return first_row[actions] + (most_actions + 1) * ((most_actions + 1) * clock + rerolls) + extras;
  };
  const auto shared = [](int one, int other) {
    int count = 0;
    for (size_t n = 0; n < parts_of(one).size(); ++n) count += parts_of(one)[n] == parts_of(other)[n];
    return count;
  };
  const int row = row_of_actions(7, 1, 2);
  EXPECT_EQ(parts_of(row).size(), 4u);
  EXPECT_EQ(shared(row, row_of_actions(3, 1, 2)), 1);  // roll, rerolls and extra dice
  EXPECT_EQ(shared(row, row_of_actions(7, 1, 3)), 2);  // clock; round and rerolls
  EXPECT_EQ(shared(row, row_of_actions(5, 1, 2)), 2);  // round and rerolls; round and extra dice
  EXPECT_EQ(shared(row, row_of_actions(9, 2, 3)), 0);
  const int corner = 1, row_and_column = 2;  // a lone yellow box lies in two lines, the first one in the diagonal too
  EXPECT_EQ(shared(first_row[yellow_marks], first_row[yellow_marks] + corner), 9 - 3);
  EXPECT_EQ(shared(first_row[yellow_marks], first_row[yellow_marks] + row_and_column), 9 - 2);
}

TEST(CleverNetwork, wholeNumbersAreNearTheLearnedOnes) {
  const Network network(9);
  const Weights weights = random_weights(9);
  Evaluation evaluation(weights);
  for (const State& state : some_states(1)) {
    const Features seen = features_of(state, 0);
    EXPECT_NEAR(evaluation.value(seen), network.value(seen), 0.5);
  }
}

TEST(CleverNetwork, learningGoesOnFromAModel) {
  const Weights weights = random_weights(9);
  const Network again(weights);
  Evaluation evaluation(weights);
  for (const State& state : some_states(1)) {
    const Features seen = features_of(state, 0);
    EXPECT_NEAR(evaluation.value(seen), again.value(seen), 0.1);
  }
}

TEST(CleverNetwork, aValueDoesNotDependOnWhatWasSeenBefore) {
  const Weights weights = random_weights(11);
  Evaluation one(weights);
  for (const State& state : some_states(1)) {
    const Features seen = features_of(state, 0);
    Evaluation fresh(weights);
    ASSERT_EQ(one.value(seen), fresh.value(seen));
  }
}

TEST(CleverNetwork, vectorsAndThePlainWayAgree) {
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

TEST(CleverNetwork, modelBytesComeBackTheSame) {
  const Weights weights = random_weights(13);
  const Bytes bytes = bytes_of_weights(weights);
  const Result<Weights> again = weights_of_bytes(bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->table, weights.table);
  EXPECT_EQ(again->middle, weights.middle);
  EXPECT_EQ(again->middle_bias, weights.middle_bias);
  EXPECT_EQ(again->heads, weights.heads);
  EXPECT_EQ(again->head_bias, weights.head_bias);
  EXPECT_FALSE(weights_of_bytes({}));
  EXPECT_FALSE(weights_of_bytes(Bytes(bytes.begin(), bytes.end() - 1)));
  Bytes longer = bytes;
  longer.push_back(0);
  EXPECT_FALSE(weights_of_bytes(longer));
}

// A program that knew fewer groups wrote a shorter map, and no rows of the last ones.
TEST(CleverNetwork, modelsOfProgramsThatSawLessAreRead) {
  Weights weights = random_weights(13);
  const int known = first_row[yellow_sets_off];
  std::fill(weights.table.begin() + known, weights.table.end(), Row{});
  Bytes bytes = bytes_of_weights(weights);
  bytes.erase(bytes.begin() + (known + 7) / 8, bytes.begin() + (rows + 7) / 8);
  const Result<Weights> read = weights_of_bytes(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->table, weights.table);
  EXPECT_EQ(read->middle, weights.middle);
  EXPECT_EQ(read->head_bias, weights.head_bias);
  bytes.pop_back();
  EXPECT_FALSE(weights_of_bytes(bytes));
}

TEST(CleverLines, endWhereTheSeatHasNothingMoreToDecide) {
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

// ---- Training

struct CleverTraining : testing::Test {
  Training training;
  std::atomic<bool> stop{false};
  std::string checkpoint;

  CleverTraining() {
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

TEST_F(CleverTraining, isTheSameOnAnyNumberOfThreads) {
  const std::vector<float> one = run(128, 1);
  checkpoint.clear();
  EXPECT_EQ(run(128, 3), one);
}

// Or a state that play never comes to could never turn out to be good.
TEST_F(CleverTraining, teachesRowsThatAreNeverSeenByTheirParts) {
  training.schedule = *read_schedule("1:320:1e-3:1e-3:0.8:0.8");
  const std::vector<float> learned = run(320, 2);
  const Network before(training.seed);
  const size_t row = size_t(first_row[actions] + (most_actions + 1) * (most_actions + 1) * 3 + most_actions);
  double moved = 0;
  for (size_t i = row * wide; i < (row + 1) * wide; ++i)
    ASSERT_EQ(learned[i], 0);  // five extra dice in the first round
  for (u16 part : parts_of(int(row)))
    for (size_t i = size_t(part) * wide; i < size_t(part + 1) * wide; ++i)
      moved += std::abs(double(learned[i]) - double(before.parameters[i]));
  EXPECT_GT(moved, 0);
}

TEST_F(CleverTraining, goesOnFromItsCheckpointAsIfItHadNotStopped) {
  const std::vector<float> whole = run(128, 2);
  checkpoint.clear();
  run(96, 2);
  EXPECT_EQ(run(128, 2), whole);
}

TEST_F(CleverTraining, ofTablesRepeatsItselfToo) {
  training.schedule = *read_schedule("1:96:1e-3:1e-3:0.8:0.8");
  training.table = true;
  training.from = std::make_shared<const Weights>(random_weights(2));
  const std::vector<float> one = run(96, 1);
  checkpoint.clear();
  run(64, 3);
  EXPECT_EQ(run(96, 2), one);
  training.table = false;
  EXPECT_EQ(refusal(), "the checkpoint is of another seed or other options");
}

TEST_F(CleverTraining, refusesACheckpointThatIsDamagedOrOfAnotherRun) {
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

// A stage with a lesson expects more of the same sheet, and of one with a box of the lesson more than of one with
// another.
TEST_F(CleverTraining, rewardsTheBoxesOfALesson) {
  training.lesson = *read_lesson("x../.../.../...");
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

TEST_F(CleverTraining, readsItsLessonStrictly) {
  EXPECT_EQ(*read_lesson("xxx/.x./.x./xxx"), 0xe97);
  EXPECT_EQ(*read_lesson(".../.../.../..x"), 0x800);
  for (const char* wrong : {"", "xxx", "xxx/.x./.x./xx", "xxx/.x./.x./xxxx", "xxx/.y./.x./xxx", "xxx..x./.x./xxx"})
    EXPECT_FALSE(read_lesson(wrong)) << wrong;
}

TEST_F(CleverTraining, readsItsScheduleStrictly) {
  EXPECT_TRUE(read_schedule("1:10:1e-3:1e-4:0.8:0.5"));
  EXPECT_EQ((*read_schedule("1:10:1e-3:1e-4:0.8:0.5:3,6:10:1e-3:1e-4:0.8:0.5"))[0].lesson, 3);
  for (const char* wrong :
       {"", "1:10:1e-3:1e-4:0.8", "2:10:1e-3:1e-4:0.8:0.5", "1:0:1e-3:1e-4:0.8:0.5", "1:10:0:1e-4:0.8:0.5",
        "1:10:1e-3:1e-4:0.8:0.5x", "1:10:1e-3:1e-4:0.8:0.5:", "1:10:1e-3:1e-4:0.8:0.5:3:3", "1-10:1e-3:1e-4:0.8:0.5"})
    EXPECT_FALSE(read_schedule(wrong)) << wrong;
}

}  // namespace
}  // namespace volpe::clever
