// Players of every level, made once for each thread.
#include "server/live/bot_players.h"

#include "platform/shipped_models.h"
#include "players/player_cache.h"
#include "players/roster.h"

namespace volpe::server {
namespace {

template <Game G>
Result<const Player<G>*> bot(const std::string& level, const Setup& setup, bool match) {
  thread_local PlayerCache<Player<G>> bots;
  return bots.get(level, setup, match, [&] { return make_player<G>(shipped_models(), level, setup, match); });
}

}  // namespace

Result<std::string> bots_choice(const tables::AnySession& session, int seat, const std::string& level, bool match) {
  return std::visit(
      [&](const auto& game) -> Result<std::string> {
        using G = typename std::decay_t<decltype(game)>::GameType;
        const std::optional<typename G::State> state = game.choice(seat);
        if (!state) return Error{Code::illegal_event, "the bot has nothing to decide"};
        const Result<const Player<G>*> player = bot<G>(level, G::setup(*state), match);
        if (!player) return player.error();
        Random random(hash(*state));
        return G::write(*state, (*player)->choose(*state, random));
      },
      session);
}

std::vector<MissingBots> missing_bots() {
  std::vector<MissingBots> missing;
  for_each_game([&](auto game) {
    using G = decltype(game);
    if (!missing_model<G>(shipped_models(), highest_level)) return;  // the best need most
    for (int level = 1; level <= highest_level; ++level)
      if (const std::optional<Error> error = missing_model<G>(shipped_models(), level)) {
        missing.push_back({G::name, level, error->message});
        return;
      }
  });
  return missing;
}

}  // namespace volpe::server
