// Reads the messages of each page in order, and sends results and updates.
#include "server/web/websocket_sessions.h"

#include <boost/json/serialize.hpp>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>

#include "base/json.h"
#include "server/services/advice_jobs.h"
#include "server/web/accounts.h"
#include "server/web/table_commands.h"
#include "tables/position_query.h"

namespace volpe::server {
namespace {

using store::Id;
using store::Person;
using Lock = std::lock_guard<std::mutex>;

// A page with an open socket. Its messages run on the strand.
struct Session {
  Strand strand;
  std::optional<Person> person = {};
  std::map<Id, std::shared_ptr<Subscription>> watched = {};
  int jobs = 0;  // that it waits for
};
constexpr int most_jobs = 4;
constexpr size_t most_watched = 20;

class OpenSessions final : public WebSocketSessions {
 public:
  OpenSessions(store::Store& store, TableService& service, JobQueue& jobs, ThreadPool& pool, Histogram& latency)
      : store_(store), tables_(service), jobs_(jobs), pool_(pool), latency_(latency) {}

  void opened(const std::shared_ptr<net::WebSocket>& socket) override {
    const Lock lock(mutex_);
    sessions_.emplace(socket, Session{pool_.strand()});
  }

  void message(const std::shared_ptr<net::WebSocket>& socket, std::string text) override {
    in_order(socket, [this, socket, text = std::move(text)] { read(socket, text); });
  }

  void closed(const std::shared_ptr<net::WebSocket>& socket) override {
    in_order(socket, [this, socket] {
      std::map<Id, std::shared_ptr<Subscription>> watched;  // destroyed when nothing is locked
      const Lock lock(mutex_);
      const auto session = sessions_.find(socket);
      watched.swap(session->second.watched);
      if (session->second.person) remove_socket(session->second.person->person, socket);
      sessions_.erase(session);
    });
  }

  void announce_turn(const Id& person, const Id& table) override {
    const Lock lock(mutex_);
    const auto sockets = sockets_by_person_.find(person);
    if (sockets == sockets_by_person_.end()) return;
    for (const std::shared_ptr<net::WebSocket>& socket : sockets->second)
      send(socket, {{"type", "your_turn"}, {"table", table}});
  }

 private:
  void in_order(const std::shared_ptr<net::WebSocket>& socket, std::function<void()> what) {
    const Lock lock(mutex_);
    sessions_.at(socket).strand.post(std::move(what));
  }

  // ---- Messages

  static void send(const std::shared_ptr<net::WebSocket>& socket, const JsonObject& object) {
    socket->send(std::make_shared<const std::string>(boost::json::serialize(object)));
  }

  void read(const std::shared_ptr<net::WebSocket>& socket, const std::string& text) {
    const auto start = std::chrono::steady_clock::now();
    Result<JsonObject> object = parse_object(text);
    const Json* id = object ? object->if_contains("id") : nullptr;
    const Json echoed = id != nullptr && id->is_string() ? *id : Json(nullptr);
    const auto reply = [this, socket, echoed, start](std::string_view type, const Result<JsonObject>& result) {
      if (type != "progress") latency_.add(std::chrono::steady_clock::now() - start);
      JsonObject message = result ? *result : JsonObject{{"error", error_object(result.error())}};
      message["type"] = result ? type : std::string_view("error");
      message["id"] = echoed;
      send(socket, message);
    };
    if (!object) return reply("", object);
    const Result<std::string> op = text_field(*object, "op", 20);
    if (!op) return reply("", op.error());
    if (*op == "echo") return reply("echo", JsonObject{});
    if (*op == "hello") return hello(socket, *object, reply);
    if (*op == "advise" && object->contains("position")) return advise_position(socket, *object, reply);
    if (*op == "analyze" && object->contains("record")) return analyze_record(socket, *object, reply);
    if (*op == "look" && (object->contains("position") || object->contains("record"))) {
      const Result<AnyPlay> play =
          object->contains("record") ? play_in_record(*object) : tables::parse_position(*object);
      return reply("position", play ? tables::query_position(*play, *object) : play.error());
    }
    const Result<std::string> table = text_field(*object, "table", 64);
    if (!table) return reply("", table.error());
    const std::optional<Person> person = person_at(socket);
    if (*op == "watch") return watch(socket, *table, person, reply);
    if (*op == "unwatch") return unwatch(socket, *table, reply);
    if (*op == "look") return query_table(*table, person, *object, reply);
    if (*op == "analyze") return analyze_table(socket, *table, person, *object, reply);
    if (*op != "do" && *op != "try" && *op != "advise") return reply("", bad_request("there is no op " + quote(*op)));
    if (!person) return reply("", Error{Code::unknown_person, "say hello with your token first"});
    if (*op == "do")
      return execute_command(tables_, *table, *person, std::move(*object),
                             [reply](const auto& result) { reply("done", result); });
    if (*op == "advise") return advise_seat(socket, *table, *person, *object, reply);
    preview_decisions(tables_, *table, *person, *object, [reply](const auto& result) { reply("tried", result); });
  }

