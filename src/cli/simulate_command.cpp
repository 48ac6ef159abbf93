// volpe simulate: plays many games between players and prints statistics.
#include <fmt/format.h>

#include <boost/json/serialize.hpp>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "arena/simulate.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "platform/shipped_models.h"

namespace volpe {
namespace {

struct Arguments {
  std::string game;
  std::string seats;
  std::string players = "random";
  std::string games = "1000";
  std::string seed = "1";
  std::string threads = "0";
  bool json = false;
  bool match = false;
  std::string records;
  std::vector<std::string> options;
};

template <class G>
Simulation simulation_of(const Arguments& arguments) {
  Simulation simulation;
  const int seats = arguments.seats.empty() ? G::min_seats
                                            : int(whole_number("--seats", arguments.seats, G::min_seats, G::max_seats));
  simulation.setup = {seats, chosen_options<G>(arguments.options)};
  simulation.players = comma_list(arguments.players);
  if (simulation.players.size() == 1) simulation.players.resize(size_t(seats), simulation.players[0]);
  if (simulation.players.size() != size_t(seats))
    throw Failure{bad_usage, fmt::format("--players names {} players for {} seats: name one for all, or one a seat",
                                         simulation.players.size(), seats)};
  for (const std::string& name : simulation.players)
    if (const auto player = make_player<G>(shipped_models(), name, simulation.setup); !player)
      throw Failure{bad_usage, player.error().message};
  if (arguments.match && !played_in_matches<G>)
    throw Failure{bad_usage, fmt::format("{} is not played in matches", G::name)};
  simulation.games = whole_number("--games", arguments.games, 1, u64{1} << 50);
  simulation.seed = whole_number("--seed", arguments.seed, 0, any_number);
  simulation.threads = int(whole_number("--threads", arguments.threads, 0, 256));
  if (simulation.threads == 0) simulation.threads = std::max(1, int(std::thread::hardware_concurrency()));
  simulation.match = arguments.match;
  simulation.records = arguments.records;
  return simulation;
}

// Writes records into a folder; the first failure ends the simulation.
class RecordFolder {
 public:
  explicit RecordFolder(std::string folder) : folder_(std::move(folder)) {
    std::error_code error;
    if (!folder_.empty()) std::filesystem::create_directories(folder_, error);
    if (error)
      throw Failure{bad_usage, fmt::format("the folder {} cannot be made: {}", quote(folder_), error.message())};
  }

  void write(u64 n, const std::string& record) {
    const std::string path = fmt::format("{}/{:06}.volpe", folder_, n + 1);
    std::ofstream file(path, std::ios::binary);
    file << record;
    file.close();
    if (file) return;
    const std::lock_guard lock(mutex_);
    if (failure_.empty()) failure_ = fmt::format("the record {} cannot be written", quote(path));
    stop = true;
  }

  void check() const {
    if (!failure_.empty()) throw Failure{1, failure_};
  }

