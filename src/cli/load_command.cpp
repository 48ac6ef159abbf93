// volpe load: plays many games at once on a server, over real sockets, and measures what players would feel.
#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <mutex>
#include <thread>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "record/verify.h"

namespace volpe {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::awaitable;
using asio::use_awaitable;
using tcp = asio::ip::tcp;
using Clock = std::chrono::steady_clock;
using WebSocket = beast::websocket::stream<beast::tcp_stream>;

struct Arguments {
  std::string url = "http://127.0.0.1:8080", game = "clever", tables = "100", seats = "2", rate = "200", seconds = "30",
              threads = "1";
};

// What all players of a run share.
struct Run {
  tcp::endpoint server;
  std::string host, game;
  int tables = 0, seats = 0;
  double pause = 0;        // mean seconds between a table's events
  Clock::duration length;  // from when all tables play
  std::atomic<Clock::time_point> end = Clock::time_point::max();

  std::atomic<u64> playing = 0, failed = 0, records = 0, broken = 0;
  std::mutex mutex;
  std::vector<float> latencies;  // milliseconds from sending to being shown
  std::vector<float> echoes;     // milliseconds of bare answers, between the events and over the same sockets
  std::string first_failure;

  void begin() {
    if (++playing == u64(tables)) end = Clock::now() + length;
  }
  bool over() const { return Clock::now() >= end.load(); }

  // While tables are still being opened, nothing counts.
  void took(std::vector<float>& times, Clock::duration passed) {
    if (playing < u64(tables)) return;
    const std::lock_guard lock(mutex);
    times.push_back(std::chrono::duration<float, std::milli>(passed).count());
  }

  void fail(const std::string& why) {
    ++failed;
    end = Clock::now();  // so that the others end, too
    const std::lock_guard lock(mutex);
    if (first_failure.empty()) first_failure = why;
  }
};

struct Wrong {
  std::string what;
};

JsonObject object_of(const std::string& text) {
  boost::json::error_code failed;
  Json value = boost::json::parse(text, failed);
  if (failed || !value.is_object()) throw Wrong{"the server answered " + quote(text)};
  return value.get_object();
}

// A connection that asks one thing after the other.
class Client {
 public:
  explicit Client(Run& run) : run_(run) {}

  awaitable<std::string> ask(beast::http::verb verb, const std::string& path, const std::string& token,
                             const JsonObject& body) {
    if (!stream_) {
      stream_.emplace(co_await asio::this_coro::executor);
      co_await stream_->async_connect(run_.server, use_awaitable);
    }
    beast::http::request<beast::http::string_body> request(verb, path, 11);
    request.set(beast::http::field::host, run_.host);
    if (!token.empty()) request.set(beast::http::field::authorization, "Bearer " + token);
    if (verb == beast::http::verb::post) request.body() = boost::json::serialize(body);
    request.prepare_payload();
    co_await beast::http::async_write(*stream_, request, use_awaitable);
    beast::http::response<beast::http::string_body> response;
    co_await beast::http::async_read(*stream_, buffer_, response, use_awaitable);
    if (response.result_int() >= 300) throw Wrong{"the server answered " + response.body()};
    co_return response.body();
  }

 private:
  Run& run_;
  std::optional<beast::tcp_stream> stream_;
  beast::flat_buffer buffer_;
};

// A person's page: one seat, one socket.
struct Seat {
  std::string token;
  std::unique_ptr<WebSocket> socket;
  JsonObject view;
  u64 sent = 0;

  awaitable<void> connect(Run& run) {
    socket = std::make_unique<WebSocket>(co_await asio::this_coro::executor);
    co_await beast::get_lowest_layer(*socket).async_connect(run.server, use_awaitable);
    beast::get_lowest_layer(*socket).socket().set_option(tcp::no_delay(true));
    socket->set_option(beast::websocket::stream_base::timeout::suggested(beast::role_type::client));
    co_await socket->async_handshake(run.host, "/ws", use_awaitable);
  }

  awaitable<JsonObject> receive() {
    beast::flat_buffer buffer;
    co_await socket->async_read(buffer, use_awaitable);
    JsonObject message = object_of(beast::buffers_to_string(buffer.data()));
    if (message.at("type") == "table") view = message;
    co_return message;
  }