  // ---- Jobs: their results go to the page that asked, as long as its socket is open

  using SendResult = std::function<void(std::string_view type, const Result<JsonObject>& result)>;

  void run_job(const std::shared_ptr<net::WebSocket>& socket, std::string_view type, const SendResult& reply,
               std::function<Result<JsonObject>()> job) {
    {
      const Lock lock(mutex_);
      const auto session = sessions_.find(socket);
      if (session == sessions_.end()) return;
      if (session->second.jobs >= most_jobs)
        return reply("", Error{Code::too_many, "wait for what you have asked for"});
      ++session->second.jobs;
    }
    const bool room = jobs_.add([this, socket, type, reply, job = std::move(job)] {
      const bool wanted = open(socket);
      const Result<JsonObject> result = wanted ? job() : Error{Code::unavailable, "nobody waits for it"};
      finish_job(socket);
      reply(type, result);
    });
    if (room) return;
    finish_job(socket);
    reply("", Error{Code::too_many, "too many ask for advice now: try again in a moment"});
  }

  bool open(const std::shared_ptr<net::WebSocket>& socket) {
    const Lock lock(mutex_);
    return sessions_.contains(socket);
  }

  void finish_job(const std::shared_ptr<net::WebSocket>& socket) {
    const Lock lock(mutex_);
    if (const auto session = sessions_.find(socket); session != sessions_.end()) --session->second.jobs;
  }

  void advise_position(const std::shared_ptr<net::WebSocket>& socket, const JsonObject& object,
                       const SendResult& reply) {
    const Result<AnyPlay> play = tables::parse_position(object);
    if (!play) return reply("", play.error());
    run_job(socket, "advice", reply, [play = *play] { return advice_for_play(play); });
  }

  void advise_seat(const std::shared_ptr<net::WebSocket>& socket, const Id& table, const Person& person,
                   const JsonObject& object, const SendResult& reply) {
    std::string error;
    const int seat = Fields(object, "", error).integer("seat", 0, max_seats - 1);
    if (!error.empty()) return reply("", bad_request(error));
    tables_.query(
        table, person,
        [this, socket, seat, reply](const tables::Table& at, const std::string& who,
                                    const auto&) -> Result<JsonObject> {
          if (!at.settings().hints) return Error{Code::illegal_event, "this table plays without hints"};
          if (seat >= int(at.seats().size()) || at.seats()[size_t(seat)].who != who || at.session() == nullptr)
            return Error{Code::not_yours, "this seat is not yours"};
          run_job(socket, "advice", reply, [session = *at.session(), seat, match = at.settings().match] {
            return advice_for_seat(session, seat, match);
          });
          return JsonObject{};
        },
        [reply](const Result<JsonObject>& asked) {
          if (!asked) reply("", asked);
        });
  }