 private:
  std::string folder_, failure_;
  std::mutex mutex_;
};

template <class G>
constexpr bool has_grades(const Simulation& simulation) {
  return std::is_same_v<G, Clever> && simulation.setup.seats == 1;
}

std::array<u64, 9> grades(const SeatResults& results) {
  std::array<u64, 9> counts{};
  for (size_t total = 0; total < results.totals.size(); ++total)
    counts[size_t(clever::grade(int(total)))] += results.totals[total];
  return counts;
}

JsonObject seat_json(const SeatResults& results) {
  const Statistics s = statistics(results);
  return {{"mean", s.mean},     {"se", s.se},   {"sd", s.sd},   {"min", s.min},  {"p5", s.p5},
          {"median", s.median}, {"p95", s.p95}, {"max", s.max}, {"wins", s.wins}};
}

template <class G>
void print_json(const Simulation& simulation, const Results& results, double seconds) {
  JsonObject options;
  for (int n = 0; n < option_count<G>; ++n) options[G::options[n].name] = option_value<G>(simulation.setup.options, n);
  JsonArray seats;
  for (const SeatResults& seat : results.seats) {
    JsonObject json = seat_json(seat);
    if (has_grades<G>(simulation)) {
      const std::array<u64, 9> counts = grades(seat);
      json["grades"] = JsonArray(counts.begin(), counts.end());
    }
    seats.emplace_back(std::move(json));
  }
  JsonObject json{{"game", G::name},
                  {"options", options},
                  {"seats", simulation.setup.seats},
                  {"players", JsonArray(simulation.players.begin(), simulation.players.end())},
                  {"games", results.games},
                  {"seed", simulation.seed},
                  {"threads", simulation.threads},
                  {"seconds", seconds},
                  {"games_per_second", double(results.games) / seconds},
                  {"decisions_per_second", double(results.decisions) / seconds},
                  {"seat_results", seats}};
  if (simulation.match) json["match"] = true;
  fmt::print("{}\n", boost::json::serialize(json));
}

template <class G>
void print_table(const Simulation& simulation, const Results& results, double seconds) {
  fmt::print("{}: {} {} in {:.2f} s, {:.0f} a second, {:.0f} decisions a second\n", G::name, results.games,
             simulation.match ? "matches" : "games", seconds, double(results.games) / seconds,
             double(results.decisions) / seconds);
  fmt::print("{:<6} {:<12} {:>9} {:>7} {:>7} {:>5} {:>5} {:>6} {:>5} {:>5} {:>10}\n",
             simulation.match ? "person" : "seat", "player", "mean", "se", "sd", "min", "p5", "median", "p95", "max",
             "wins");
  for (size_t seat = 0; seat < results.seats.size(); ++seat) {
    const Statistics s = statistics(results.seats[seat]);
    fmt::print("{:<6} {:<12} {:>9.3f} {:>7.3f} {:>7.2f} {:>5} {:>5} {:>6} {:>5} {:>5} {:>10.2f}\n", seat,
               simulation.players[seat], s.mean, s.se, s.sd, s.min, s.p5, s.median, s.p95, s.max, s.wins);
  }
  if (has_grades<G>(simulation)) fmt::print("grades 0 to 8: {}\n", fmt::join(grades(results.seats[0]), " "));
}

template <class G>
void run(const Arguments& arguments) {
  const Simulation simulation = simulation_of<G>(arguments);
  RecordFolder folder(simulation.records);
  std::atomic<u64> started{0};
  stop_at_interrupt();
  const auto begin = std::chrono::steady_clock::now();
  Results results;
  {
    const ProgressBar bar(started, simulation.games, "games");
    results = simulate<G>(
        shipped_models(), simulation, [&](u64 n, const std::string& record) { folder.write(n, record); }, started,
        stop);
  }
  const double seconds =
      std::max(1e-9, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  folder.check();
  if (arguments.json)
    print_json<G>(simulation, results, seconds);
  else
    print_table<G>(simulation, results, seconds);
}

}  // namespace

void add_simulate(Program& program) {
  Command command = program.command("simulate", "Play many games between players and print statistics");
  auto arguments = std::make_shared<Arguments>();
  command.takes("game", arguments->game, game_names()).required();
  command.takes("--seats", arguments->seats, "Number of seats (default: the fewest the game knows)");
  command.takes("--players", arguments->players,
                "One for all seats, or one a seat with commas between: random, greedy, race, level1 to level5, expert");
  command.takes("--games", arguments->games, "How many games");
  command.takes("--seed", arguments->seed, "The same seed gives the same games on any number of threads");
  command.takes("--threads", arguments->threads, "Threads, 0 for all cores");
  command.takes("-o,--option", arguments->options, "An option of the game as name=value; may be repeated");
  command.takes("--records", arguments->records, "Write every game as a record into this folder");
  command.takes("--match", arguments->match,
                "Play matches: as many games as seats, everybody starts once, points summed (genial)");
  command.takes("--json", arguments->json, "Print one JSON object");
  command.footer(
      "Examples:\n  volpe simulate clever --seats 1 --players greedy --games 10000 --json\n"
      "  volpe simulate clever --seats 2 --players greedy,random --records games\n"
      "  volpe simulate genial --seats 3 --players greedy --match -o opening=hidden\n"
      "Ctrl-C prints what has been simulated so far.");
  command.runs(
      [arguments] { std::visit([&](auto game) { run<decltype(game)>(*arguments); }, chosen_game(arguments->game)); });
}

}  // namespace volpe
