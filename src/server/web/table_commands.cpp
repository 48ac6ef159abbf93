// Requests at tables as the hall takes them.
#include "server/web/table_commands.h"

#include "base/json.h"
#include "tables/people.h"

namespace volpe::server {

using store::Id;
using store::Person;

constexpr size_t longest_key = 64;

Result<Person> person_with(store::Store& store, const std::string& token) {
  const Result<std::optional<Person>> found = store.person_with_token(hash_of(token));
  if (!found) return found.error();
  if (!*found) return Error{Code::unknown_person, "this token is not known"};
  return **found;
}

void act(Hall& hall, const Id& table, const Person& person, JsonObject body, const Hall::Answer& answer) {
  const Result<std::string> key = text_field(body, "id", longest_key);
  if (!key) return answer(key.error());
  if (body.contains("do") && body.at("do") == "rematch") return rematch(hall, table, person, answer);
  hall.act(table, person, *key, std::move(body), answer);
}

void try_at(Hall& hall, const Id& table, const Person& person, const JsonObject& body, const Hall::Answer& answer) {
  std::string error;
  const Fields fields(body, "", error);
  const int seat = fields.integer("seat", 0, max_seats - 1);
  const std::vector<std::string> events = fields.texts("events", 100);
  if (!error.empty()) return answer(bad_request(error));
  hall.ask(
      table, person,
      [seat, events](const Table& at, const std::string& who, const auto&) -> Result<JsonObject> {
        if (seat >= int(at.seats().size()) || at.seats()[size_t(seat)].who != who)
          return Error{Code::not_yours, "this seat is not yours"};
        Result<JsonObject> position = at.tried(seat, events);
        if (!position) return position;
        return JsonObject{{"position", std::move(*position)}};
      },
      answer);
}

void rematch(Hall& hall, const Id& table, const Person& person, const Hall::Answer& answer) {
  hall.ask(
      table, person,
      [](const Table& at, const std::string& who, const auto&) -> Result<JsonObject> {
        if (const std::optional<Error> refused = at.refuses_rematch(who)) return *refused;
        if (!at.rematch().empty()) return JsonObject{{"table", at.rematch()}};
        return at.offered();
      },
      [&hall, table, person, answer](const Result<JsonObject>& found) {
        if (!found || found->contains("table")) return answer(found);
        hall.open(person, *found, [&hall, table, person, answer](const Result<JsonObject>& opened) {
          if (!opened) return answer(opened);
          const JsonObject link{{"do", "rematch"}, {"table", opened->at("table")}};
          hall.act(table, person, random_id(), link,
                   [&hall, table, person, again = opened->at("table"), answer](const auto& linked) {
                     if (linked) return answer(JsonObject{{"table", again}});
                     if (linked.error().code != Code::illegal_event) return answer(linked);
                     rematch(hall, table, person, answer);  // somebody was faster: theirs
                   });
        });
      });
}

}  // namespace volpe::server
