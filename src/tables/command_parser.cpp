// Which fields of a request count, and what the server adds to them.
#include "tables/command_parser.h"

#include <ctime>

#include "tables/person_handle.h"

namespace volpe::tables {
namespace {

// The fields of an entry that come from the request, for each kind of request.
struct Kind {
  std::string_view name;
  std::vector<std::string_view> fields;
};
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> list = {{"sit", {"seat", "seed"}},    {"bot", {"seat", "bot"}},
                                         {"stand", {"seat"}},          {"start", {}},
                                         {"event", {"seat", "event"}}, {"roll", {"seat"}},
                                         {"undo", {"seat"}},           {"correct", {"ply", "event", "drop"}},
                                         {"away", {"seat", "bot"}},    {"back", {"seat"}},
                                         {"resign", {"seat", "bot"}},  {"next", {}},
                                         {"rematch", {"table"}}};
  return list;
}

int seat_in(const JsonObject& request) {
  const Json* seat = request.if_contains("seat");
  if (seat == nullptr || !seat->is_int64() || seat->get_int64() < 0 || seat->get_int64() >= max_seats) return -1;
  return int(seat->get_int64());
}

// A seat drawn by lot. That 2^64 is no multiple of the seats makes no difference anybody could see.
i64 draw_lot(const Bytes32& random, size_t seats) {
  u64 number = 0;
  for (size_t n = 0; n < sizeof(number); ++n) number = number << 8 | random[n];
  return i64(number % seats);
}

}  // namespace

Result<JsonObject> parse_command(const JsonObject& request, const Table& table, const FreshBytes& fresh) {
  const Json* said = request.if_contains("do");
  if (said == nullptr || !said->is_string()) return Error{Code::bad_request, "'do' is missing"};
  const std::string what(said->get_string());
  const auto kind = std::find_if(kinds().begin(), kinds().end(), [&](const Kind& known) { return known.name == what; });
  if (kind == kinds().end()) return Error{Code::bad_request, "at a table one cannot " + quote(what)};
  JsonObject entry{{"do", what}};
  for (std::string_view field : kind->fields)
    if (const Json* value = request.if_contains(field)) entry[field] = *value;
  const Json* text = entry.if_contains("event");
  const bool dice = text != nullptr && text->is_string() && tells_dice(text->get_string());
  if (what == "event" || what == "roll" || what == "undo")
    if (const auto stale = table.stale(seat_in(request), request, what == "roll" || dice)) return *stale;
  if (what == "event" && dice && table.settings().dice != "real")
    return Error{Code::illegal_event, "the dice of this table are thrown with \"do\":\"roll\""};
  if (what == "roll") {
    const std::optional<std::string> thrown = table.next_roll_text();
    if (!thrown) return Error{Code::illegal_event, "there are no dice to throw"};
    entry["do"] = "event";
    entry["event"] = *thrown;
  }
  if (what == "start") {
    const std::string& first = table.settings().first;
    entry["first"] = first == "lot" ? draw_lot(fresh(), table.seats().size()) : i64{first[0] - '0'};
  }
  return entry;
}

Result<std::optional<std::string>> parse_seat_name(const JsonObject& request) {
  const Json* name = request.if_contains("name");
  if (name == nullptr || !request.contains("do") || request.at("do") != "sit") return std::optional<std::string>();
  if (!name->is_string()) return Error{Code::bad_request, "'name' is not a string"};
  std::string text(name->get_string());
  if (const std::string wrong = bad_person_name(text); !wrong.empty()) return Error{Code::bad_request, wrong};
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