  static Result<AnyPlay> play_in_record(const JsonObject& object) {
    const Result<std::string> text = text_field(object, "record", 60'000);
    if (!text) return text.error();
    return read_record(*text);
  }

  // Which game of a table is meant; 0: the last.
  static Result<int> game_number(const JsonObject& object) {
    std::string error;
    const int game = object.contains("game") ? Fields(object, "", error).integer("game", 1, max_seats) : 0;
    if (!error.empty()) return bad_request(error);
    return game;
  }

  void query_table(const Id& table, const std::optional<Person>& person, const JsonObject& object,
                   const SendResult& reply) {
    const Result<int> number = game_number(object);
    if (!number) return reply("", number.error());
    tables_.query(
        table, person,
        [game = *number, object](const tables::Table& at, const std::string&, const auto& names) -> Result<JsonObject> {
          return at.query_position(game, names, object);
        },
        [reply](const Result<JsonObject>& seen) { reply("position", seen); });
  }

  void analyze_record(const std::shared_ptr<net::WebSocket>& socket, const JsonObject& object,
                      const SendResult& reply) {
    Result<AnyPlay> play = play_in_record(object);
    if (!play) return reply("", play.error());
    analyze_play(socket, std::move(*play), reply);
  }

  void analyze_table(const std::shared_ptr<net::WebSocket>& socket, const Id& table,
                     const std::optional<Person>& person, const JsonObject& object, const SendResult& reply) {
    const Result<int> number = game_number(object);
    if (!number) return reply("", number.error());
    tables_.query(
        table, person,
        [this, socket, game = *number, reply](const tables::Table& at, const std::string&,
                                              const auto& names) -> Result<JsonObject> {
          Result<AnyPlay> play = at.play(game, names);
          if (!play) return play.error();
          if (at.stage() != tables::TableStage::over && !at.settings().hints)
            return Error{Code::illegal_event, "this table plays without hints"};
          analyze_play(socket, std::move(*play), reply);
          return JsonObject{};
        },
        [reply](const Result<JsonObject>& asked) {
          if (!asked) reply("", asked);
        });
  }

  void analyze_play(const std::shared_ptr<net::WebSocket>& socket, AnyPlay play, const SendResult& reply) {
    run_job(socket, "analysis", reply, [this, socket, play = std::move(play), reply] {
      return analysis_of(play, [&](double share) {
        reply("progress", JsonObject{{"done", share}});
        return !jobs_.ending() && open(socket);
      });
    });
  }

  template <class Answer>
  void hello(const std::shared_ptr<net::WebSocket>& socket, const JsonObject& object, const Answer& reply) {
    const Result<std::string> token = text_field(object, "token", 200);
    if (!token) return reply("", token.error());
    const Result<Person> person = person_with_token(store_, *token);
    if (!person) return reply("", person.error());
    {
      const Lock lock(mutex_);
      Session& session = sessions_.at(socket);
      if (session.person) remove_socket(session.person->person, socket);
      session.person = *person;
      sockets_by_person_[person->person].insert(socket);
    }
    reply("hello", JsonObject{{"name", person->name}});
  }

  void remove_socket(const Id& person, const std::shared_ptr<net::WebSocket>& socket) {
    const auto sockets = sockets_by_person_.find(person);
    sockets->second.erase(socket);
    if (sockets->second.empty()) sockets_by_person_.erase(sockets);
  }

  std::optional<Person> person_at(const std::shared_ptr<net::WebSocket>& socket) {
    const Lock lock(mutex_);
    return sessions_.at(socket).person;
  }

  template <class Answer>
  void watch(const std::shared_ptr<net::WebSocket>& socket, const Id& table, const std::optional<Person>& person,
             const Answer& reply) {
    {
      const Lock lock(mutex_);
      const Session& session = sessions_.at(socket);
      if (session.watched.size() >= most_watched && !session.watched.contains(table))
        return reply("", Error{Code::too_many, "a page watches at most 20 tables"});
    }
    std::shared_ptr<Subscription> subscription = tables_.subscribe(
        table, person, [socket](const SharedText& text) { socket->send(text); },
        [reply](const Result<JsonObject>& result) { reply("watching", result); });
    const Lock lock(mutex_);
    sessions_.at(socket).watched[table].swap(subscription);  // the one before is destroyed when nothing is locked
  }

  template <class Answer>
  void unwatch(const std::shared_ptr<net::WebSocket>& socket, const Id& table, const Answer& reply) {
    std::shared_ptr<Subscription> subscription;
    {
      const Lock lock(mutex_);
      auto& watched = sessions_.at(socket).watched;
      if (const auto found = watched.find(table); found != watched.end()) {
        subscription = std::move(found->second);
        watched.erase(found);
      }
    }
    reply("unwatched", JsonObject{});
  }

  store::Store& store_;
  TableService& tables_;
  JobQueue& jobs_;
  ThreadPool& pool_;
  Histogram& latency_;
  std::mutex mutex_;
  std::unordered_map<std::shared_ptr<net::WebSocket>, Session> sessions_;
  std::unordered_map<Id, std::set<std::shared_ptr<net::WebSocket>>> sockets_by_person_;
};

}  // namespace

std::unique_ptr<WebSocketSessions> make_websocket_sessions(store::Store& store, TableService& service, JobQueue& jobs,
                                                           ThreadPool& pool, Histogram& latency) {
  return std::make_unique<OpenSessions>(store, service, jobs, pool, latency);
}

}  // namespace volpe::server
