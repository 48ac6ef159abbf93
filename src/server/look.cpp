// Replays up to a ply, and tries on from there.
#include "server/look.h"

#include "server/messages.h"

namespace volpe::server {

constexpr size_t most_tried = 100;

Result<AnyPlay> position_in(const JsonObject& request) {
  const Json* position = request.if_contains("position");
  if (position == nullptr || !position->is_object()) return bad_request("'position' is not an object");
  const Json* name = position->get_object().if_contains("game");
  const std::string named = name != nullptr && name->is_string() ? std::string(name->get_string()) : std::string();
  const std::optional<AnyGame> game = game_named(named);
  if (!game) return unknown_game(named);
  return std::visit(
      [&](auto g) -> Result<AnyPlay> {
        using G = decltype(g);
        const auto state = G::set_up(position->get_object());
        if (!state) return state.error();
        return AnyPlay(Play<G>(*state, position->get_object().at("ply").to_number<int>(), {}));
      },
      *game);
}

namespace {

template <Game G>
Result<JsonObject> look_at(const Play<G>& play, const JsonObject& request) {
  std::string error;
  const Fields fields(request, "", error);
  const int first = play.ply() - static_cast<int>(play.events().size());
  const int ply = fields.has("ply") ? fields.integer("ply", first, play.ply()) : play.ply();
  const std::vector<std::string> tried =
      fields.has("events") ? fields.texts("events", most_tried) : std::vector<std::string>();
  if (!error.empty()) return bad_request(error);
  JsonObject seen{{"event", nullptr}, {"by", nullptr}, {"plies", play.ply()}, {"seats", play.setup().seats}};
  typename G::State state = play.first();
  for (int at = first; at < ply; ++at) {
    const Event<G>& event = play.events()[size_t(at - first)];
    if (at == ply - 1) {
      seen["event"] = write<G>(state, event);
      seen["by"] = std::holds_alternative<Decision>(event) ? G::mover(state) : int(G::due(state).seat);
    }
    apply<G>(state, event);
  }
  for (const std::string& text : tried) {
    const auto event = G::read(state, text);
    if (!event) return event.error();
    apply<G>(state, *event);
  }
  JsonObject position = G::position(state, ply + static_cast<int>(tried.size()));
  position["effects"] = G::effects(state);
  seen["position"] = std::move(position);
  JsonArray names;
  for (const std::string& name : play.names()) names.emplace_back(name);
  seen["names"] = std::move(names);
  return seen;
}

}  // namespace

Result<JsonObject> look(const AnyPlay& play, const JsonObject& request) {
  return std::visit([&](const auto& game) { return look_at(game, request); }, play);
}

}  // namespace volpe::server
