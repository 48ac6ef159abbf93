// The search of the solo expert.
#include "players/clever/expert.h"

#include <cmath>

namespace volpe::clever {
namespace {

// The lines with different ends, best first; of those with the same end the one found first.
template <class Keep>
std::vector<Line> lines_from(const State& state, Values& values, Keep&& keep) {
  std::vector<Line> found;
  const auto see = [&](const Line& line) {
    if (keep(line, found)) found.push_back(line);
  };
  LineSearch search(values, see);
  search.from(state);
  std::sort(found.begin(), found.end(), [](const Line& a, const Line& b) { return a.value > b.value; });
  return found;
}

// The rolls that are looked at from anywhere in a turn after its last roll: the same, so that one looks at the same
// future at each decision of a chain.
Random future_of(const State& state) {
  return Random(mix(state.values) ^ u64{state.round} << 16 ^ u64{state.passive_turn} << 8 ^ state.roll);
}

}  // namespace

double SoloSearch::after_rolls(const State& end, const std::array<Roll, 6>& rolls) {
  if (end.phase == Phase::over) return values_(end);
  if (end.phase == Phase::round_bonus) return best_line(end, values_).value;
  double sum = 0;
  for (const Roll& roll : rolls) {
    State after = end;
    roll_dice(after, roll);
    sum += best_line(after, values_).value;
  }
  return sum / 6;
}

Decision SoloSearch::choose(const State& state, const Sight& sight) {
  if (size(state.legal) == 1) return Decision(lowest(state.legal));
  if (sight.lines == 1) return best_line(state, values_).first;
  double best = -1e9;
  std::vector<Line> lines = lines_from(state, values_, [&](const Line& line, const std::vector<Line>& found) {
    if (line.value < best - sight.within) return false;
    best = std::max(best, line.value);
    return std::none_of(found.begin(), found.end(), [&](const Line& other) { return same(other.end, line.end); });
  });
  struct Rival {
    Line line;
    std::vector<double> means;
    double sum = 0;
  };
  std::vector<Rival> rivals;
  for (const Line& line : lines)
    if (int(rivals.size()) < sight.lines && line.value >= best - sight.within) rivals.push_back({line, {}, 0});
  Random random = future_of(state);
  const auto behind = [](const Rival& rival, const Rival& leader, double sure) {
    double sum = 0, squares = 0;
    const double n = double(rival.means.size());
    for (size_t block = 0; block < rival.means.size(); ++block) {
      const double difference = leader.means[block] - rival.means[block];
      sum += difference;
      squares += difference * difference;
    }
    const double mean = sum / n, variance = std::max(0.0, squares / n - mean * mean) / (n - 1);
    return mean > sure * std::sqrt(variance);
  };
  for (int block = 0; block < sight.blocks && rivals.size() > 1; ++block) {
    const std::array<Roll, 6> rolls = six_rolls(random);
    for (Rival& rival : rivals) {
      rival.means.push_back(after_rolls(rival.line.end, rolls));
      rival.sum += rival.means.back();
    }
    std::stable_sort(rivals.begin(), rivals.end(), [](const Rival& a, const Rival& b) { return a.sum > b.sum; });
    if (block >= 2)
      std::erase_if(rivals,
                    [&](const Rival& rival) { return &rival != &rivals[0] && behind(rival, rivals[0], sight.sure); });
  }
  return rivals[0].line.first;
}

std::vector<double> SoloSearch::values(const State& state, int blocks) {
  std::vector<double> list;
  for (int decision : Members{state.legal}) {
    State after = state;
    decide(after, Decision(decision));
    const State end = is_end(after, 0) ? after : best_line(after, values_).end;
    Random random = future_of(state);
    double sum = 0;
    for (int block = 0; block < blocks; ++block) sum += after_rolls(end, six_rolls(random));
    list.push_back(sum / blocks);
  }
  return list;
}

}  // namespace volpe::clever
