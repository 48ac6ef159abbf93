// Boards of the days, and the expert's games on their dice.
#include "server/services/daily.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "platform/random_bytes.h"
#include "server/live/bot_players.h"
#include "server/services/statistics.h"
#include "tables/command_parser.h"

namespace volpe::server {
namespace {

store::Id expert_key(const std::string& date) { return "expert " + date; }

// How the expert ends the game of a day: {"total", "grade"}.
Result<JsonObject> experts_game(const Bytes32& day_secret, const std::string& date) {
  Header header;
  header.dice = "daily " + date;
  const KeyedDice dice(day_key(day_secret, date, Clever::name, 1));
  tables::AnySession session = tables::GameSession<Clever>(Play<Clever>(Setup{1, {}}, header, dice));
  auto& game = std::get<tables::GameSession<Clever>>(session);
  while (!game.over()) {
    if (const std::optional<std::string> thrown = game.next_roll_text()) {
      game.roll(*thrown);
      continue;
    }
    const Result<std::string> choice = bots_choice(session, 0, "expert", false);
    if (!choice) return choice.error();
    game.decide(0, *choice);
  }
  const JsonObject position = Clever::position(game.play().state(), game.play().ply());
  const JsonObject& result = position.at("result").get_object();
  return JsonObject{{"total", result.at("totals").get_array()[0]}, {"grade", result.at("grades").get_array()[0]}};
}

}  // namespace

Result<JsonObject> DailyGame::board(const std::string& date, i64 now) {
  Result<JsonObject> board = board_of(store_, date);
  if (!board) return board;
  const Result<std::optional<std::string>> expert = store_.setting(expert_key(date));
  if (!expert) return expert.error();
  // Days that nobody plays are not worth the time, and nobody may make the server play all of them.
  const bool played = !board->at("scores").get_array().empty() || date == tables::date_of(now);
  if (!*expert && played) schedule_expert(date);
  boost::json::error_code failed;
  (*board)["expert"] = *expert ? boost::json::parse(**expert, failed) : Json(nullptr);
  return board;
}

// Once for each date; the result is kept with the settings, for all servers.
void DailyGame::schedule_expert(const std::string& date) {
  {
    const std::lock_guard lock(mutex_);
    if (!playing_.insert(date).second) return;
  }
  const auto done = [this, date] {
    const std::lock_guard lock(mutex_);
    playing_.erase(date);
  };
  const bool queued = jobs_.add([this, date, done] {
    const Result<std::string> key = store_.setting("day_key", hex(random_secret()));
    const std::optional<Bytes32> secret = key ? from_hex(*key) : std::nullopt;
    const Result<JsonObject> game = experts_game(day_secret(secret.value_or(Bytes32{}), date), date);
    if (secret && game) store_.write_and_wait(store::NewSetting{expert_key(date), boost::json::serialize(*game)});
    done();
  });
  if (!queued) done();
}

}  // namespace volpe::server
