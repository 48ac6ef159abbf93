// Training of Clever's value network by games against the dice. The same seed and schedule give the same network on any
// number of threads.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "training/clever/network.h"

namespace volpe::clever {

// A stretch of training. From every chance a number of rolls is tried: one (plain temporal differences) or six drawn as
// a Latin square; the target of a state is the mean of the values after them, plus lambda times what the next state's
// target differs from its value. Rate and lambda go evenly from their first to their last value.
struct Stage {
  int rolls = 1;
  u64 games = 0;
  double rate_from = 0, rate_to = 0, lambda_from = 0, lambda_to = 0;
};

// Written as rolls:games:rate:rate:lambda:lambda, stages divided by commas.
Result<std::vector<Stage>> read_schedule(const std::string& text);

struct Training {
  Options options{};
  u64 seed = 1;
  int threads = 1;
  std::vector<Stage> schedule;
  u64 until = ~u64{0};     // games after which to stop before the schedule is done
  int repeats = 3;         // how often games of the last steps are learned from again after each step
  std::string checkpoint;  // the file that is written now and then, and gone on from if it is there
};

struct Progress {
  u64 games;
  double seconds, score, score_error, adjusted, adjusted_error, loss;
};

struct Trained {
  Network network;       // the mean of the parameters
  std::vector<u8> seen;  // for each row of the table, whether it was ever seen; the others mean nothing
  u64 games;
};

// Trains until the schedule is done or `stop` is set; writes the checkpoint at both, and now and then.
Result<Trained> train(const Training& training, const std::function<void(const Progress&)>& report,
                      const std::atomic<bool>& stop);

}  // namespace volpe::clever
