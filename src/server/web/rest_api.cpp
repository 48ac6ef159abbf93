// The routes of the API: people, lists, and tables.
#include "server/web/rest_api.h"

#include <boost/json/serialize.hpp>

#include "base/json.h"
#include "games/describe.h"
#include "games/match.h"
#include "platform/random_bytes.h"
#include "players/roster.h"
#include "server/live/in_flight.h"
#include "server/services/daily.h"
#include "server/services/statistics.h"
#include "server/web/accounts.h"
#include "server/web/signup_limiter.h"
#include "server/web/table_commands.h"
#include "tables/person_handle.h"

namespace volpe::server {
namespace {

using store::Id;
using store::Outcome;
using store::Person;

int status_of(Code code) {
  switch (code) {
    case Code::not_found:
    case Code::no_game: return 404;
    case Code::not_yours: return 403;
    case Code::unknown_person: return 401;
    case Code::stale:
    case Code::illegal_event:
    case Code::dice_due:
    case Code::game_over: return 409;
    case Code::too_many: return 429;
    case Code::unavailable: return 503;
    default: return 400;
  }
}

net::Reply json_reply(int status, const JsonObject& object) {
  return {status, boost::json::serialize(object) + "\n", "application/json", {}};
}

net::Reply reply_of(const Result<JsonObject>& result, int status = 200) {
  if (result) return json_reply(status, *result);
  return json_reply(status_of(result.error().code), {{"error", error_object(result.error())}});
}

// "a=1&b=2": the value of a key, or nothing.
std::string in_query(std::string_view query, std::string_view key) {
  for (; !query.empty(); query.remove_prefix(std::min(query.size(), query.find('&') + 1))) {
    const std::string_view pair = query.substr(0, query.find('&'));
    if (pair.starts_with(key) && pair.size() > key.size() && pair[key.size()] == '=')
      return std::string(pair.substr(key.size() + 1));
    if (query.find('&') == std::string_view::npos) break;
  }
  return {};
}

JsonObject stored_line(const store::StoredTable& table) {
  boost::json::error_code failed;
  Json summary = boost::json::parse(table.summary, failed);
  JsonObject line = !failed && summary.is_object() ? summary.get_object() : JsonObject{};
  line["table"] = table.table;
  line["revision"] = table.revision;
  line["time"] = table.time;
  if (table.stage == store::Stage::archived) line["archived"] = true;
  return line;
}

Result<JsonObject> lines_of(const Result<std::vector<store::StoredTable>>& tables) {
  if (!tables) return tables.error();
  JsonArray lines;
  for (const store::StoredTable& table : *tables) lines.emplace_back(stored_line(table));
  return JsonObject{{"tables", std::move(lines)}};
}

JsonObject games_and_levels() {
  JsonArray games, levels;
  for_each_game([&](auto game) {
    JsonObject one = description<decltype(game)>();
    one["matches"] = played_in_matches<decltype(game)>;
    games.emplace_back(std::move(one));
  });
  for (int level = 1; level <= highest_level; ++level) levels.emplace_back("level" + std::to_string(level));
  return {{"games", games}, {"levels", levels}};
}

class RestRoutes final : public RestApi {
 public:
  RestRoutes(store::Store& store, TableService& service, JobQueue& jobs, const Clock& clock, double people_an_hour)
      : store_(store), tables_(service), clock_(clock), signups_(people_an_hour, clock), daily_(store, jobs) {}
  ~RestRoutes() override { in_flight_.wait(); }

  void handle(const net::Request& request, const Send& send) override {
    constexpr std::string_view prefix = "/api/v1/";
    if (!request.path.starts_with(prefix)) return send(reply_of(Error{Code::not_found, "there is nothing here"}));
    const std::string_view path = std::string_view(request.path).substr(prefix.size());
    const std::string_view at_table = path.starts_with("tables/") ? path.substr(7) : std::string_view();
    JsonObject body;
    if (request.method == "POST" || request.method == "PATCH") {
      Result<JsonObject> read = parse_object(request.body.empty() ? "{}" : request.body);
      if (!read) return send(reply_of(read));
      body = std::move(*read);
    }
    const std::string asked = request.method + " " + std::string(path);
    if (asked == "GET games") return send(json_reply(200, games_and_levels()));
    if (asked == "GET tables") return send(reply_of(listed(in_query(request.query, "stage"))));
    if (asked == "POST people") return new_person(request.address, body, send);
    if (asked == "POST people/recover") return recover(body, send);
    if (request.method == "GET" && path.starts_with("daily")) return send(reply_of(board(path.substr(5))));

    std::optional<Person> person;
    if (!request.token.empty()) {
      Result<Person> known = person_with_token(store_, request.token);
      if (!known) return send(reply_of(known.error()));
      person = *known;
    }
    if (request.method == "GET" && !at_table.empty()) return table_page(at_table, request.query, person, send);
    if (!person) return send(reply_of(Error{Code::unknown_person, "this needs your token: Authorization: Bearer …"}));
    if (asked == "GET me") return send(json_reply(200, {{"name", person->name}}));
    if (asked == "PATCH me") return rename(*person, body, send);
    if (asked == "DELETE me") return forget(*person, send);
    if (asked == "GET me/tables") return send(reply_of(lines_of(store_.tables_of(person->person, 200))));
    if (asked == "GET me/statistics") return send(reply_of(statistics_of(store_, person->person)));
    if (asked == "POST tables")
      return tables_.open(*person, std::move(body), [send](const auto& result) { send(reply_of(result, 201)); });
    if (request.method == "POST" && !at_table.empty()) return at(at_table, *person, std::move(body), send);
    send(reply_of(Error{Code::not_found, "there is nothing here"}));
  }

