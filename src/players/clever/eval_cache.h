// What a state is worth to a seat by the network, at the ends of paths: remembered, since many paths end alike; and
// what chains there are on its sheet, since many more end with the same sheet.
#pragma once

#include "players/clever/network.h"

namespace volpe::clever {

class EvalCache {
 public:
  explicit EvalCache(const Weights& weights)
      : evaluation_(weights), entries_(size_t{1} << 15), chains_(size_t{1} << 13) {}

  // To be called when the weights have changed.
  void forget() {
    entries_.assign(entries_.size(), {});
    evaluation_.forget();
  }

  // The final total that a seat may expect.
  double operator()(const State& state, int seat = 0) {
    const bool settled = state.phase == Phase::over || (state.seats > 1 && picks_left(state, seat) == 0);
    if (settled) return score(state.sheets[seat]).total;
    const SeatInput seen(state, seat);
    const u64 key = seen.key();
    Entry& place = entries_[key % entries_.size()];
    if (place.key != key) place = {key, evaluation_.value(features_of(seen, chains_on(seen)))};
    return place.value;
  }

 private:
  struct Entry {
    u64 key = 0;
    double value = 0;
  };
  struct ChainEntry {
    u64 key = ~u64{0};
    Chains chains;
  };

  const Chains& chains_on(const SeatInput& seen) {
    const u64 key = seen.chain_key();
    ChainEntry& place = chains_[mix(key) % chains_.size()];
    if (place.key != key) place = {key, chains_of(seen)};
    return place.chains;
  }

  Evaluation evaluation_;
  std::vector<Entry> entries_;
  std::vector<ChainEntry> chains_;
};

// Six rolls in which every die shows every face once, in random order.
inline std::array<Roll, 6> six_rolls(Random& random) {
  std::array<Roll, 6> rolls{};
  for (int die = 0; die < dice; ++die) {
    int faces[6] = {1, 2, 3, 4, 5, 6};
    for (int n = 5; n > 0; --n) std::swap(faces[n], faces[random.below(n + 1)]);
    for (int n = 0; n < 6; ++n) rolls[size_t(n)].values |= PerDie(faces[n]) << 8 * die;
  }
  for (Roll& roll : rolls) roll.landing = landings[size_t(random.below(720))];
  return rolls;
}

}  // namespace volpe::clever
