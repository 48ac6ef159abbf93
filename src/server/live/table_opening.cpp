// Checks a request to open a table, and writes down what follows from it.
#include "server/live/table_opening.h"

#include <boost/json/serialize.hpp>

#include "platform/random_bytes.h"
#include "players/roster.h"
#include "server/live/store_rows.h"
#include "tables/person_handle.h"

namespace volpe::server {
namespace {

using store::Id;
using tables::Table;

std::optional<Error> missing_at_opening(const TableServiceOptions& options, const JsonObject& request) {
  const Json *game = request.if_contains("game"), *bots = request.if_contains("bots");
  if (game == nullptr || !game->is_string() || bots == nullptr || !bots->is_array()) return {};
  for (const Json& bot : bots->get_array())
    if (std::optional<Error> missing = missing_bot(options, game->get_string(), bot)) return missing;
  return {};
}

std::optional<Error> too_many_tables(store::Store& store, const TableServiceOptions& options, const Id& person) {
  const Result<std::vector<store::StoredTable>> own = store.tables_of(person, int(4 * options.most_open_tables));
  if (!own) return own.error();
  const auto running = std::count_if(own->begin(), own->end(), [](const store::StoredTable& one) {
    return one.stage == store::Stage::open || one.stage == store::Stage::playing;
  });
  if (size_t(running) < options.most_open_tables) return {};
  return Error{Code::too_many, "you have " + std::to_string(running) + " open tables: finish some first"};
}

}  // namespace

std::optional<Error> missing_bot(const TableServiceOptions& options, std::string_view game, const Json& bot) {
  const std::string name(bot.is_string() ? std::string_view(bot.get_string()) : std::string_view());
  for (const MissingBots& missing : options.missing_bots)
    if (missing.game == game && level_named(name) >= missing.from)
      return Error{Code::unknown_level, name + " cannot play " + std::string(game) +
                                            " here: a model is missing. The operator of this server can add it"};
  return {};
}

Result<NewTable> prepare_table(store::Store& store, const TableServiceOptions& options, const store::Person& person,
                               const JsonObject& request, i64 now) {
  if (const std::optional<Error> missing = missing_at_opening(options, request)) return *missing;
  const Json* dice = request.if_contains("dice");
  const bool daily = dice != nullptr && *dice == "daily";
  const Id id = daily ? tables::handle_of(person.person, "daily " + tables::date_of(now)) : random_id();
  const std::string host = tables::handle_of(person.person, id);
  const Result<std::vector<JsonObject>> entries =
      tables::opening_entries(request, host, options.day_key, now, random_secret);
  if (!entries) return entries.error();
  Result<Table> table = Table::open(entries->front());
  for (size_t n = 1; n < entries->size() && table; ++n) table = table->after((*entries)[n]);
  if (!table) return table.error();
  if (const std::optional<Error> refused = too_many_tables(store, options, person.person)) return *refused;
  store::Seats people(table->seats().size());
  people.emplace_back(person.person);
  NewTable made{{id, 0, {}, listing_of(*table), std::move(people), {}}, {{"table", id}}, daily};
  for (const JsonObject& entry : *entries) made.change.entries.push_back({boost::json::serialize(entry), {}, now});
  // The host may sit down at once, and sends a seed only after seeing what the server is committed to.
  if (const auto& commitments = table->settings().commitments; !commitments.empty())
    made.opened["commitments"] = JsonArray(commitments.begin(), commitments.end());
  return made;
}

}  // namespace volpe::server
