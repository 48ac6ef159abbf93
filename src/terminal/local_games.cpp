// Makes the view of a game from its plan, or from the record of a game that was left.
#include "terminal/local_games.h"

#include "terminal/local_game_view.h"

namespace volpe {
namespace {

template <class G>
Result<std::unique_ptr<LocalGameView<G>>> empty_view(const GamePlan& plan, const Match& match) {
  auto participants = make_participants<G>(plan.names, plan.setup(), !plan.match.empty());
  if (!participants) return participants.error();
  return std::make_unique<LocalGameView<G>>(plan, std::move(*participants), match);
}

// The dice of a game that is resumed: those of its header, or real ones if the secret of fair dice is lost.
template <class G>
GameDice resumed_dice(const Play<G>& play, const std::string& path) {
  Header header = play.header();
  const int seats = play.setup().seats;
  const Terms terms{G::name, seats, header.match};
  if (seed_of(header.dice) || header.dice == "real") return {header, {}, {}};
  if (const auto secret = load_secret(path); secret && header.dice == "fair " + hex(fair_commitment(*secret, terms)))
    return fair_dice(G::name, seats, header, *secret);
  constexpr size_t commitment_end = 5 + 64 + 1;  // "fair <commitment> "
  if (const auto shown =
          header.dice.size() > commitment_end ? from_hex(header.dice.substr(commitment_end)) : std::nullopt;
      shown && header.dice.starts_with("fair "))
    return {header, KeyedDice(fair_key(*shown, terms, header.seeds), game_in_match(header.match)), {}};
  header.dice = "real";
  header.seeds.clear();
  return {header, {}, {}};
}

// The path of a match, from the path of one of its games.
std::string without_number(const std::string& path, int game) {
  const std::string end = "-" + std::to_string(game + 1) + ".volpe";
  return path.ends_with(end) ? path.substr(0, path.size() - end.size()) + ".volpe" : path;
}

template <class G>
GamePlan plan_of(const Play<G>& play, const std::string& path) {
  const Header header = play.header();
  const Setup setup = play.setup();
  const int game = game_in_match(header.match);
  GamePlan plan;
  plan.game = G::name;
  plan.options = setup.options;
  for (int person = 0; person < setup.seats; ++person)
    plan.names.push_back(header.names[size_t(seat_of_person(game, person, setup.seats))]);
  plan.match = header.match.substr(0, header.match.rfind(' '));
  plan.seed = seed_of(header.dice).value_or(u64(play.ply()));
  plan.dice = seed_of(header.dice)               ? GamePlan::Dice::seeded
              : header.dice.starts_with("fair ") ? GamePlan::Dice::fair
                                                 : GamePlan::Dice::real;
  plan.record = header.match.empty() ? path : without_number(path, game);
  return plan;
}

// The points of a match before game number `game`.
template <class G>
Match match_before(const GamePlan& plan, int game) {
  Match match{int(plan.names.size()), 0, {}};
  while (match.games < game) {
    const Result<SavedGame> saved = load_saved_game(plan.record_of(match.games));
    const Play<G>* play = saved ? std::get_if<Play<G>>(&saved->play) : nullptr;
    const bool counts = play != nullptr && G::over(play->state()) && play->setup().seats == match.seats;
    match.add(counts ? G::ending(play->state()) : Ending{});
  }
  return match;
}

template <class G>
Result<std::unique_ptr<GameView>> resume(const Play<G>& play, const std::string& path) {
  const GamePlan plan = plan_of(play, path);
  const int game = game_in_match(play.header().match);
  auto view = empty_view<G>(plan, match_before<G>(plan, game));
  if (!view) return view.error();
  (*view)->resume(play, resumed_dice(play, path), path);
  if ((*view)->state().next_game) (*view)->next_game();
  return std::unique_ptr<GameView>(std::move(*view));
}

}  // namespace

Result<std::unique_ptr<GameView>> start_local_game(const GamePlan& plan) {
  const auto game = game_named(plan.game);
  if (!game) return unknown_game(plan.game);
  return std::visit(
      [&]<class G>(G) -> Result<std::unique_ptr<GameView>> {
        auto view = empty_view<G>(plan, Match{int(plan.names.size()), 0, {}});
        if (!view) return view.error();
        (*view)->begin();
        return std::unique_ptr<GameView>(std::move(*view));
      },
      *game);
}

Result<std::unique_ptr<GameView>> resume_local_game(const SavedGame& saved) {
  return std::visit([&](const auto& play) { return resume(play, saved.path); }, saved.play);
}

}  // namespace volpe
