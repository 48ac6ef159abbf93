// Replays up to a ply, and tries on from there.
#include "tables/position_query.h"

namespace volpe::tables {

Result<AnyPlay> parse_position(const JsonObject& request) {
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

Result<JsonObject> query_position(const AnyPlay& play, const JsonObject& request) {
  return std::visit([&](const auto& game) { return query_position(game, request); }, play);
}

}  // namespace volpe::tables
