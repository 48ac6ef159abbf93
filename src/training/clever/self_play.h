// Games that the network plays against itself, and the samples that it learns from.
#pragma once

#include <vector>

#include "players/clever/eval_cache.h"
#include "training/clever/network.h"

namespace volpe::clever {

struct PlayedGame {
  std::vector<Sample> samples;
  double score = 0, adjusted = 0;
};

// Reward shaping: so many points for each of these yellow boxes that is marked in the end, so that training finds a way
// to play which chance would miss.
struct RewardShaping {
  u16 boxes;
  double points;

  double of(const Sheet& sheet) const { return points * size(Mask(sheet.marks[yellow] & boxes)); }
};

// How targets are made from what was seen: see Stage.
struct SelfPlay {
  int rolls;
  double lambda;
  RewardShaping shaping;
};

PlayedGame play_solo(const SelfPlay& how, const Setup& setup, u64 seed, EvalCache& values);
PlayedGame play_table(const SelfPlay& how, const Setup& setup, u64 seed, EvalCache& values);

}  // namespace volpe::clever
