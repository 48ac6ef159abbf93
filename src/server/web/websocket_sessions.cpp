// Reads the messages of a page in order, and sends results and updates.
#include "server/web/websocket_sessions.h"

#include <atomic>
#include <boost/json/serialize.hpp>
#include <map>

#include "base/json.h"
#include "server/services/advice_jobs.h"
#include "server/web/accounts.h"
#include "server/web/table_commands.h"
#include "tables/position_query.h"
#include "tables/refusals.h"

namespace volpe::server {
namespace {

using store::Id;
using store::Person;

constexpr int most_jobs = 4;
constexpr size_t most_watched = 20;

// A page with an open socket. It belongs to the socket's event loop; what takes long runs elsewhere and comes back as a
// task of that loop.
class PageSession final : public net::SocketSession, public std::enable_shared_from_this<PageSession> {
 public:
  PageSession(SessionServices& services, std::shared_ptr<net::WebSocket> socket)
      : services_(services), socket_(std::move(socket)) {}

  void message(std::string text) override {
    const Result<JsonObject> object = parse_object(text);
    const Reply reply(*this, object);
    if (!object) return reply("", object.error());
    const Result<std::string> op = text_field(*object, "op", 20);
    if (!op) return reply("", op.error());
    run(*op, *object, reply);
  }

  void closed() override {
    closed_ = true;
    watched_.clear();
    if (person_) services_.sockets.remove(person_->person, socket_);
  }

 private:
  // Sends the result of one message to its page, from any thread.
  class Reply {
   public:
    Reply(PageSession& session, const Result<JsonObject>& object)
        : session_(session.shared_from_this()), start_(std::chrono::steady_clock::now()) {
      if (const Json* id = object ? object->if_contains("id") : nullptr; id != nullptr && id->is_string()) id_ = *id;
    }

    void operator()(std::string_view type, const Result<JsonObject>& result) const {
      if (type != "progress") session_->services_.latency.add(std::chrono::steady_clock::now() - start_);
      JsonObject message = result ? *result : JsonObject{{"error", error_object(result.error())}};
      message["type"] = result ? type : std::string_view("error");
      message["id"] = id_;
      session_->socket_->send(std::make_shared<const std::string>(boost::json::serialize(message)));
    }

   private:
    std::shared_ptr<PageSession> session_;
    std::chrono::steady_clock::time_point start_;
    Json id_;
  };

  void run(const std::string& op, const JsonObject& object, const Reply& reply) {
    if (op == "echo") return reply("echo", JsonObject{});
    if (op == "hello") return hello(object, reply);
    if (op == "advise" && object.contains("position")) return advise_position(object, reply);
    if (op == "analyze" && object.contains("record")) return analyze_record(object, reply);
    if (op == "look" && (object.contains("position") || object.contains("record"))) return look(object, reply);
    const Result<std::string> table = text_field(object, "table", 64);
    if (!table) return reply("", table.error());
    if (op == "watch") return watch(*table, object, reply);
    if (op == "unwatch") return unwatch(*table, reply);
    if (op == "look") return look_at_table(*table, object, reply);
    if (op == "analyze") return analyze_table(*table, object, reply);
    if (op != "do" && op != "try" && op != "advise") return reply("", bad_request("there is no op " + quote(op)));
    if (!person_) return reply("", Error{Code::unknown_person, "say hello with your token first"});
    if (op == "do")
      return execute_command(services_.tables, *table, *person_, object,
                             [reply](const auto& result) { reply("done", result); });
    if (op == "advise") return advise_seat(*table, object, reply);
    preview_decisions(services_.tables, *table, *person_, object,
                      [reply](const auto& result) { reply("tried", result); });
  }

  // Runs a task of this session on its loop.
  void back(std::function<void()> task) {
    socket_->loop().post([self = shared_from_this(), task = std::move(task)] { task(); });
  }

  // ---- Who it is

  // What the page sends next may need to know who it is, so it waits.
  void hello(const JsonObject& object, const Reply& reply) {
    const Result<std::string> token = text_field(object, "token", 200);
    if (!token) return reply("", token.error());
    socket_->pause_reading();
    services_.readers.post([this, self = shared_from_this(), token = *token, reply] {
      const Result<Person> person = person_with_token(services_.store, token);
      back([this, person, reply] {
        if (!closed_) on_hello(person, reply);
        socket_->resume_reading();
      });
    });
  }

  void on_hello(const Result<Person>& person, const Reply& reply) {
    if (!person) return reply("", person.error());
    if (person_) services_.sockets.remove(person_->person, socket_);
    person_ = *person;
    services_.sockets.add(person_->person, socket_);
    reply("hello", JsonObject{{"name", person_->name}});
  }

  // ---- What it watches

  void watch(const Id& table, const JsonObject& object, const Reply& reply) {
    if (watched_.size() >= most_watched && !watched_.contains(table))
      return reply("", Error{Code::too_many, "a page watches at most 20 tables"});
    const Json* delta = object.if_contains("delta");
    watched_[table] = services_.tables.subscribe(
        table, person_, delta != nullptr && *delta == true,
        [socket = socket_](const SharedText& text) { socket->send(text); },
        [reply](const Result<JsonObject>& result) { reply("watching", result); });
  }

