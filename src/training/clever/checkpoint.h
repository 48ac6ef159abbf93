// Checkpoints: all that a learner needs to go on as if it had not stopped.
#pragma once

#include <string>
#include <string_view>

#include "training/clever/learner.h"

namespace volpe::clever {

inline constexpr u64 checkpoint_mark = 0x35726576656c4356;

// What a checkpoint begins with: its format, and the run that it is of.
struct CheckpointHead {
  u64 mark = checkpoint_mark, seed = 0, options = 0, table = 0;
};

std::string write_checkpoint(Learner& learner, const CheckpointHead& head);

// Reads a checkpoint into a learner; returns what is wrong with it, or nothing.
std::string read_checkpoint(std::string_view bytes, const CheckpointHead& wanted, Learner& learner);

}  // namespace volpe::clever
