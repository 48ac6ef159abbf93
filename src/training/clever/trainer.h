// Training of Clever's value networks by games that they play. The same seed and schedule give the same network on any
// number of threads.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "training/clever/network.h"
#include "training/clever/schedule.h"

namespace volpe::clever {

struct Training {
  Options options{};
  bool table = false;                   // games of two, three and four seats by turns, in place of solo games
  std::shared_ptr<const Weights> from;  // what to start from; nothing: small random numbers
  u64 seed = 1;
  int threads = 1;
  std::vector<Stage> schedule;
  u64 until = ~u64{0};  // games after which to stop before the schedule is done
  u16 rewarded = 0;     // yellow boxes that a stage may reward: see RewardShaping
  int repeats = 3;      // how often games of the last steps are learned from again after each step
};

struct Progress {
  u64 games;
  double seconds, score, score_error, adjusted, adjusted_error, loss;
};

struct TrainingHooks {
  std::function<void(const Progress&)> report;
  std::function<void(std::string checkpoint)> save;  // now and then, and at the end
};

struct Trained {
  std::vector<float> parameters;  // the exponential mean
  Weights weights;                // the same in whole numbers; rows that were never seen mean nothing and are zero
};

// Trains until the schedule is done or `stop` is set, from a checkpoint if there is one.
Result<Trained> train(const Training& training, const std::string& checkpoint, const TrainingHooks& hooks,
                      const std::atomic<bool>& stop);

}  // namespace volpe::clever
