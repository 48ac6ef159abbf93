// Queries for positions: of a game after any of its events, or set up by hand, also after events that are only tried.
#pragma once

#include "base/json.h"
#include "record/record.h"

namespace volpe::tables {

// A game that starts with the `position` of a request.
Result<AnyPlay> parse_position(const JsonObject& request);

// {"ply", "events"}, both optional: the position after the first events of a game and then some others, with its
// effects; the event that led there, and who made it.
Result<JsonObject> query_position(const AnyPlay& play, const JsonObject& request);

// The same for a game as it is held at a table.
template <class PlayType>
Result<JsonObject> query_position(const PlayType& play, const JsonObject& request) {
  using G = typename PlayType::GameType;
  constexpr size_t most_tried = 100;
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
    const typename PlayType::Entry& event = play.events()[size_t(at - first)];
    if (at == ply - 1) {
      seen["event"] = play.text_of(state, event);
      seen["by"] = std::holds_alternative<Decision>(event) ? G::mover(state) : int(G::due(state).seat);
    }
    play.step(state, event);
  }
  for (const std::string& text : tried) {
    const auto event = G::read(state, text);
    if (!event) return event.error();
    std::visit([&](const auto& one) { play.step(state, one); }, *event);
  }
  const int seen_ply = ply + static_cast<int>(tried.size());
  seen["position"] = G::position(state, {.ply = seen_ply, .redacted = play.redacted(), .effects = true});
  JsonArray names;
  for (const std::string& name : play.names()) names.emplace_back(name);
  seen["names"] = std::move(names);
  return seen;
}

}  // namespace volpe::tables
