// Routes requests: API, page, health and metrics.
#include "server/web/app.h"

#include <boost/json/serialize.hpp>

#include "server/web/metrics.h"
#include "server/web/rest_api.h"
#include "server/web/websocket_sessions.h"

namespace volpe::server {
namespace {

class ServerApp final : public App {
 public:
  ServerApp(store::Store& store, EventLoops& loops, ThreadPool& readers, TableService& service, JobQueue& jobs,
            StaticFiles page, double people_an_hour)
      : store_(store),
        readers_(readers),
        tables_(service),
        files_(std::move(page)),
        sockets_(loops),
        api_(make_rest_api(store, service, jobs, loops.clock(), people_an_hour)),
        sessions_{store, service, jobs, readers, sockets_, latency_} {
    tables_.on_turn = [this](const store::Id& person, const store::Id& table) {
      const JsonObject message{{"type", "your_turn"}, {"table", table}};
      sockets_.send(person, std::make_shared<const std::string>(boost::json::serialize(message)));
    };
  }

  void set_server(const net::Server* server) override { server_ = server; }
  void begin_shutdown() override { shutting_down_ = true; }

  void handle(net::Request request, std::function<void(net::Reply)> reply) override {
    if (request.path == "/healthz") return reply(text(200, "ok\n"));
    if (request.path == "/metrics") return reply(metrics());
    if (request.path.starts_with(table_page)) return send_table_page(request, reply);
    if (request.path != "/readyz" && !request.path.starts_with("/api/")) return reply(files_.reply(request));
    readers_.post([this, request = std::move(request), reply = std::move(reply)] {
      if (request.path == "/readyz") return reply(ready());
      const auto start = std::chrono::steady_clock::now();
      api_->handle(request, [this, reply, start](const net::Reply& made) {
        latency_.add(std::chrono::steady_clock::now() - start);
        reply(made);
      });
    });
  }

  std::shared_ptr<net::SocketSession> opened(const std::shared_ptr<net::WebSocket>& socket) override {
    return make_session(sessions_, socket);
  }

 private:
  static constexpr std::string_view table_page = "/t/";

  // The page, with a line about the table that it will show; without one if there is no such table.
  void send_table_page(const net::Request& request, const std::function<void(net::Reply)>& reply) {
    const std::string id = request.path.substr(table_page.size());
    tables_.snapshot(id, std::nullopt, [this, id, request, reply](const Result<TableSnapshot>& now) {
      if (!now) return reply(files_.reply(request, ""));
      JsonObject line = now->table->summary();
      line["table"] = id;
      reply(files_.reply(request, boost::json::serialize(line)));
    });
  }

  static net::Reply text(int status, std::string body) { return {status, std::move(body), "text/plain", {}}; }

  net::Reply ready() {
    if (shutting_down_) return text(503, "leaving\n");
    if (!store_.table("readyz")) return text(503, "the store cannot be reached\n");
    return text(200, "ready\n");
  }

  net::Reply metrics() {
    return {
        200, metrics_text(store_.counters(), tables_.counters(), server_, latency_), "text/plain; version=0.0.4", {}};
  }

  store::Store& store_;
  ThreadPool& readers_;
  TableService& tables_;
  const StaticFiles files_;
  std::atomic<const net::Server*> server_ = nullptr;
  std::atomic<bool> shutting_down_ = false;
  Histogram latency_;
  PersonSockets sockets_;
  std::unique_ptr<RestApi> api_;
  SessionServices sessions_;
};

}  // namespace

std::unique_ptr<App> make_app(store::Store& store, EventLoops& loops, ThreadPool& readers, TableService& service,
                              JobQueue& jobs, StaticFiles page, double people_an_hour) {
  return std::make_unique<ServerApp>(store, loops, readers, service, jobs, std::move(page), people_an_hour);
}

}  // namespace volpe::server
