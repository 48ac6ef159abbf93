// The search of the solo expert.
#include "players/clever/solo_search.h"

#include <cmath>

namespace volpe::clever {
namespace {

// How far the expert looks.
constexpr size_t most_paths = 5;  // that are compared
constexpr double within = 5;      // points of the best
constexpr int most_blocks = 13;   // of six rolls
constexpr int sure_blocks = 3;    // before a path may be dropped
constexpr double sure = 2.5;      // standard errors behind the leader at which it is

// A path that is compared: the mean after each block of rolls so far, and their sum.
struct Rival {
  Path path;
  std::vector<double> means;
  double sum = 0;
};

bool clearly_behind(const Rival& rival, const Rival& leader) {
  double sum = 0, squares = 0;
  const double n = double(rival.means.size());
  for (size_t block = 0; block < rival.means.size(); ++block) {
    const double difference = leader.means[block] - rival.means[block];
    sum += difference;
    squares += difference * difference;
  }
  const double mean = sum / n, variance = std::max(0.0, squares / n - mean * mean) / (n - 1);
  return mean > sure * std::sqrt(variance);
}

// The rolls that are looked at from anywhere in a turn after its last roll: the same, so that one looks at the same
// future at each decision of a chain.
Random future_of(const State& state) {
  return Random(mix(state.values) ^ u64{state.round} << 16 ^ u64{state.passive_turn} << 8 ^ state.roll);
}

}  // namespace

double SoloSearch::after_rolls(const State& end, const std::array<Roll, 6>& rolls) {
  if (end.phase == Phase::over) return cache_(end);
  if (end.phase == Phase::round_bonus) return best_path(end, cache_).value;
  double sum = 0;
  for (const Roll& roll : rolls) {
    State after = end;
    roll_dice(after, roll);
    sum += best_path(after, cache_).value;
  }
  return sum / 6;
}

// The best paths with different ends, best first; of those with the same end the one found first.
std::vector<Path> SoloSearch::best_paths(const State& state) {
  std::vector<Path> paths;
  const auto worse = [](const Path& path, const Path& than) { return path.value < than.value; };
  const auto see = [&](const Path& path) {
    const auto same_end = [&](const Path& other) { return same(other.end, path.end); };
    if (std::any_of(paths.begin(), paths.end(), same_end)) return;
    paths.insert(std::find_if(paths.begin(), paths.end(), [&](const Path& other) { return worse(other, path); }), path);
    if (paths.size() > most_paths) paths.pop_back();
  };
  TurnSearch search(cache_, see);
  search.from(state);
  while (paths.back().value < paths[0].value - within) paths.pop_back();
  return paths;
}

Decision SoloSearch::choose(const State& state) {
  if (size(state.legal) == 1) return Decision(lowest(state.legal));
  std::vector<Rival> rivals;
  for (const Path& path : best_paths(state)) rivals.push_back({path, {}, 0});
  Random random = future_of(state);
  for (int block = 1; block <= most_blocks && rivals.size() > 1; ++block) {
    const std::array<Roll, 6> rolls = six_rolls(random);
    for (Rival& rival : rivals) {
      rival.means.push_back(after_rolls(rival.path.end, rolls));
      rival.sum += rival.means.back();
    }
    const auto leader =
        std::max_element(rivals.begin(), rivals.end(), [](const Rival& a, const Rival& b) { return a.sum < b.sum; });
    std::swap(*leader, rivals[0]);
    if (block < sure_blocks) continue;
    std::erase_if(rivals, [&](const Rival& rival) { return &rival != &rivals[0] && clearly_behind(rival, rivals[0]); });
  }
  return rivals[0].path.first;
}

std::vector<double> SoloSearch::values(const State& state, int blocks) {
  std::vector<double> list;
  for (int decision : Members{state.legal}) {
    const State end = best_path_with(Decision(decision), state, cache_).end;
    Random random = future_of(state);
    double sum = 0;
    for (int block = 0; block < blocks; ++block) sum += after_rolls(end, six_rolls(random));
    list.push_back(sum / blocks);
  }
  return list;
}

}  // namespace volpe::clever
