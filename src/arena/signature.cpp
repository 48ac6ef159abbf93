// The signature: every state of some games of each kind, for every seat count, player and end of the option range.
#include "arena/signature.h"

#include "arena/simulate.h"
#include "games/games.h"

namespace volpe {
namespace {

template <class G>
u64 games_hash(const Setup& setup, const Player<G>& player, int games) {
  u64 sum = 0;
  for (int game = 0; game < games; ++game) {
    const u64 seed = game_seed(1, u64(game));
    Random random(player_seed(seed, 0));
    const auto end = play_game<G>(
        setup, SeededDice(seed), [&](const auto& state, int) { return player.choose(state, random); },
        [&](const auto& state, const auto&) { sum = mix(sum ^ hash(state)); });
    sum = mix(sum ^ hash(end));
  }
  return sum;
}

}  // namespace

u64 signature() {
  u64 sum = 0;
  for_each_game([&](auto game) {
    using G = decltype(game);
    const RandomPlayer<G> random;
    const GreedyPlayer<G> greedy;
    const Player<G>* const players[] = {&random, &greedy};  // who need no model
    for (int seats = G::min_seats; seats <= G::max_seats; ++seats)
      for (const Player<G>* player : players)
        for (u8 choice : {0, 1}) {
          Setup setup{seats, {}};
          for (int n = 0; n < option_count<G>; ++n) setup.options[size_t(n)] = choice;
          sum = mix(sum ^ games_hash<G>(setup, *player, 20));
        }
  });
  return sum;
}

}  // namespace volpe
