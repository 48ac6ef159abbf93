// One game of players who have sat down, each with a random stream of its own; and a match of such games.
#pragma once

#include <array>

#include "dice/play_game.h"
#include "games/match.h"
#include "players/player.h"

namespace volpe {

// Where the type of all players is known to be final, choosing is no virtual call.
template <class PlayerType>
struct SeatedPlayer {
  const PlayerType* player = nullptr;
  Random random{0};
};
template <class PlayerType>
using SeatedPlayers = std::array<SeatedPlayer<PlayerType>, max_seats>;

// Plays one game, in which the players draw from their streams. `see(state, event)` is shown every event before it
// happens. The loop stays a function of its own: inside a larger one, g++ 12 no longer inlines rolls into it, and
// random games of Clever take 6 % longer.
template <Game G, class PlayerType, class See>
[[gnu::noinline]] typename G::State play_seated(const Setup& setup, SeededDice dice, SeatedPlayers<PlayerType>& seated,
                                                See&& see) {
  const auto choose = [&](const typename G::State& state, int seat) {
    SeatedPlayer<PlayerType>& mover = seated[size_t(seat)];
    return mover.player->choose(state, mover.random);
  };
  return play_game<G>(setup, dice, choose, see);
}

// The ending of `play(0)`, or of a match of `play(0)`, `play(1)` and so on, by person.
template <class Play>
Ending play_game_or_match(int seats, bool in_match, const Play& play) {
  if (!in_match) return play(0);
  Match match{seats, 0, {}};
  while (!match.over()) match.add(play(match.games));
  return {match.points, match.winners()};
}

}  // namespace volpe
