// An analysis as JSON and its numbers as text.
#include "analysis/report.h"

#include <fmt/format.h>

namespace volpe {
namespace {

JsonArray for_seats(const Analysis& analysis, const Value& value) {
  return JsonArray(value.begin(), value.begin() + std::ptrdiff_t(analysis.seats.size()));
}

JsonObject event_json(const Analysis& analysis, const Moment& moment) {
  JsonObject json{{"event", moment.event},
                  {"kind", moment.roll ? "roll" : "decision"},
                  {"seat", moment.seat},
                  {"worth", for_seats(analysis, moment.position_value)}};
  if (moment.roll) {
    json["luck"] = for_seats(analysis, moment.luck);
    return json;
  }
  json["forced"] = moment.forced;
  json["value"] = moment.value;
  json["best"] = moment.best;
  json["loss"] = moment.loss();
  json["better"] = moment.better.empty() ? Json(nullptr) : Json(moment.better);
  json["gifts"] = for_seats(analysis, moment.gift);
  return json;
}

JsonObject worst_json(const Moment& moment, size_t n) {
  return {{"ply", n + 1},
          {"seat", moment.seat},
          {"event", moment.event},
          {"value", moment.value},
          {"better", moment.better},
          {"best", moment.best},
          {"loss", moment.loss()},
          {"why", JsonArray(moment.why.begin(), moment.why.end())}};
}

JsonObject seat_json(const SeatAnalysis& seat, const std::string& name) {
  return {{"name", name},
          {"start", seat.start},
          {"result", seat.result},
          {"luck", seat.luck},
          {"loss", seat.loss},
          {"gifts", seat.gifts},
          {"unexplained", seat.unexplained},
          {"decisions", seat.decisions},
          {"accuracy", seat.accuracy ? Json(*seat.accuracy) : Json(nullptr)}};
}

}  // namespace

JsonObject analysis_json(const Analysis& analysis) {
  JsonArray seats, events, worst;
  for (size_t seat = 0; seat < analysis.seats.size(); ++seat)
    seats.emplace_back(seat_json(analysis.seats[seat], analysis.names[seat]));
  for (const Moment& moment : analysis.moments) events.emplace_back(event_json(analysis, moment));
  for (size_t n : worst_decisions(analysis)) worst.emplace_back(worst_json(analysis.moments[n], n));
  return {
      {"game", analysis.game},          {"level", analysis.level},
      {"seats", analysis.seats.size()}, {"match", analysis.match},
      {"finished", analysis.finished},  {"value", analysis.match ? "points" : analysis.chances() ? "chance" : "total"},
      {"rolls", analysis.rolls},        {"seat_results", std::move(seats)},
      {"worst", std::move(worst)},      {"events", std::move(events)}};
}

std::string value_text(const Analysis& analysis, double value) {
  return analysis.chances() ? fmt::format("{:.1f} %", 100 * value) : fmt::format("{:.1f}", value);
}

std::string signed_text(const Analysis& analysis, double difference) {
  return analysis.chances() ? fmt::format("{:+.1f} %", 100 * difference) : fmt::format("{:+.1f}", difference);
}

}  // namespace volpe
