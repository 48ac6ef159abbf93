// Advice and analysis by evaluators that each thread keeps for itself.
#include "server/services/advice_jobs.h"

#include "analysis/advice.h"
#include "analysis/report.h"
#include "platform/shipped_models.h"
#include "players/player_cache.h"
#include "players/roster.h"

namespace volpe::server {
namespace {

template <Game G>
Result<const Evaluator<G>*> evaluator(const Setup& setup, bool match) {
  thread_local PlayerCache<Evaluator<G>> evaluators;
  const std::string name(default_evaluator);
  return evaluators.get(name, setup, match, [&] { return make_evaluator<G>(shipped_models(), name, setup, match); });
}

template <Game G>
Result<JsonObject> advice(const typename G::State& state, bool match) {
  const Result<const Evaluator<G>*> by = evaluator<G>(G::setup(state), match);
  if (!by) return by.error();
  return JsonObject{{"advice", advice_json(advise<G>(state, **by))}};
}

}  // namespace

Result<JsonObject> advice_for_seat(const tables::AnySession& session, int seat, bool match) {
  return std::visit(
      [&](const auto& game) -> Result<JsonObject> {
        using G = typename std::decay_t<decltype(game)>::GameType;
        const std::optional<typename G::State> state = game.choice(seat);
        if (!state) return Error{Code::illegal_event, "this seat has nothing to decide"};
        return advice<G>(*state, match);
      },
      session);
}

Result<JsonObject> advice_for_play(const AnyPlay& play) {
  return std::visit(
      [&](const auto& p) -> Result<JsonObject> {
        using G = typename std::decay_t<decltype(p)>::GameType;
        if (G::legal(p.state()) == 0) return Error{Code::dice_due, "in this position there is nothing to decide"};
        return advice<G>(p.state(), false);
      },
      play);
}

Result<JsonObject> analysis_of(const AnyPlay& play, const std::function<bool(double)>& on_progress) {
  return std::visit(
      [&](const auto& p) -> Result<JsonObject> {
        using G = typename std::decay_t<decltype(p)>::GameType;
        const Result<const Evaluator<G>*> by = evaluator<G>(G::setup(p.state()), !p.header().match.empty());
        if (!by) return by.error();
        bool ended = false;
        Analysis analysis = analyze<G>(p, **by, usual_rolls<G>, [&](size_t done) {
          ended = !on_progress(double(done) / double(p.events().size()));
          return !ended;
        });
        if (ended) return Error{Code::unavailable, "the analysis was ended"};
        analysis.level = default_evaluator;
        return analysis_json(analysis);
      },
      play);
}

}  // namespace volpe::server
