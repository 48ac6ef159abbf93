// Messages of pages, in the order in which each page sends them.
#include "server/web/websocket_sessions.h"

#include <boost/json/serialize.hpp>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>

#include "base/json.h"
#include "server/web/table_commands.h"
#include "tables/position_query.h"

namespace volpe::server {
namespace {

using store::Id;
using store::Person;
using Lock = std::lock_guard<std::mutex>;

// A page that has a socket open. What it says is read in order.
struct Page {
  Desk::Line line;
  std::optional<Person> person = {};
  std::map<Id, std::shared_ptr<Watcher>> watched = {};
  int thinking = 0;  // jobs that it waits for
};
constexpr int most_thinking = 4;
constexpr size_t most_watched = 20;

class OpenPages final : public Pages {
 public:
  OpenPages(store::Store& store, Hall& hall, Jobs& jobs, Desk& desk, Histogram& latency)
      : store_(store), hall_(hall), jobs_(jobs), desk_(desk), latency_(latency) {}

  void opened(const std::shared_ptr<Socket>& socket) override {
    const Lock lock(pages_mutex_);
    pages_.emplace(socket, Page{desk_.line()});
  }

  void message(const std::shared_ptr<Socket>& socket, std::string text) override {
    in_order(socket, [this, socket, text = std::move(text)] { read(socket, text); });
  }

  void closed(const std::shared_ptr<Socket>& socket) override {
    in_order(socket, [this, socket] {
      std::map<Id, std::shared_ptr<Watcher>> watched;  // ends when nothing is locked
      const Lock lock(pages_mutex_);
      const auto page = pages_.find(socket);
      watched.swap(page->second.watched);
      if (page->second.person) forget_speaker(page->second.person->person, socket);
      pages_.erase(page);
    });
  }

  void tell_turn(const Id& person, const Id& table) override {
    const Lock lock(pages_mutex_);
    const auto sockets = speakers_.find(person);
    if (sockets == speakers_.end()) return;
    for (const std::shared_ptr<Socket>& socket : sockets->second)
      send(socket, {{"type", "your_turn"}, {"table", table}});
  }

 private:
  void in_order(const std::shared_ptr<Socket>& socket, std::function<void()> what) {
    const Lock lock(pages_mutex_);
    pages_.at(socket).line.post(std::move(what));
  }

  // ---- Messages

  static void send(const std::shared_ptr<Socket>& socket, const JsonObject& object) {
    socket->send(std::make_shared<const std::string>(boost::json::serialize(object)));
  }

  void read(const std::shared_ptr<Socket>& socket, const std::string& text) {
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
      const Result<AnyPlay> play = object->contains("record") ? recorded(*object) : position_in(*object);
      return reply("position", play ? look(*play, *object) : play.error());
    }
    const Result<std::string> table = text_field(*object, "table", 64);
    if (!table) return reply("", table.error());
    const std::optional<Person> person = speaker(socket);
    if (*op == "watch") return watch(socket, *table, person, reply);
    if (*op == "unwatch") return unwatch(socket, *table, reply);
    if (*op == "look") return look_at_table(*table, person, *object, reply);
    if (*op == "analyze") return analyze_table(socket, *table, person, *object, reply);
    if (*op != "do" && *op != "try" && *op != "advise") return reply("", bad_request("there is no op " + quote(*op)));
    if (!person) return reply("", Error{Code::unknown_person, "say hello with your token first"});
    if (*op == "do")
      return act(hall_, *table, *person, std::move(*object), [reply](const auto& result) { reply("done", result); });
    if (*op == "advise") return advise_seat(socket, *table, *person, *object, reply);
    try_at(hall_, *table, *person, *object, [reply](const auto& result) { reply("tried", result); });
  }

  // ---- Jobs: their answers go to the page that asked, as long as it is there

  using Tell = std::function<void(std::string_view type, const Result<JsonObject>& result)>;

  void think(const std::shared_ptr<Socket>& socket, std::string_view type, const Tell& reply,
             std::function<Result<JsonObject>()> job) {
    {
      const Lock lock(pages_mutex_);
      const auto page = pages_.find(socket);
      if (page == pages_.end()) return;
      if (page->second.thinking >= most_thinking)
        return reply("", Error{Code::too_many, "wait for what you have asked for"});
      ++page->second.thinking;
    }
    const bool room = jobs_.add([this, socket, type, reply, job = std::move(job)] {
      const bool wanted = there(socket);
      const Result<JsonObject> result = wanted ? job() : Error{Code::unavailable, "nobody waits for it"};
      done_thinking(socket);
      reply(type, result);
    });
    if (room) return;
    done_thinking(socket);
    reply("", Error{Code::too_many, "too many ask for advice now: try again in a moment"});
  }

  bool there(const std::shared_ptr<Socket>& socket) {
    const Lock lock(pages_mutex_);
    return pages_.contains(socket);
  }

  void done_thinking(const std::shared_ptr<Socket>& socket) {
    const Lock lock(pages_mutex_);
    if (const auto page = pages_.find(socket); page != pages_.end()) --page->second.thinking;
  }

  void advise_position(const std::shared_ptr<Socket>& socket, const JsonObject& object, const Tell& reply) {
    const Result<AnyPlay> play = position_in(object);
    if (!play) return reply("", play.error());
    think(socket, "advice", reply, [play = *play] { return advice_for_play(play); });
  }