  void unwatch(const Id& table, const Reply& reply) {
    const auto done = [reply] { reply("unwatched", JsonObject{}); };
    const auto watched = watched_.extract(table);
    watched ? watched.mapped()->end(done) : done();
  }

  // ---- What it looks at

  static Result<AnyPlay> play_in_record(const JsonObject& object) {
    const Result<std::string> text = text_field(object, "record", 60'000);
    if (!text) return text.error();
    return read_record(*text);
  }

  void look(const JsonObject& object, const Reply& reply) {
    services_.readers.post([object, reply] {
      const Result<AnyPlay> play = object.contains("record") ? play_in_record(object) : tables::parse_position(object);
      reply("position", play ? tables::query_position(*play, object) : play.error());
    });
  }

  // Which game of a table is meant; 0: the last.
  static Result<int> game_number(const JsonObject& object) {
    std::string error;
    const int game = object.contains("game") ? Fields(object, "", error).integer("game", 1, max_seats) : 0;
    if (!error.empty()) return bad_request(error);
    return game;
  }

  void look_at_table(const Id& table, const JsonObject& object, const Reply& reply) {
    const Result<int> game = game_number(object);
    if (!game) return reply("", game.error());
    services_.tables.snapshot(table, person_, [game = *game, object, reply](const Result<TableSnapshot>& now) {
      reply("position", now ? now->table->query_position(game, now->names, object) : now.error());
    });
  }

  // ---- Jobs: their results go to the page that asked, as long as its socket is open

  using Job = std::function<Result<JsonObject>()>;

  void run_job(std::string_view type, const Reply& reply, Job job) {
    if (closed_) return;
    if (jobs_ >= most_jobs) return reply("", Error{Code::too_many, "wait for what you have asked for"});
    const bool room = services_.jobs.add([this, self = shared_from_this(), type, reply, job = std::move(job)] {
      reply(type, closed_ ? Error{Code::unavailable, "nobody waits for it"} : job());
      back([this] { --jobs_; });
    });
    if (!room) return reply("", Error{Code::too_many, "too many ask for advice now: try again in a moment"});
    ++jobs_;
  }

  // Takes a snapshot of a table, and continues on this session's loop.
  void ask(const Id& table, const Reply& reply, const std::function<void(const TableSnapshot&)>& then) {
    services_.tables.snapshot(table, person_,
                              [self = shared_from_this(), reply, then](const Result<TableSnapshot>& now) {
                                if (!now) return reply("", now.error());
                                self->back([snapshot = *now, then] { then(snapshot); });
                              });
  }

  void advise_position(const JsonObject& object, const Reply& reply) {
    const Result<AnyPlay> play = tables::parse_position(object);
    if (!play) return reply("", play.error());
    run_job("advice", reply, [play = *play] { return advice_for_play(play); });
  }

  void advise_seat(const Id& table, const JsonObject& object, const Reply& reply) {
    std::string error;
    const int seat = Fields(object, "", error).integer("seat", 0, max_seats - 1);
    if (!error.empty()) return reply("", bad_request(error));
    ask(table, reply, [this, seat, reply](const TableSnapshot& now) {
      const tables::Table& at = *now.table;
      if (!at.settings().hints) return reply("", Error{Code::illegal_event, "this table plays without hints"});
      if (seat >= int(at.seats().size()) || at.seats()[size_t(seat)].who != now.who || at.session() == nullptr)
        return reply("", tables::not_your_seat());
      run_job("advice", reply,
              [table = now.table, seat] { return advice_for_seat(*table->session(), seat, table->settings().match); });
    });
  }

  void analyze_record(const JsonObject& object, const Reply& reply) {
    const Result<AnyPlay> play = play_in_record(object);
    if (!play) return reply("", play.error());
    analyze_play(*play, reply);
  }

  void analyze_table(const Id& table, const JsonObject& object, const Reply& reply) {
    const Result<int> game = game_number(object);
    if (!game) return reply("", game.error());
    ask(table, reply, [this, game = *game, reply](const TableSnapshot& now) {
      const Result<AnyPlay> play = now.table->play(game, now.names);
      if (!play) return reply("", play.error());
      if (now.table->stage() != tables::TableStage::over && !now.table->settings().hints)
        return reply("", Error{Code::illegal_event, "this table plays without hints"});
      analyze_play(*play, reply);
    });
  }

  void analyze_play(const AnyPlay& play, const Reply& reply) {
    run_job("analysis", reply, [this, self = shared_from_this(), play, reply] {
      return analysis_of(play, [&](double share) {
        reply("progress", JsonObject{{"done", share}});
        return !services_.jobs.ending() && !closed_;
      });
    });
  }

  SessionServices& services_;
  const std::shared_ptr<net::WebSocket> socket_;
  std::atomic<bool> closed_ = false;  // jobs on other threads look at it
  std::optional<Person> person_;
  std::map<Id, std::shared_ptr<Subscription>> watched_;
  int jobs_ = 0;  // that it waits for
};

}  // namespace

std::shared_ptr<net::SocketSession> make_session(SessionServices& services,
                                                 const std::shared_ptr<net::WebSocket>& socket) {
  return std::make_shared<PageSession>(services, socket);
}

}  // namespace volpe::server
