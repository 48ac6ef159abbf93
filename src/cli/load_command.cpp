// volpe load: plays many games at once on a server, over real sockets, and measures what players would feel and what it
// costs.
#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <thread>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/load/report.h"
#include "cli/load/worker.h"

namespace volpe {
namespace {

namespace asio = boost::asio;

struct Arguments {
  std::string url = "http://127.0.0.1:8080", game = "clever", tables = "100", seats = "2", rate = "200", seconds = "30",
              threads = "1";
  bool delta = false, json = false;
};

client::Server chosen_server(const std::string& url) {
  const auto address = client::parse_address(url);
  const auto host = address ? client::address_of(address->server) : std::nullopt;
  if (!host || !host->is_loopback() || !address->table.empty())
    throw Failure{bad_usage, "load is made on this machine only: http://127.0.0.1:PORT"};
  return address->server;
}

load::Options chosen_options(const Arguments& arguments) {
  load::Options options;
  options.server = chosen_server(arguments.url);
  options.game = arguments.game;
  options.tables = int(whole_number("--tables", arguments.tables, 1, 100'000));
  options.seats = int(whole_number("--seats", arguments.seats, 1, max_seats));
  options.rate = double(whole_number("--rate", arguments.rate, 1, 1'000'000));
  options.seconds = int(whole_number("--seconds", arguments.seconds, 1, 1'000'000));
  options.threads = int(whole_number("--threads", arguments.threads, 1, 256));
  options.delta = arguments.delta;
  return options;
}

void expect_server(const client::Server& server) {
  asio::io_context io(1);
  client::HttpClient http(server);
  auto response = asio::co_spawn(io, http.exchange(client::Method::get, "/healthz"), asio::use_future);
  io.run();
  try {
    response.get();
  } catch (const boost::system::system_error&) {
    throw Failure{1, "there is no server at http://" + server.host_and_port()};
  }
}

void run(const Arguments& arguments) {
  load::Run run(chosen_options(arguments));
  expect_server(run.options.server);
  load::Measurement measurement;
  std::deque<load::Worker> workers;
  for (int n = 0; n < run.options.threads; ++n) workers.emplace_back(run, n, measurement);
  std::vector<std::jthread> threads;
  for (size_t n = 1; n < workers.size(); ++n) threads.emplace_back([&, n] { workers[n].play(); });
  workers[0].play();
  threads.clear();

  load::Counts counts;
  for (const load::Worker& worker : workers) counts.add(worker.counts());
  const load::Report report(run, std::move(counts), measurement);
  fmt::print("{}", arguments.json ? report.json() : report.text());
  if (!run.failure().empty()) throw Failure{1, run.failure()};
  if (report.broken > 0) throw Failure{1, "a record is broken"};
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
  command.takes("--delta", arguments->delta, "Lets the server send changes in place of whole views, if it can");
  command.takes("--json", arguments->json, "Prints one JSON object");
  command.footer(
      "The server must let one address do so much:\n"
      "  volpe serve --rate 100000 --most-per-address 100000\n"
      "Example:\n  volpe load --tables 500 --rate 500 --seconds 60");
  command.runs([arguments] { run(*arguments); });
}

}  // namespace volpe
