// volpe serve: the game server.
#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <boost/json/serialize.hpp>
#include <chrono>
#include <csignal>
#include <thread>

#include "base/version.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/store_option.h"
#include "platform/random_bytes.h"
#include "server/services/archive.h"
#include "server/web/app.h"

namespace volpe {
namespace {

struct Arguments {
  std::string listen = "127.0.0.1:8080", store, page, threads = "0", public_url, pace = "900", rate = "50",
              most_connections = "20000", most_sockets = "2000", people = "30";
  std::vector<std::string> trusted_proxies;
};

// Blocks the signals that end the server, so that only wait_for_signal receives them.
sigset_t block_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

// Logs one JSON object per line to standard error.
void set_up_logs() {
  const auto logger = spdlog::stderr_logger_mt("volpe");
  logger->set_pattern(R"({"time":"%Y-%m-%dT%H:%M:%S.%e%z","level":"%l",%v})");
  spdlog::set_default_logger(logger);
}

server::StaticFiles page_at(std::string folder) {
  if (folder.empty()) folder = server::default_page_folder();
  if (folder.empty() || folder == "none") return {};
  Result<server::StaticFiles> page = server::StaticFiles::read(folder);
  if (!page) throw Failure{bad_usage, page.error().message};
  return std::move(*page);
}

// The server starts without these bots: people can play each other.
void report_missing_bots(const std::vector<server::MissingBots>& missing) {
  for (const server::MissingBots& bots : missing) {
    const std::string who = bots.from == 1 ? "Bots" : fmt::format("Bots from level{} on", bots.from);
    fmt::print("{} cannot play {}: {}. Put it there and start again; everybody else can play.\n", who, bots.game,
               bots.why);
    spdlog::warn(R"("event":"models","game":"{}","error":{})", bots.game, boost::json::serialize(Json(bots.why)));
  }
}

// Waits for a signal that ends the server, and archives old tables every hour.
int wait_for_signal(const sigset_t& signals, store::Store& store) {
  for (;;) {
    const Result<int> archived = server::archive_old_tables(store, real_clock().milliseconds());
    if (!archived)
      spdlog::warn(R"("event":"archive","error":"the store cannot be reached")");
    else if (*archived > 0)
      spdlog::info(R"("event":"archive","tables":{})", *archived);
    const timespec hour{3600, 0};
    if (const int signal = sigtimedwait(&signals, nullptr, &hour); signal > 0) return signal;
  }
}

void run(const Arguments& arguments) {
  const int threads = int(whole_number("--threads", arguments.threads, 0, 256));
  const int workers = threads > 0 ? threads : int(std::max(2u, std::thread::hardware_concurrency()));
  const int pace = int(whole_number("--pace", arguments.pace, 0, 60'000));
  const double rate = double(whole_number("--rate", arguments.rate, 1, 1'000'000));
  const size_t most_connections = whole_number("--most-connections", arguments.most_connections, 1, 10'000'000);
  const size_t most_sockets = whole_number("--most-per-address", arguments.most_sockets, 1, 1'000'000);
  const double people = double(whole_number("--people-per-hour", arguments.people, 1, 1'000'000));
  server::StaticFiles page = page_at(arguments.page);
  make_new_files_private();
  const sigset_t signals = block_signals();
  set_up_logs();

  server::TableService* tables_for_notices = nullptr;
  std::mutex notices;
  store::StoreOptions store_options;
  store_options.on_change = [&](const store::Notice& notice) {
    const std::lock_guard<std::mutex> lock(notices);
    if (tables_for_notices != nullptr) tables_for_notices->on_remote_change(notice);
  };
  store_options.on_peer_message = [&](const store::PeerMessage& message) {
    const std::lock_guard<std::mutex> lock(notices);
    if (tables_for_notices != nullptr) tables_for_notices->on_peer_message(message);
  };
  const std::string address = arguments.store.empty() ? default_store() : arguments.store;
  Result<std::unique_ptr<store::Store>> store = store::open_store(address, store_options);
  if (!store) throw Failure{1, store.error().message};
  const Result<std::string> day_key = (*store)->setting("day_key", hex(random_secret()));
  if (!day_key) throw Failure{1, day_key.error().message};

  EventLoops loops(workers);
  constexpr int reading_threads = 4;  // as many as the store has connections for
  ThreadPool readers(reading_threads);
  server::TableServiceOptions table_options;
  table_options.bot_threads = workers;
  table_options.bot_pace = pace;
  table_options.day_key = from_hex(*day_key).value_or(Bytes32{});
  const std::vector<server::MissingBots> missing = table_options.missing_bots = server::missing_bots();
  std::unique_ptr<server::TableService> service =
      server::make_table_service(**store, loops, readers, std::move(table_options));
  constexpr size_t longest_queue = 200;
  auto jobs = std::make_unique<JobQueue>(std::max(1, workers / 2), longest_queue);
  std::unique_ptr<server::App> app =
      server::make_app(**store, loops, readers, *service, *jobs, std::move(page), people);
  {
    const std::lock_guard<std::mutex> lock(notices);
    tables_for_notices = service.get();
  }
  net::ServerOptions net_options;
  net_options.listen = arguments.listen;
  net_options.trusted_proxies = arguments.trusted_proxies;
  net_options.requests_a_second = net_options.messages_a_second = rate;
  net_options.burst = 4 * rate;
  net_options.most_connections = most_connections;
  net_options.most_per_address = most_sockets;
  if (!arguments.public_url.empty()) net_options.origins.push_back(arguments.public_url);
  Result<std::unique_ptr<net::Server>> net = net::start_server(net_options, loops, *app);
  if (!net) throw Failure{1, net.error().message};
  app->set_server(net->get());

  const std::string host = arguments.listen.substr(0, arguments.listen.rfind(':'));
  const std::string url =
      arguments.public_url.empty() ? fmt::format("http://{}:{}", host, (*net)->port()) : arguments.public_url;
  fmt::print("Volpe is at {}\n", url);
  report_missing_bots(missing);
  std::fflush(stdout);
  spdlog::info(R"("event":"started","version":"{}","port":{})", version, (*net)->port());

  const int signal = wait_for_signal(signals, **store);
  spdlog::info(R"("event":"stopping","signal":{})", signal);
  app->begin_shutdown();
  constexpr double grace_period = 10;
  (*net)->stop(grace_period);
  app->set_server(nullptr);
  net->reset();
  {
    const std::lock_guard<std::mutex> lock(notices);
    tables_for_notices = nullptr;
  }
  service->close();
  readers.close();
  jobs.reset();
  loops.close();
  app.reset();
  service.reset();
  store->reset();
  spdlog::info(R"("event":"stopped")");
}

}  // namespace

void add_serve(Program& program) {
  auto arguments = std::make_shared<Arguments>();
  Command command = program.command("serve", "Hosts games for people and bots");
  command.takes("--listen", arguments->listen, "Address and port (0: any that is free)").environment("VOLPE_LISTEN");
  add_store_option(command, arguments->store);
  command
      .takes("--page", arguments->page,
             "Folder of the page for browsers (the one that belongs to this program if not given), or none")
      .environment("VOLPE_PAGE");
  command
      .takes("--threads", arguments->threads,
             "Event loops for the network and the tables, and as many threads for bots (0: one a core)")
      .environment("VOLPE_THREADS");
  command.takes("--public-url", arguments->public_url, "Where people find this server, if not at its address")
      .environment("VOLPE_PUBLIC_URL");
  command
      .takes("--trusted-proxy", arguments->trusted_proxies,
             "Address of a proxy whose X-Forwarded-For is believed (several times for several)")
      .environment("VOLPE_TRUSTED_PROXY");
  command.takes("--rate", arguments->rate, "Messages a second from one page, and requests from one address")
      .environment("VOLPE_RATE");
  command.takes("--most-connections", arguments->most_connections, "Connections from all addresses together")
      .environment("VOLPE_MOST_CONNECTIONS");
  command.takes("--most-per-address", arguments->most_sockets, "Connections from one address")
      .environment("VOLPE_MOST_PER_ADDRESS");
  command.takes("--people-per-hour", arguments->people, "New people from one address, but for this machine itself")
      .environment("VOLPE_PEOPLE_PER_HOUR");
  command.takes("--pace", arguments->pace, "Milliseconds between what bots do").environment("VOLPE_PACE");
  command.footer(
      "Examples:\n  volpe serve\n  volpe serve --listen 0.0.0.0:8080 --store sqlite:games.db\n"
      "  volpe serve --store postgresql://volpe@database/volpe --public-url https://play.example.org");
  command.runs([arguments] { run(*arguments); });
}

}  // namespace volpe
