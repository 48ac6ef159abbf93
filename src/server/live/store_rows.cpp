// What the store is given of a table.
#include "server/live/store_rows.h"

#include <algorithm>
#include <boost/json/serialize.hpp>

namespace volpe::server {

using store::Id;
using tables::Seat;
using tables::Table;

store::Listing listing_of(const Table& table) {
  constexpr store::Stage stages[] = {store::Stage::open, store::Stage::playing, store::Stage::over};
  JsonObject summary = table.summary();
  if (table.settings().dice == "daily") summary["date"] = table.settings().date;
  return {std::string(tables::name_of(table.settings().game)), stages[int(table.stage())], table.settings().listed,
          boost::json::serialize(summary)};
}

bool listing_changes(const Table& table, const Table& next) {
  constexpr i64 day = i64{24} * 3600 * 1000;  // much shorter than what is archived has rested
  const auto taken = [](const Table& at) {
    return std::count_if(at.seats().begin(), at.seats().end(), [](const Seat& seat) { return seat.taken(); });
  };
  return table.stage() != next.stage() || next.stage() == tables::TableStage::over || taken(table) != taken(next) ||
         next.time() - table.time() > day;
}

store::Seats seats_row(const LiveTable& live, const Table& table) {
  store::Seats people;
  for (const Seat& seat : table.seats()) people.push_back(person_of(live, seat.who));
  people.push_back(person_of(live, table.host()));
  return people;
}

std::map<int, std::string> names_after(const LiveTable& live, const Table& next,
                                       const std::optional<std::string>& given) {
  std::map<int, std::string> names;
  for (const Seat& seat : next.seats()) {
    if (seat.who.empty()) continue;
    const auto& seats = live.table->seats();
    const auto before = std::find_if(seats.begin(), seats.end(), [&](auto& old) { return old.place == seat.place; });
    const auto known = live.names.find(seat.place);
    if (before->who != seat.who && given) names[seat.place] = *given;
    if (before->who == seat.who && known != live.names.end()) names.insert(*known);
  }
  return names;
}

std::vector<store::SeatName> seat_name_rows(const LiveTable& live, const Table& table,
                                            const std::map<int, std::string>& names) {
  std::vector<store::SeatName> rows;
  for (const Seat& seat : table.seats())
    if (const auto name = names.find(seat.place); name != names.end())
      if (const std::optional<Id> person = person_of(live, seat.who))
        rows.push_back({seat.place, *person, name->second});
  return rows;
}

std::optional<std::vector<store::Score>> score_rows(const LiveTable& live, const Table& table) {
  if (table.stage() != tables::TableStage::over) return {};
  std::vector<store::Score> scores;
  for (const tables::SeatResult& seat : table.results()) {
    store::Score score;
    score.seat = int(scores.size());
    score.person = person_of(live, seat.who);
    score.game = tables::name_of(table.settings().game);
    score.seats = int(table.seats().size());
    score.total = seat.total;
    score.body = boost::json::serialize(seat.body);
    score.time = table.time();
    if (table.settings().dice == "daily") score.daily = table.settings().date;
    scores.push_back(std::move(score));
  }
  return scores;
}

store::Change change_for(const LiveTable& live, const JsonObject& entry, const Table& next,
                         const std::map<int, std::string>& next_names, const std::optional<Id>& key) {
  store::Change change{live.id, live.table->revision(), {{boost::json::serialize(entry), key, next.time()}}};
  change.scores = score_rows(live, next);
  // Most entries change nothing but the game: they are all that is written.
  if (listing_changes(*live.table, next)) change.listing = listing_of(next);
  if (store::Seats people = seats_row(live, next); people != seats_row(live, *live.table))
    change.seats = std::move(people);
  if (next_names != live.names) change.names = seat_name_rows(live, next, next_names);
  return change;
}

}  // namespace volpe::server