 private:
  Result<JsonObject> listed(const std::string& stage) {
    if (!stage.empty() && stage != "open" && stage != "playing") return bad_request("'stage' is open or playing");
    return lines_of(store_.listed_tables(stage == "playing" ? store::Stage::playing : store::Stage::open, 100));
  }

  Result<JsonObject> board(std::string_view path) {
    if (path.size() < 2 || path[0] != '/' || !good_date(path.substr(1)))
      return bad_request("a board is at daily/2026-11-16");
    return daily_.board(std::string(path.substr(1)), clock_.milliseconds());
  }

  // ---- People

  static Result<std::string> name_in(const JsonObject& body) {
    Result<std::string> name = text_field(body, "name", 200);
    if (!name) return name;
    if (const std::string wrong = tables::bad_person_name(*name); !wrong.empty()) return bad_request(wrong);
    return name;
  }

  void write(store::Write write, const Send& send, const std::function<net::Reply()>& done) {
    store_.write(std::move(write), [send, done, under_way = in_flight_.begin()](const Outcome& outcome) {
      if (outcome.kind == Outcome::done) return send(done());
      const Code code = outcome.kind == Outcome::absent ? Code::not_found : Code::unavailable;
      send(reply_of(Error{code, outcome.message}));
    });
  }

  void new_person(const std::string& address, const JsonObject& body, const Send& send) {
    const Result<std::string> name = name_in(body);
    if (!name) return send(reply_of(name.error()));
    if (!signups_.admit(address))
      return send(reply_of(Error{Code::too_many, "too many new people come from your address: try again in a while"}));
    const std::string token = random_token(), recovery = random_recovery_code();
    write(store::NewPerson{random_id(), token_hash(token), recovery_hash(recovery), *name, clock_.milliseconds()}, send,
          [token, recovery, name = *name] {
            return json_reply(201, {{"token", token}, {"recovery", recovery}, {"name", name}});
          });
  }

  void recover(const JsonObject& body, const Send& send) {
    const Result<std::string> code = text_field(body, "recovery", 100);
    if (!code) return send(reply_of(code.error()));
    const std::string token = random_token(), next = random_recovery_code();
    write(store::NewToken{recovery_hash(*code), token_hash(token), recovery_hash(next)}, send, [token, next] {
      return json_reply(200, {{"token", token}, {"recovery", next}});
    });
  }

  void rename(const Person& person, const JsonObject& body, const Send& send) {
    const Result<std::string> name = name_in(body);
    if (!name) return send(reply_of(name.error()));
    write(store::Rename{person.person, *name}, send, [this, id = person.person, name = *name] {
      tables_.rename_person(id, name);
      return json_reply(200, {{"name", name}});
    });
  }

  void forget(const Person& person, const Send& send) {
    write(store::ForgetPerson{person.person}, send, [this, id = person.person] {
      tables_.forget_person(id);
      return json_reply(200, {});
    });
  }

  // ---- Tables by HTTP

  void table_page(std::string_view path, std::string_view query, const std::optional<Person>& person,
                  const Send& send) {
    const Id id(path.substr(0, path.find('/')));
    const std::string_view rest = path.substr(std::min(path.size(), id.size()));
    if (rest.empty())
      return tables_.view(id, person, [send](const Result<std::string>& view) {
        if (!view) return send(reply_of(view.error()));
        send({200, *view + "\n", "application/json", {}});
      });
    if (rest != "/record") return send(reply_of(Error{Code::not_found, "there is nothing here"}));
    const std::string number = in_query(query, "game");
    const int game = number.empty() ? 0 : number.size() == 1 && number[0] > '0' ? number[0] - '0' : -1;
    tables_.snapshot(id, person, [game, send](const Result<TableSnapshot>& now) {
      const Result<std::string> record = now ? now->table->record(game, now->names) : now.error();
      if (!record) return send(reply_of(record.error()));
      send({200, *record, "text/plain; charset=utf-8", {}});
    });
  }

  void at(std::string_view path, const Person& person, JsonObject body, const Send& send) {
    const Id id(path.substr(0, path.find('/')));
    const std::string_view rest = path.substr(std::min(path.size(), id.size()));
    const auto reply = [send](const auto& result) { send(reply_of(result)); };
    if (rest == "/try") return preview_decisions(tables_, id, person, body, reply);
    if (rest == "/rematch") return open_rematch(tables_, id, person, reply);
    if (!rest.empty()) return send(reply_of(Error{Code::not_found, "there is nothing here"}));
    execute_command(tables_, id, person, std::move(body), reply);
  }

  store::Store& store_;
  TableService& tables_;
  const Clock& clock_;
  SignupLimiter signups_;
  DailyGame daily_;
  InFlight in_flight_;  // writes whose outcome is not known yet
};

}  // namespace

std::unique_ptr<RestApi> make_rest_api(store::Store& store, TableService& service, JobQueue& jobs, const Clock& clock,
                                       double people_an_hour) {
  return std::make_unique<RestRoutes>(store, service, jobs, clock, people_an_hour);
}

}  // namespace volpe::server