  // Sends something; returns when it is answered. What is shown before the answer is seen.
  awaitable<JsonObject> say(JsonObject message) {
    const std::string id = std::to_string(++sent);
    message["id"] = id;
    co_await socket->async_write(asio::buffer(boost::json::serialize(message)), use_awaitable);
    for (;;) {
      JsonObject answer = co_await receive();
      const Json* of = answer.if_contains("id");
      if (of != nullptr && of->is_string() && of->get_string() == id) {
        if (answer.at("type") == "error") throw Wrong{boost::json::serialize(answer)};
        co_return answer;
      }
    }
  }
};

// What a seat can do now, as a message; empty if it has to wait.
JsonObject next_message(const JsonObject& view, const std::string& table, Random& random) {
  JsonObject message{{"op", "do"}, {"table", table}};
  const JsonArray& choices = view.at("choices").as_array();
  if (!choices.empty()) {
    const JsonObject& choice = choices[0].as_object();
    const JsonArray& legal = choice.at("position").at("legal").as_array();
    message["do"] = "event";
    message["event"] = legal[size_t(random.below(int(legal.size())))];
    for (std::string_view key : {"seat", "ply", "turn", "step"})
      if (const Json* value = choice.if_contains(key)) message[key] = *value;
    return message;
  }
  const Json& roller = view.at("roller");
  if (!roller.is_int64() || view.at("players").as_array()[size_t(roller.get_int64())].at("you") != true) return {};
  message["do"] = "roll";
  message["seat"] = roller;
  message["ply"] = view.at("position").at("ply");
  return message;
}

// Whether a record is one, and its rolls are those of its dice if their secret is known: "fair <commitment> <secret>".
bool holds(const std::string& record) {
  const Result<AnyPlay> play = read_record(record);
  if (!play) return false;
  return std::visit(
      [](const auto& game) {
        using G = typename std::decay_t<decltype(game)>::GameType;
        const Header& header = game.stated();
        const std::optional<Bytes32> secret = from_hex(header.dice.substr(header.dice.rfind(' ') + 1));
        if (!G::over(game.state())) return true;
        const Terms terms{G::name, game.setup().seats, header.match};
        return secret && !check_rolls(game, KeyedDice(fair_key(*secret, terms, header.seeds))).wrong;
      },
      *play);
}

// One table and its people, game after game until the time is over.
class Table {
 public:
  Table(Run& run, int number) : run_(run), random_(u64(number) + 1), client_(run) {}

  awaitable<void> play() {
    try {
      seats_.resize(size_t(run_.seats));
      for (Seat& seat : seats_) {
        const JsonObject name{{"name", "load"}};
        const JsonObject person = object_of(co_await client_.ask(beast::http::verb::post, "/api/v1/people", "", name));
        seat.token = std::string(person.at("token").as_string());
        co_await seat.connect(run_);
        const JsonObject hello{{"op", "hello"}, {"token", seat.token}};
        co_await seat.say(hello);
      }
      while (!run_.over()) co_await play_game();
    } catch (const Wrong& wrong) {
      run_.fail(wrong.what);
    } catch (const boost::system::system_error& error) {
      run_.fail(error.what());
    }
  }

 private:
  awaitable<void> play_game() {
    const JsonObject offer{{"game", run_.game}, {"seats", run_.seats}};
    const JsonObject opened =
        object_of(co_await client_.ask(beast::http::verb::post, "/api/v1/tables", seats_[0].token, offer));
    const std::string table(opened.at("table").as_string());
    const JsonObject watch{{"op", "watch"}, {"table", table}}, unwatch{{"op", "unwatch"}, {"table", table}};
    const JsonObject start{{"op", "do"}, {"table", table}, {"do", "start"}}, nothing;
    for (size_t n = 0; n < seats_.size(); ++n) {
      const JsonObject sit{{"op", "do"}, {"table", table}, {"do", "sit"}, {"seat", n}, {"seed", "load"}};
      co_await seats_[n].say(watch);
      co_await seats_[n].say(sit);
    }
    co_await seats_[0].say(start);
    for (Seat& seat : seats_)
      while (seat.view.at("stage") == "open") co_await seat.receive();
    if (!std::exchange(playing_, true)) run_.begin();
    while (!run_.over() && co_await step(table)) {
    }
    for (Seat& seat : seats_) co_await seat.say(unwatch);
    check(co_await client_.ask(beast::http::verb::get, "/api/v1/tables/" + table + "/record", "", nothing));
  }

  // One event of whoever can act, shown to everybody; false when the game is over.
  awaitable<bool> step(const std::string& table) {
    asio::steady_timer timer(co_await asio::this_coro::executor);
    timer.expires_after(std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(run_.pause * 2 * double(random_.below(1000)) / 1000)));
    co_await timer.async_wait(use_awaitable);
    constexpr int one_in = 8;
    if (random_.below(one_in) == 0) {
      const Clock::time_point start = Clock::now();
      const JsonObject echo{{"op", "echo"}};
      co_await seats_[0].say(echo);
      run_.took(run_.echoes, Clock::now() - start);
    }
    for (Seat& seat : seats_) {
      if (seat.view.at("stage") == "over") co_return false;
      const JsonObject message = next_message(seat.view, table, random_);
      if (message.empty()) continue;
      const Clock::time_point start = Clock::now();
      const i64 revision = (co_await seat.say(message)).at("revision").to_number<i64>();
      for (Seat& other : seats_)
        while (other.view.at("revision").to_number<i64>() < revision) co_await other.receive();
      run_.took(run_.latencies, Clock::now() - start);
      co_return true;
    }
    throw Wrong{"nobody at the table can act"};
  }

