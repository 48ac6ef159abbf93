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

namespace volpe::clever {

// A stretch of training. From every chance a number of rolls is tried: one (plain temporal differences) or six drawn as
// a Latin square; the target of a state is the mean of the values after them, plus lambda times what the next state's
// target differs from its value. Rate and lambda go evenly from their first to their last value.
struct Stage {
  int rolls = 1;
  u64 games = 0;
  double rate_from = 0, rate_to = 0, lambda_from = 0, lambda_to = 0;
  double lesson = 0;  // points that each yellow box of the lesson counts more when a game ends
};

// Written as rolls:games:rate:rate:lambda:lambda or rolls:games:rate:rate:lambda:lambda:lesson, stages divided by
// commas.
Result<std::vector<Stage>> read_schedule(const std::string& text);

// Yellow boxes as a picture of the four rows, each with its three boxes: "xxx/.x./.x./xxx".
Result<u16> read_lesson(const std::string& text);

struct Training {
  Options options{};
  bool table = false;                   // games of two, three and four seats by turns, in place of solo games
  std::shared_ptr<const Weights> from;  // what to start from; nothing: small random numbers
  u64 seed = 1;
  int threads = 1;
  std::vector<Stage> schedule;
  u64 until = ~u64{0};  // games after which to stop before the schedule is done
  u16 lesson = 0;       // yellow boxes that a stage may reward, so that a way to play is found which chance would miss
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