  void advise_seat(const std::shared_ptr<Socket>& socket, const Id& table, const Person& person,
                   const JsonObject& object, const Tell& reply) {
    std::string error;
    const int seat = Fields(object, "", error).integer("seat", 0, max_seats - 1);
    if (!error.empty()) return reply("", bad_request(error));
    hall_.ask(
        table, person,
        [this, socket, seat, reply](const Table& at, const std::string& who, const auto&) -> Result<JsonObject> {
          if (!at.offer().hints) return Error{Code::illegal_event, "this table plays without hints"};
          if (seat >= int(at.seats().size()) || at.seats()[size_t(seat)].who != who || at.sitting() == nullptr)
            return Error{Code::not_yours, "this seat is not yours"};
          think(socket, "advice", reply, [sitting = *at.sitting(), seat, match = at.offer().match] {
            return advice_for_seat(sitting, seat, match);
          });
          return JsonObject{};
        },
        [reply](const Result<JsonObject>& asked) {
          if (!asked) reply("", asked);
        });
  }

  static Result<AnyPlay> recorded(const JsonObject& object) {
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

  void look_at_table(const Id& table, const std::optional<Person>& person, const JsonObject& object,
                     const Tell& reply) {
    const Result<int> number = game_number(object);
    if (!number) return reply("", number.error());
    hall_.ask(
        table, person,
        [game = *number, object](const Table& at, const std::string&, const auto& names) -> Result<JsonObject> {
          return at.look(game, names, object);
        },
        [reply](const Result<JsonObject>& seen) { reply("position", seen); });
  }

  void analyze_record(const std::shared_ptr<Socket>& socket, const JsonObject& object, const Tell& reply) {
    Result<AnyPlay> play = recorded(object);
    if (!play) return reply("", play.error());
    analyze_play(socket, std::move(*play), reply);
  }

  void analyze_table(const std::shared_ptr<Socket>& socket, const Id& table, const std::optional<Person>& person,
                     const JsonObject& object, const Tell& reply) {
    const Result<int> number = game_number(object);
    if (!number) return reply("", number.error());
    hall_.ask(
        table, person,
        [this, socket, game = *number, reply](const Table& at, const std::string&,
                                              const auto& names) -> Result<JsonObject> {
          Result<AnyPlay> play = at.play(game, names);
          if (!play) return play.error();
          if (at.stage() != TableStage::over && !at.offer().hints)
            return Error{Code::illegal_event, "this table plays without hints"};
          analyze_play(socket, std::move(*play), reply);
          return JsonObject{};
        },
        [reply](const Result<JsonObject>& asked) {
          if (!asked) reply("", asked);
        });
  }

  void analyze_play(const std::shared_ptr<Socket>& socket, AnyPlay play, const Tell& reply) {
    think(socket, "analysis", reply, [this, socket, play = std::move(play), reply] {
      return analysis_of(play, [&](double share) {
        reply("progress", JsonObject{{"done", share}});
        return !jobs_.ending && there(socket);
      });
    });
  }

  template <class Answer>
  void hello(const std::shared_ptr<Socket>& socket, const JsonObject& object, const Answer& reply) {
    const Result<std::string> token = text_field(object, "token", 200);
    if (!token) return reply("", token.error());
    const Result<Person> person = person_with(store_, *token);
    if (!person) return reply("", person.error());
    {
      const Lock lock(pages_mutex_);
      Page& page = pages_.at(socket);
      if (page.person) forget_speaker(page.person->person, socket);
      page.person = *person;
      speakers_[person->person].insert(socket);
    }
    reply("hello", JsonObject{{"name", person->name}});
  }

  void forget_speaker(const Id& person, const std::shared_ptr<Socket>& socket) {
    const auto sockets = speakers_.find(person);
    sockets->second.erase(socket);
    if (sockets->second.empty()) speakers_.erase(sockets);
  }

  std::optional<Person> speaker(const std::shared_ptr<Socket>& socket) {
    const Lock lock(pages_mutex_);
    return pages_.at(socket).person;
  }

  template <class Answer>
  void watch(const std::shared_ptr<Socket>& socket, const Id& table, const std::optional<Person>& person,
             const Answer& reply) {
    {
      const Lock lock(pages_mutex_);
      const Page& page = pages_.at(socket);
      if (page.watched.size() >= most_watched && !page.watched.contains(table))
        return reply("", Error{Code::too_many, "a page watches at most 20 tables"});
    }
    std::shared_ptr<Watcher> watcher = hall_.watch(
        table, person, [socket](const Text& text) { socket->send(text); },
        [reply](const Result<JsonObject>& result) { reply("watching", result); });
    const Lock lock(pages_mutex_);
    pages_.at(socket).watched[table].swap(watcher);  // the one before ends when nothing is locked
  }

  template <class Answer>
  void unwatch(const std::shared_ptr<Socket>& socket, const Id& table, const Answer& reply) {
    std::shared_ptr<Watcher> watcher;
    {
      const Lock lock(pages_mutex_);
      auto& watched = pages_.at(socket).watched;
      if (const auto found = watched.find(table); found != watched.end()) {
        watcher = std::move(found->second);
        watched.erase(found);
      }
    }
    reply("unwatched", JsonObject{});
  }

  store::Store& store_;
  Hall& hall_;
  Jobs& jobs_;
  Desk& desk_;
  Histogram& latency_;
  std::mutex pages_mutex_;
  std::unordered_map<std::shared_ptr<Socket>, Page> pages_;
  std::unordered_map<Id, std::set<std::shared_ptr<Socket>>> speakers_;  // by person
};

}  // namespace

std::unique_ptr<Pages> make_pages(store::Store& store, Hall& hall, Jobs& jobs, Desk& desk, Histogram& latency) {
  return std::make_unique<OpenPages>(store, hall, jobs, desk, latency);
}

}  // namespace volpe::server
