// A step of learning: gradients in shards, then Adam for every row that was touched.
#include "training/clever/learner.h"

#include <algorithm>
#include <cmath>

namespace volpe::clever {
namespace {

constexpr u64 recent_steps = 32;
constexpr double row_rate = 0.25;  // a unit of the first layer sums some 35 rows: each moves less

// Does each(row) for every row below `count`, many in one job.
template <class Each>
void each_row(size_t count, ParallelFor& parallel_for, const Each& each) {
  constexpr size_t rows_a_job = 256;
  parallel_for((count + rows_a_job - 1) / rows_a_job, [&](size_t job, size_t) {
    for (size_t row = job * rows_a_job; row < std::min(count, (job + 1) * rows_a_job); ++row) each(row);
  });
}

}  // namespace

double Learner::learn(const std::vector<const PlayedGame*>& played, double rate, ParallelFor& parallel_for) {
  const auto each_game_of = [&](size_t shard, auto&& each) {
    for (size_t game = shard; game < played.size(); game += shards) each(*played[game]);
  };
  parallel_for(shards, [&](size_t number, size_t) {
    each_game_of(number, [&](const PlayedGame& game) { mark_rows(game, shards_[number]); });
  });
  each_row(rows, parallel_for, [&](size_t row) {
    if (touched(row)) network.whole_row(int(row), &whole_[row * wide]);
  });
  parallel_for(shards, [&](size_t number, size_t) {
    Shard& shard = shards_[number];
    shard.squares = 0;
    shard.count = 0;
    each_game_of(number, [&](const PlayedGame& game) { add_gradient(game, shard); });
    for (int row = 0; row < rows; ++row)
      if (shard.touched[size_t(row)]) {
        Network::spread(u16(row), shard.gradient);
        for (u16 factor : factors_of(row)) shard.touched[factor] = 1;
      }
  });
  double squares = 0;
  size_t count = 0;
  for (const Shard& shard : shards_) {
    squares += shard.squares;
    count += shard.count;
  }
  const float scale = 1.0f / float(count);
  each_row(table_rows() + 1, parallel_for, [&](size_t row) {
    if (!touched(row)) return;
    const bool rest = row == table_rows();
    adam(row * wide, rest ? layout().end : (row + 1) * wide, row, float(rest ? rate : rate * row_rate), scale);
    for (Shard& shard : shards_) shard.touched[row] = 0;
  });
  ++step;
  constexpr u64 mean_every = 32;
  if (step % mean_every == 0) {
    const float share = float(1 - std::pow(0.999, mean_every));
    constexpr size_t jobs = 64;
    parallel_for(jobs, [&](size_t job, size_t) {
      for (size_t n = job * layout().end / jobs; n < (job + 1) * layout().end / jobs; ++n)
        mean.parameters[n] += share * (network.parameters[n] - mean.parameters[n]);
    });
  }
  return std::sqrt(squares / double(count)) * unit;
}

void Learner::learn_again(std::vector<PlayedGame> played, double rate, int repeats, ParallelFor& parallel_for) {
  if (recent.size() == recent_steps) recent.pop_front();
  recent.push_back(std::move(played));
  Random random(step);
  std::vector<const PlayedGame*> mixed(games_a_step);
  for (int again = 0; again < repeats; ++again) {
    for (const PlayedGame*& game : mixed) {
      const std::vector<PlayedGame>& from = recent[size_t(random.below(int(recent.size())))];
      game = &from[size_t(random.below(int(from.size())))];
    }
    learn(mixed, rate, parallel_for);
  }
}

void Learner::quantise(Weights& weights, ParallelFor& parallel_for) {
  each_row(rows, parallel_for, [&](size_t row) { network.quantise_row(int(row), weights); });
  network.quantise_rest(weights);
}

void Learner::mark_rows(const PlayedGame& game, Shard& shard) {
  shard.touched.back() = 1;
  for (const Sample& sample : game.samples)
    for (u16 row : sample.seen.row) shard.touched[row] = 1;
}

void Learner::add_gradient(const PlayedGame& game, Shard& shard) const {
  for (const Sample& sample : game.samples) {
    const double error = network.add_gradient(sample, whole_, shard.gradient);
    shard.squares += error * error;
    ++shard.count;
  }
}

bool Learner::touched(size_t row) const {
  return std::any_of(shards_.begin(), shards_.end(), [&](const Shard& shard) { return shard.touched[row] != 0; });
}

void Learner::adam(size_t from, size_t to, size_t row, float rate, float scale) {
  const u32 count = ++steps[row];
  const float left = float(1 - std::pow(0.9, count)), right = float(1 - std::pow(0.999, count));
  for (Shard& shard : shards_)
    if (&shard != shards_.data() && shard.touched[row] != 0)
      for (size_t n = from; n < to; ++n) {
        shards_[0].gradient[n] += shard.gradient[n];
        shard.gradient[n] = 0;
      }
  for (size_t n = from; n < to; ++n) {
    const float g = shards_[0].gradient[n] * scale;
    shards_[0].gradient[n] = 0;
    moment[n] += 0.1f * (g - moment[n]);
    square[n] += 0.001f * (g * g - square[n]);
    network.parameters[n] -= rate * (moment[n] / left) / (std::sqrt(square[n] / right) + 1e-8f);
  }
}

}  // namespace volpe::clever
