// The schedule of a training: its stages, and how they are written on the command line.
#pragma once

#include <string>
#include <vector>

#include "base/bits.h"
#include "base/error.h"

namespace volpe::clever {

// A stretch of training. From every chance a number of rolls is tried: one (plain temporal differences) or six drawn as
// a Latin square; the target of a state is the mean of the values after them, plus lambda times what the next state's
// target differs from its value. Rate and lambda go evenly from their first to their last value.
struct Stage {
  int rolls = 1;
  u64 games = 0;
  double rate_from = 0, rate_to = 0, lambda_from = 0, lambda_to = 0;
  double shaping = 0;  // points that each rewarded box counts more when a game ends
};

// Written as rolls:games:rate:rate:lambda:lambda or rolls:games:rate:rate:lambda:lambda:shaping, stages divided by
// commas.
Result<std::vector<Stage>> read_schedule(const std::string& text);

// Yellow boxes as a picture of the four rows, each with its three boxes: "xxx/.x./.x./xxx".
Result<u16> read_rewarded_boxes(const std::string& text);

// What holds at one point of the schedule.
struct StageNow {
  int rolls;
  double rate, lambda, shaping;
};

// The point that a number of games leads to.
StageNow stage_at(const std::vector<Stage>& schedule, u64 games);

}  // namespace volpe::clever