  void check(const std::string& record) {
    ++run_.records;
    if (!holds(record)) ++run_.broken;
  }

  Run& run_;
  Random random_;
  Client client_;
  std::vector<Seat> seats_;
  bool playing_ = false;
};

double percentile(const std::vector<float>& sorted, double share) {
  return sorted.empty() ? 0 : double(sorted[std::min(sorted.size() - 1, size_t(share * double(sorted.size())))]);
}

void print_times(std::string_view what, std::vector<float>& times) {
  std::sort(times.begin(), times.end());
  fmt::print("{}, ms: median {:.1f}, 90 % {:.1f}, 99 % {:.1f}, most {:.1f}\n", what, percentile(times, .5),
             percentile(times, .9), percentile(times, .99), percentile(times, 1));
}

void run(const Arguments& arguments) {
  Run run;
  run.game = arguments.game;
  run.tables = int(whole_number("--tables", arguments.tables, 1, 100'000));
  run.seats = int(whole_number("--seats", arguments.seats, 1, max_seats));
  const double rate = double(whole_number("--rate", arguments.rate, 1, 1'000'000));
  const u64 seconds = whole_number("--seconds", arguments.seconds, 1, 1'000'000);
  const int threads = int(whole_number("--threads", arguments.threads, 1, 256));
  constexpr std::string_view scheme = "http://";
  if (!arguments.url.starts_with(scheme)) throw Failure{bad_usage, "the server is given as http://ADDRESS:PORT"};
  run.host = arguments.url.substr(scheme.size());
  const size_t colon = run.host.rfind(':');
  boost::system::error_code failed;
  const auto address = asio::ip::make_address(run.host.substr(0, colon), failed);
  if (colon == std::string::npos || failed || !address.is_loopback())
    throw Failure{bad_usage, "load is made on this machine only: http://127.0.0.1:PORT"};
  run.server = tcp::endpoint(address, u16(whole_number("the port", run.host.substr(colon + 1), 1, 65535)));
  run.pause = run.tables / rate;
  run.length = std::chrono::seconds(seconds);

  asio::thread_pool pool(static_cast<size_t>(threads));
  std::vector<std::unique_ptr<Table>> tables;
  for (int n = 0; n < run.tables; ++n) {
    tables.push_back(std::make_unique<Table>(run, n));
    asio::co_spawn(asio::make_strand(pool), tables.back()->play(), asio::detached);
  }
  pool.join();

  fmt::print("{} tables of {}, {} sockets, {} events in {} s: {:.0f} a second\n", run.playing.load(), run.game,
             run.playing * u64(run.seats), run.latencies.size(), seconds,
             double(run.latencies.size()) / double(seconds));
  print_times("from sending to being shown to everybody", run.latencies);
  print_times("a bare echo between them", run.echoes);
  if (!run.echoes.empty())
    fmt::print("to play takes {:.1f} times as long as an echo at the median, {:.1f} times at 99 %\n",
               percentile(run.latencies, .5) / percentile(run.echoes, .5),
               percentile(run.latencies, .99) / percentile(run.echoes, .99));
  fmt::print("{} records checked, {} broken; {} tables failed\n", run.records.load(), run.broken.load(),
             run.failed.load());
  if (run.failed > 0) throw Failure{1, run.first_failure};
  if (run.broken > 0) throw Failure{1, "a record is broken"};
}

}  // namespace

void add_load(Program& program) {
  auto arguments = std::make_shared<Arguments>();
  Command command = program.command("load", "Plays many games at once on a server of this machine, and measures it");
  command.takes("--url", arguments->url, "The server");
  command.takes("--game", arguments->game, "What is played");
  command.takes("--tables", arguments->tables, "Tables at once");
  command.takes("--seats", arguments->seats, "People at each, with a socket each");
  command.takes("--rate", arguments->rate, "Events a second, at all tables together");
  command.takes("--seconds", arguments->seconds, "How long, from when all tables play");
  command.takes("--threads", arguments->threads, "Threads of the players");
  command.footer(
      "The server must let one address do so much:\n"
      "  volpe serve --rate 100000 --most-per-address 100000\n"
      "Example:\n  volpe load --tables 500 --rate 500 --seconds 60");
  command.runs([arguments] { run(*arguments); });
}

}  // namespace volpe
