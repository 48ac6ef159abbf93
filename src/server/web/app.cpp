// Requests to the API, messages to the pages, the page itself; and how the server is.
#include "server/web/app.h"

#include <boost/json/serialize.hpp>

#include "server/web/metrics.h"
#include "server/web/rest_api.h"
#include "server/web/websocket_sessions.h"

namespace volpe::server {
namespace {

class HouseOfGames final : public GameHouse {
 public:
  HouseOfGames(store::Store& store, Hall& hall, Jobs& jobs, PageFiles page, double people_an_hour)
      : store_(store),
        hall_(hall),
        page_(std::move(page)),
        api_(make_api(store, hall, jobs, desk_, people_an_hour)),
        pages_(make_pages(store, hall, jobs, desk_, latency_)) {
    hall_.on_turn = [this](const store::Id& person, const store::Id& table) { pages_->tell_turn(person, table); };
  }

  ~HouseOfGames() override { desk_.close(); }

  void serve(const Net* net) override { net_ = net; }
  void leave() override { leaving_ = true; }

  void answer(Request request, std::function<void(Reply)> reply) override {
    if (request.path == "/healthz") return reply(text(200, "ok\n"));
    const bool own = request.path == "/readyz" || request.path == "/metrics" || request.path.starts_with("/api/");
    if (request.path.starts_with(table_page))
      return desk_.post([this, request, reply] { page_of_table(request, reply); });
    if (!own) return reply(page_.answer(request));
    desk_.post([this, request = std::move(request), reply = std::move(reply)] {
      if (request.path == "/readyz") return reply(ready());
      if (request.path == "/metrics") return reply(metrics());
      const auto start = std::chrono::steady_clock::now();
      api_->answer(request, [this, reply, start](const Reply& made) {
        latency_.add(std::chrono::steady_clock::now() - start);
        reply(made);
      });
    });
  }

  void opened(const std::shared_ptr<Socket>& socket) override { pages_->opened(socket); }
  void message(const std::shared_ptr<Socket>& socket, std::string text) override {
    pages_->message(socket, std::move(text));
  }
  void closed(const std::shared_ptr<Socket>& socket) override { pages_->closed(socket); }

 private:
  static constexpr std::string_view table_page = "/t/";

  // The page, with a line about the table that it will show; without one if there is no such table.
  void page_of_table(const Request& request, const std::function<void(Reply)>& reply) {
    const std::string id = request.path.substr(table_page.size());
    const auto line = [id](const Table& table, const auto&, const auto&) -> Result<JsonObject> {
      JsonObject line = table.summary();
      line["table"] = id;
      return line;
    };
    const auto send = [this, request, reply](const Result<JsonObject>& seen) {
      reply(page_.answer(request, seen ? boost::json::serialize(*seen) : ""));
    };
    hall_.ask(id, std::nullopt, line, send);
  }

  static Reply text(int status, std::string body) { return {status, std::move(body), "text/plain", {}}; }

  Reply ready() {
    if (leaving_) return text(503, "leaving\n");
    if (!store_.table("readyz")) return text(503, "the store can not be reached\n");
    return text(200, "ready\n");
  }

  Reply metrics() {
    return {200, metrics_text(store_.counters(), hall_.counters(), net_, latency_), "text/plain; version=0.0.4", {}};
  }

  store::Store& store_;
  Hall& hall_;
  const PageFiles page_;
  std::atomic<const Net*> net_ = nullptr;
  std::atomic<bool> leaving_ = false;
  Histogram latency_;
  Desk desk_{2};
  std::unique_ptr<Api> api_;
  std::unique_ptr<Pages> pages_;
};

}  // namespace

std::unique_ptr<GameHouse> make_house(store::Store& store, Hall& hall, Jobs& jobs, PageFiles page,
                                      double people_an_hour) {
  return std::make_unique<HouseOfGames>(store, hall, jobs, std::move(page), people_an_hour);
}

}  // namespace volpe::server
