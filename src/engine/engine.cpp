// The ops of the engine protocol, each answered from one game.
#include "engine/engine.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <utility>

#include "analysis/advice.h"
#include "base/version.h"
#include "engine/request_fields.h"
#include "games/describe.h"
#include "players/roster.h"

namespace volpe {
namespace {

using namespace engine;

JsonObject hello() {
  JsonArray games, players;
  for_each_game([&](auto game) { games.emplace_back(description<decltype(game)>()); });
  for (std::string_view name : player_names) players.emplace_back(name);
  return {{"ok", true},    {"name", "volpe"}, {"version", version},
          {"protocol", 1}, {"games", games},  {"players", players}};
}

template <class G>
JsonObject position_answer(const typename G::State& state, int ply, const JsonObject& request) {
  JsonObject position = G::position(state, ply);
  if (wants_effects(request)) position["effects"] = G::effects(state);
  return {{"ok", true}, {"position", std::move(position)}};
}

template <class G>
JsonObject position_answer(const Play<G>& play, const JsonObject& request) {
  return position_answer<G>(play.state(), play.ply(), request);
}

// An event that was refused, and its index in the request.
struct RefusedEvent {
  Error error;
  int index;
};

// Reads events one after the other, starting from a state: all or none. At most `room` of them fit into the game.
template <class G>
std::variant<std::vector<Event<G>>, RefusedEvent> read_events(typename G::State& state,
                                                              const std::vector<std::string>& texts, int room) {
  std::vector<Event<G>> events;
  for (const std::string& text : texts) {
    const int index = static_cast<int>(events.size());
    if (index >= room) return RefusedEvent{{Code::illegal_event, "the game is longer than any game"}, index};
    const auto event = G::read(state, text);
    if (!event) return RefusedEvent{event.error(), index};
    apply<G>(state, *event);
    events.push_back(*event);
  }
  return events;
}

JsonObject error_answer(const Error& error) {
  return {{"ok", false}, {"error", {{"code", name(error.code)}, {"message", error.message}}}};
}

template <class G>
Result<JsonObject> apply_events(Play<G>& play, const JsonObject& request, bool keep) {
  const Result<std::vector<std::string>> texts = texts_field(request, "events");
  if (!texts) return texts.error();
  typename G::State state = play.state();
  const auto read = read_events<G>(state, *texts, longest_game - play.ply());
  if (const auto* refused = std::get_if<RefusedEvent>(&read)) {
    JsonObject answer = error_answer(refused->error);
    answer["error"].get_object()["index"] = refused->index;
    return answer;
  }
  const auto& events = std::get<0>(read);
  const int ply = play.ply() + static_cast<int>(events.size());
  if (keep)
    for (const Event<G>& event : events) play.add(event);
  return position_answer<G>(state, ply, request);
}

template <class G>
Result<JsonObject> with_event(Play<G>& play, const Event<G>& event, const JsonObject& request) {
  if (play.full()) return Error{Code::illegal_event, "the game is longer than any game"};
  const std::string text = write<G>(play.state(), event);
  play.add(event);
  JsonObject answer = position_answer(play, request);
  answer["event"] = text;
  return answer;
}

template <class G>
Result<JsonObject> throw_dice(Play<G>& play, const JsonObject& request) {
  if (G::over(play.state())) return game_is_over();
  if (!play.chance()) return Error{Code::illegal_event, "no dice are due"};
  const auto roll = play.next_roll();
  if (!roll) return bad_request("the dice of this game are not thrown here: apply the roll that came");
  return with_event<G>(play, *roll, request);
}

// The error that keeps a seat from deciding now, if there is one.
template <class G>
std::optional<Error> nothing_to_decide(const Play<G>& play) {
  if (G::over(play.state())) return game_is_over();
  if (play.chance()) return Error{Code::dice_due, "dice are due: there is nothing to decide"};
  return std::nullopt;
}

template <class G>
Result<JsonObject> give_advice(const Play<G>& play, const JsonObject& request, const ModelSource& models) {
  const Result<std::string> level = text_field(request, "level");
  if (!level) return level.error();
  const auto evaluator = make_evaluator<G>(models, *level, G::setup(play.state()), !play.header().match.empty());
  if (!evaluator) return evaluator.error();
  if (const auto error = nothing_to_decide(play)) return *error;
  return JsonObject{{"ok", true}, {"advice", advice_json(advise<G>(play.state(), **evaluator))}};
}

template <class G>
Result<JsonObject> play_bot(Play<G>& play, const JsonObject& request, const ModelSource& models) {
  const Result<std::string> level = text_field(request, "level");
  if (!level) return level.error();
  const auto player = make_player<G>(models, *level, G::setup(play.state()), !play.header().match.empty());
  if (!player) return player.error();
  if (const auto error = nothing_to_decide(play)) return *error;
  const u64 seed = seed_of(play.header().dice).value_or(0);
  Random random(seed ^ hash(play.state()) ^ u64(play.ply()));
  return with_event<G>(play, (*player)->choose(play.state(), random), request);
}

template <class G>
Result<JsonObject> give_record(const Play<G>& play) {
  if (!play.from_start()) return Error{Code::bad_record, "a game that was set up from a position has no record"};
  return JsonObject{{"ok", true}, {"record", write_record(play)}};
}

}  // namespace

Engine::Engine(const ModelSource& models, SeedSource new_seed) : models_(models), new_seed_(std::move(new_seed)) {}

Result<JsonObject> Engine::start(const JsonObject& request) {
  const Result<std::string> name = text_field(request, "game");
  if (!name) return name.error();
  const auto game = game_named(*name);
  if (!game) return unknown_game(*name);
  return std::visit(
      [&](auto g) -> Result<JsonObject> {
        using G = decltype(g);
        const Result<Setup> setup = setup_field<G>(request);
        if (!setup) return setup.error();
        const Result<std::string> dice = dice_field(request, new_seed_);
        if (!dice) return dice.error();
        const Result<std::vector<std::string>> names = names_field(request, setup->seats);
        if (!names) return names.error();
        const Play<G> play(*setup, {*names, "", *dice, {}});
        play_ = play;
        return position_answer(play, request);
      },
      *game);
}

Result<JsonObject> Engine::set_up(const JsonObject& request) {
  const Json* position = field(request, "position");
  if (position == nullptr || !position->is_object()) return bad_request("the field 'position' is not an object");
  const Result<std::string> dice = dice_field(request, new_seed_);
  if (!dice) return dice.error();
  const JsonObject& object = position->get_object();
  const Json* name = object.if_contains("game");
  if (name == nullptr || !name->is_string()) return Error{Code::bad_position, "'game' is missing"};
  const auto game = game_named(std::string_view(name->get_string()));
  if (!game) return unknown_game(std::string_view(name->get_string()));
  return std::visit(
      [&](auto g) -> Result<JsonObject> {
        using G = decltype(g);
        const auto state = G::set_up(object);
        if (!state) return state.error();
        const Play<G> play(*state, static_cast<int>(object.at("ply").to_number<int>()), {{}, "", *dice, {}});
        play_ = play;
        return position_answer(play, request);
      },
      *game);
}

Result<JsonObject> Engine::load(const JsonObject& request) {
  const Result<std::string> text = text_field(request, "record");
  if (!text) return text.error();
  Result<AnyPlay> loaded = read_record(*text);
  if (!loaded) return loaded.error();
  play_ = std::move(*loaded);
  return in_game("position", request);
}

Result<JsonObject> Engine::in_game(std::string_view op, const JsonObject& request) {
  if (!play_) return Error{Code::no_game, "there is no game: 'new', 'setup' or 'load' starts one"};
  return std::visit(
      [&](auto& play) -> Result<JsonObject> {
        if (op == "apply") return apply_events(play, request, true);
        if (op == "try") return apply_events(play, request, false);
        if (op == "roll") return throw_dice(play, request);
        if (op == "advise") return give_advice(play, request, models_);
        if (op == "play") return play_bot(play, request, models_);
        if (op == "record") return give_record(play);
        return position_answer(play, request);
      },
      *play_);
}

Result<JsonObject> Engine::handle(const JsonObject& request) {
  const Result<std::string> op = text_field(request, "op");
  if (!op) return op.error();
  if (const Json* explain = field(request, "explain"); explain != nullptr && !explain->is_bool())
    return bad_request("the field 'explain' is not true or false");
  if (*op == "hello") return hello();
  if (*op == "quit") {
    finished_ = true;
    return JsonObject{{"ok", true}};
  }
  if (*op == "new") return start(request);
  if (*op == "setup") return set_up(request);
  if (*op == "load") return load(request);
  for (std::string_view known : {"apply", "try", "roll", "position", "advise", "play", "record"})
    if (*op == known) return in_game(known, request);
  return bad_request("there is no op " + quote(*op));
}

std::string Engine::answer(std::string_view line) {
  boost::system::error_code error;
  const Json request = boost::json::parse(line, error);
  if (error) return boost::json::serialize(error_answer(bad_request("this is not JSON: " + error.message())));
  if (!request.is_object()) return boost::json::serialize(error_answer(bad_request("a request is a JSON object")));
  if (!all_finite(request))
    return boost::json::serialize(error_answer(bad_request("a number in the request is too large")));
  Result<JsonObject> result = handle(request.get_object());
  JsonObject answer = result ? std::move(*result) : error_answer(result.error());
  if (const Json* id = field(request.get_object(), "id")) answer["id"] = *id;
  return boost::json::serialize(answer);
}

}  // namespace volpe
