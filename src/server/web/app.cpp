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
  ServerApp(store::Store& store, TableService& service, JobQueue& jobs, StaticFiles page, double people_an_hour)
      : store_(store),
        tables_(service),
        files_(std::move(page)),
        api_(make_rest_api(store, service, jobs, pool_, people_an_hour)),
        sessions_(make_websocket_sessions(store, service, jobs, pool_, latency_)) {
    tables_.on_turn = [this](const store::Id& person, const store::Id& table) {
      sessions_->announce_turn(person, table);
    };
  }

  ~ServerApp() override { pool_.close(); }

  void set_server(const net::Server* server) override { server_ = server; }
  void begin_shutdown() override { shutting_down_ = true; }

  void handle(net::Request request, std::function<void(net::Reply)> reply) override {
    if (request.path == "/healthz") return reply(text(200, "ok\n"));
    const bool own = request.path == "/readyz" || request.path == "/metrics" || request.path.starts_with("/api/");
    if (request.path.starts_with(table_page))
      return pool_.post([this, request, reply] { send_table_page(request, reply); });
    if (!own) return reply(files_.reply(request));
    pool_.post([this, request = std::move(request), reply = std::move(reply)] {
      if (request.path == "/readyz") return reply(ready());
      if (request.path == "/metrics") return reply(metrics());
      const auto start = std::chrono::steady_clock::now();
      api_->handle(request, [this, reply, start](const net::Reply& made) {
        latency_.add(std::chrono::steady_clock::now() - start);
        reply(made);
      });
    });
  }

  void opened(const std::shared_ptr<net::WebSocket>& socket) override { sessions_->opened(socket); }
  void message(const std::shared_ptr<net::WebSocket>& socket, std::string text) override {
    sessions_->message(socket, std::move(text));
  }
  void closed(const std::shared_ptr<net::WebSocket>& socket) override { sessions_->closed(socket); }

 private:
  static constexpr std::string_view table_page = "/t/";

  // The page, with a line about the table that it will show; without one if there is no such table.
  void send_table_page(const net::Request& request, const std::function<void(net::Reply)>& reply) {
    const std::string id = request.path.substr(table_page.size());
    const auto line = [id](const tables::Table& table, const auto&, const auto&) -> Result<JsonObject> {
      JsonObject line = table.summary();
      line["table"] = id;
      return line;
    };
    const auto send = [this, request, reply](const Result<JsonObject>& seen) {
      reply(files_.reply(request, seen ? boost::json::serialize(*seen) : ""));
    };
    tables_.query(id, std::nullopt, line, send);
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
  TableService& tables_;
  const StaticFiles files_;
  std::atomic<const net::Server*> server_ = nullptr;
  std::atomic<bool> shutting_down_ = false;
  Histogram latency_;
  ThreadPool pool_{2};
  std::unique_ptr<RestApi> api_;
  std::unique_ptr<WebSocketSessions> sessions_;
};

}  // namespace

std::unique_ptr<App> make_app(store::Store& store, TableService& service, JobQueue& jobs, StaticFiles page,
                              double people_an_hour) {
  return std::make_unique<ServerApp>(store, service, jobs, std::move(page), people_an_hour);
}

}  // namespace volpe::server
