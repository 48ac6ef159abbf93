// Sums over the scores of the store.
#include "server/services/statistics.h"

#include <boost/json/parse.hpp>
#include <map>

namespace volpe::server {
namespace {

constexpr int most_scores = 10'000, most_shown = 50;

JsonObject body_of(const store::StoredScore& score) {
  boost::json::error_code failed;
  const Json body = boost::json::parse(score.body, failed);
  return !failed && body.is_object() ? body.get_object() : JsonObject{};
}

struct Sum {
  i64 games = 0, wins = 0, best = 0, total = 0;
  std::map<std::string, i64> areas;

  void add(const store::StoredScore& score, const JsonObject& body) {
    ++games;
    total += score.total;
    best = std::max(best, score.total);
    const Json* won = body.if_contains("won");
    wins += won != nullptr && won->is_bool() && won->get_bool() ? 1 : 0;
    const Json* sheet = body.if_contains("sheet");
    const Json* points = sheet != nullptr && sheet->is_object() ? sheet->get_object().if_contains("score") : nullptr;
    if (points == nullptr || !points->is_object()) return;
    for (const auto& [area, value] : points->get_object())
      if (value.is_int64()) areas[std::string(area)] += value.get_int64();
  }

  JsonObject json() const {
    JsonObject means;
    for (const auto& [area, sum] : areas) means[area] = double(sum) / double(games);
    return {
        {"games", games}, {"wins", wins}, {"best", best}, {"mean", double(total) / double(games)}, {"areas", means}};
  }
};

}  // namespace

Result<JsonObject> statistics_of(store::Store& store, const store::Id& person) {
  const auto scores = store.scores_of(person, most_scores);
  if (!scores) return scores.error();
  std::map<std::string, Sum> sums;
  JsonArray last;
  for (const store::StoredScore& score : *scores) {
    const JsonObject body = body_of(score);
    const bool match = body.contains("match") && body.at("match") == true;
    sums[score.game + " " + std::to_string(score.seats) + (match ? " match" : "")].add(score, body);
    if (last.size() >= most_shown) continue;
    JsonObject line{{"table", score.table},
                    {"game", score.game},
                    {"seats", score.seats},
                    {"total", score.total},
                    {"time", score.time}};
    if (score.daily) line["daily"] = *score.daily;
    for (std::string_view key : {"won", "grades"})
      if (const Json* value = body.if_contains(key)) line[key] = *value;
    last.emplace_back(std::move(line));
  }
  JsonObject by_game;
  for (const auto& [name, sum] : sums) by_game[name] = sum.json();
  return JsonObject{{"by_game", std::move(by_game)}, {"last", std::move(last)}};
}

Result<JsonObject> board_of(store::Store& store, const std::string& date) {
  const auto scores = store.board(date, 100);
  if (!scores) return scores.error();
  JsonArray lines;
  for (const store::StoredScore& score : *scores)
    lines.emplace_back(JsonObject{{"name", score.name}, {"total", score.total}, {"time", score.time}});
  return JsonObject{{"date", date}, {"scores", std::move(lines)}};
}

}  // namespace volpe::server
