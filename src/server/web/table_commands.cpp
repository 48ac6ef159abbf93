// Requests at tables as the table service takes them.
#include "server/web/table_commands.h"

#include "base/json.h"
#include "platform/random_bytes.h"
#include "tables/refusals.h"

namespace volpe::server {

using store::Id;
using store::Person;

constexpr size_t longest_key = 64;

void execute_command(TableService& service, const Id& table, const Person& person, JsonObject body,
                     const OnResult& on_result) {
  const Result<std::string> key = text_field(body, "id", longest_key);
  if (!key) return on_result(key.error());
  if (body.contains("do") && body.at("do") == "rematch") return open_rematch(service, table, person, on_result);
  service.execute(table, person, *key, std::move(body), on_result);
}

void preview_decisions(TableService& service, const Id& table, const Person& person, const JsonObject& body,
                       const OnResult& on_result) {
  std::string error;
  const Fields fields(body, "", error);
  const int seat = fields.integer("seat", 0, max_seats - 1);
  const std::vector<std::string> events = fields.texts("events", 100);
  if (!error.empty()) return on_result(bad_request(error));
  service.snapshot(table, person, [seat, events, on_result](const Result<TableSnapshot>& now) {
    if (!now) return on_result(now.error());
    const tables::Table& at = *now->table;
    if (seat >= int(at.seats().size()) || at.seats()[size_t(seat)].who != now->who)
      return on_result(tables::not_your_seat());
    Result<JsonObject> position = at.preview(seat, events);
    on_result(position ? Result<JsonObject>(JsonObject{{"position", std::move(*position)}}) : position);
  });
}

void open_rematch(TableService& service, const Id& table, const Person& person, const OnResult& on_result) {
  service.snapshot(table, person, [&service, table, person, on_result](const Result<TableSnapshot>& now) {
    if (!now) return on_result(now.error());
    const tables::Table& at = *now->table;
    if (const std::optional<Error> refused = at.rematch_refusal(now->who)) return on_result(*refused);
    if (!at.rematch().empty()) return on_result(JsonObject{{"table", at.rematch()}});
    service.open(person, at.rematch_request(), [&service, table, person, on_result](const Result<JsonObject>& opened) {
      if (!opened) return on_result(opened);
      const JsonObject link{{"do", "rematch"}, {"table", opened->at("table")}};
      service.execute(table, person, random_id(), link,
                      [&service, table, person, again = opened->at("table"), on_result](const auto& linked) {
                        if (linked) return on_result(JsonObject{{"table", again}});
                        if (linked.error().code != Code::illegal_event) return on_result(linked);
                        open_rematch(service, table, person, on_result);  // somebody was faster: theirs
                      });
    });
  });
}

}  // namespace volpe::server
