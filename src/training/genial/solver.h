// Solves Genial for two exactly: the winning chance of every position under perfect play, layer by layer from the end.
#pragma once

#include <atomic>

#include "platform/genial/mapped_solution.h"
#include "players/genial/race.h"

namespace volpe::genial {

struct Solving {
  int threads = 1;
  int layers = 1000;  // stop after these, counted from the end
  std::atomic<u64> pairs_done{0};
};

// Goes on where the solution stands; returns early, at the end of a layer or in the middle of one that will be done
// again, when asked to stop. What went wrong, or nothing.
std::string solve(MappedSolution& solution, Solving& solving, const std::atomic<bool>& stop);

// The winning chance of the starting player.
double opening_shown(const Solution& solution);
double opening_hidden(MappedSolution& solution);

// The largest gap between a value and what one turn from there gives, over some positions drawn at random; the turn is
// searched in another way than the solver does, with the racer of the same options.
double residual(const Solution& solution, const Race& race, int samples, u64 seed);

}  // namespace volpe::genial
