// Which fields of a request count, and what the server adds to them.
#include "tables/command_parser.h"

#include <ctime>

#include "tables/commands.h"
#include "tables/person_handle.h"

namespace volpe::tables {
namespace {

const Command* request_of(const JsonObject& request) {
  const Json* verb = request.if_contains("do");
  return verb != nullptr && verb->is_string() ? find_request(verb->get_string()) : nullptr;
}

bool has_field(const Command& command, const Field& wanted) {
  return std::any_of(command.fields.begin(), command.fields.end(),
                     [&](const Field& field) { return field.name == wanted.name; });
}

// A seat drawn by lot. That 2^64 is no multiple of the seats makes no difference anybody could see.
i64 draw_lot(const Bytes32& random, size_t seats) {
  u64 number = 0;
  for (size_t n = 0; n < sizeof(number); ++n) number = number << 8 | random[n];
  return i64(number % seats);
}

i64 first_seat(const Table& table, const FreshBytes& fresh) {
  const std::string& first = table.settings().first;
  return first == "lot" ? draw_lot(fresh(), table.seats().size()) : i64{first[0] - '0'};
}

Result<JsonObject> rolled(JsonObject entry, const Table& table) {
  const std::optional<std::string> thrown = table.next_roll_text();
  if (!thrown) return illegal_now("there are no dice to throw");
  entry["do"] = "event";
  entry["event"] = *thrown;
  return entry;
}

}  // namespace

Result<JsonObject> parse_command(const JsonObject& request, const Table& table, const FreshBytes& fresh) {
  const Json* verb = request.if_contains("do");
  if (verb == nullptr || !verb->is_string()) return bad_request("'do' is missing");
  const Command* command = find_request(verb->get_string());
  if (command == nullptr) return bad_request("at a table one cannot " + quote(verb->get_string()));
  JsonObject entry{{"do", command->verb}};
  for (const Field& field : command->fields)
    if (const Json* value = request.if_contains(field.name); value != nullptr && field.given != Given::beside)
      entry[field.name] = *value;
  if (command->verb == "start") entry["first"] = first_seat(table, fresh);
  const Result<CommandArguments> arguments = read_arguments(*command, entry, table);
  if (!arguments) return arguments.error();
  const bool dice = command->point == Point::ply || tells_dice(arguments->event);
  if (command->point != Point::none)
    if (const auto stale = table.stale(arguments->seat, request, dice)) return *stale;
  if (command->verb == "event" && dice && table.settings().dice != "real")
    return illegal_now("the dice of this table are thrown with \"do\":\"roll\"");
  if (command->verb == "roll") return rolled(std::move(entry), table);
  return entry;
}

Result<std::optional<std::string>> parse_seat_name(const JsonObject& request) {
  const Json* name = request.if_contains("name");
  const Command* command = request_of(request);
  if (name == nullptr || command == nullptr || !has_field(*command, fields::name)) return std::optional<std::string>();
  if (!name->is_string()) return bad_request("'name' is not a string");
  std::string text(name->get_string());
  if (const std::string wrong = bad_person_name(text); !wrong.empty()) return bad_request(wrong);
  return std::optional<std::string>(std::move(text));
}

std::string date_of(i64 milliseconds) {
  const std::time_t seconds = milliseconds / 1000;
  std::tm day{};
  gmtime_r(&seconds, &day);
  char text[16];
  std::strftime(text, sizeof(text), "%Y-%m-%d", &day);
  return text;
}

namespace {

// "bots": the level of each seat's bot, null where people will sit.
Result<std::vector<JsonObject>> with_bots(JsonObject entry, const JsonObject& request) {
  std::vector<JsonObject> entries{std::move(entry)};
  const Json* bots = request.if_contains("bots");
  if (bots == nullptr) return entries;
  if (!bots->is_array() || bots->get_array().size() > max_seats)
    return Error{Code::bad_request, "'bots' is not a list with one level or null for each seat"};
  for (size_t seat = 0; seat < bots->get_array().size(); ++seat)
    if (const Json& bot = bots->get_array()[seat]; !bot.is_null())
      entries.push_back(
          {{"do", "bot"}, {"seat", seat}, {"bot", bot}, {"by", entries[0].at("by")}, {"at", entries[0].at("at")}});
  return entries;
}

}  // namespace

Result<std::vector<JsonObject>> opening_entries(const JsonObject& request, const std::string& host,
                                                const Bytes32& day_key, i64 now, const FreshBytes& fresh) {
  JsonObject entry{{"do", "open"},    {"options", JsonObject{}}, {"dice", "fair"}, {"first", "lot"},
                   {"listed", false}, {"hints", true},           {"match", false}, {"limit", 86400}};
  for (std::string_view field :
       {"game", "seats", "options", "dice", "first", "listed", "hints", "match", "limit", "pace", "paper"})
    if (const Json* value = request.if_contains(field)) entry[field] = *value;
  if (request.contains("paper") && !request.contains("hints")) entry["hints"] = false;
  entry["by"] = host;
  entry["at"] = now;
  JsonArray secrets;
  if (entry["dice"] == "daily") {
    entry["date"] = date_of(now);
    entry["hints"] = false;
    secrets.emplace_back(hex(day_secret(day_key, date_of(now))));
  } else if (entry["dice"] == "fair") {
    const bool match = entry["match"].is_bool() && entry["match"].get_bool();
    const i64 games =
        match && entry["seats"].is_int64() ? std::clamp<i64>(entry["seats"].get_int64(), 1, max_seats) : 1;
    for (i64 game = 0; game < games; ++game) secrets.emplace_back(hex(fresh()));
  }
  entry["secrets"] = secrets;
  if (entry["match"] == true) entry["series"] = hex(fresh()).substr(0, 8);
  return with_bots(std::move(entry), request);
}

}  // namespace volpe::tables
