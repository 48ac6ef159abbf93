// volpe solve: computes perfect play for two at Genial once, into a file that the expert plays from.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>

#include "arena/simulate.h"
#include "cli/arguments.h"
#include "cli/atomic_file.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "platform/shipped_models.h"
#include "players/genial/compact.h"
#include "players/genial/models.h"
#include "players/genial/race_player.h"
#include "players/genial/solved_value.h"
#include "training/genial/solver.h"

namespace volpe {
namespace {

using genial::MappedSolution;
using genial::Solution;

struct Arguments {
  std::string game;
  std::string threads = "0";
  std::string out;
  std::string distil;
  std::optional<std::string> measure;
  std::vector<std::string> options;
};

double gigabytes(u64 bytes) { return double(bytes) / (u64{1} << 30); }

// Bytes of memory that are free or can be freed; 0 if the system does not tell.
u64 free_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;)
    if (u64 kilobytes = 0; word == "MemAvailable:" && file >> kilobytes) return kilobytes << 10;
  return 0;
}

void check_memory(int boxes) {
  constexpr u64 besides = u64{300} << 20;
  const u64 needed = MappedSolution::bytes(boxes) + besides, there = free_memory();
  if (needed > u64{4} << 30)
    fmt::print(stderr, "volpe: {} boxes need {:.1f} GB of memory and of disk\n", boxes, gigabytes(needed));
  if (there != 0 && there < needed)
    throw Failure{1, fmt::format("solving with {} boxes needs {:.1f} GB of memory, and {:.1f} GB are free", boxes,
                                 gigabytes(needed), gigabytes(there))};
}

void check_disk(const std::string& path, int boxes) {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::absolute(path, error).parent_path();
  while (!folder.empty() && !std::filesystem::exists(folder, error) && folder != folder.root_path())
    folder = folder.parent_path();
  const std::filesystem::space_info space = std::filesystem::space(folder, error);
  const u64 needed = MappedSolution::bytes(boxes);
  if (!error && !std::filesystem::exists(path, error) && space.available < needed)
    throw Failure{1, fmt::format("the solution needs {:.1f} GB, and {} has {:.1f} GB free", gigabytes(needed),
                                 folder.string(), gigabytes(space.available))};
}

// The racer with the options of a solution.
std::shared_ptr<const genial::Race> race_of(const Solution& solution) {
  return shipped_models().genial_models.race(2, solution.boxes(), solution.four_joker());
}

void print_values(MappedSolution& solution) {
  fmt::print("first player wins: {:.5f} with the opening shown, {:.5f} hidden\n", opening_shown(solution),
             opening_hidden(solution));
  constexpr int samples = 5000;
  fmt::print("largest residual over {} sampled positions: {:.1e}\n", samples,
             residual(solution, *race_of(solution), samples, 1));
}

// The compact model that ships is made from the solution with the default options.
void distil(const std::optional<AtomicFile>& model, const std::string& path, const Solution& solution) {
  if (!model) return;
  model->write(model_file(genial::Compact::kind, genial::Compact::version,
                          genial::Compact::distil(solution, *race_of(solution))));
  fmt::print("{} is written\n", path);
}

// Games of the compact player against perfect play: what its decisions lose of the winning chance, game by game.
void measure(u64 games, const Solution& solution) {
  if (games == 0) return;
  const auto compact = shipped_models().genial_models.compact();
  if (!compact) throw Failure{1, compact.error().message};
  const std::shared_ptr<const genial::Race> shared_race = race_of(solution);
  const genial::Race& race = *shared_race;
  double sum = 0, squares = 0;
  for (u64 game = 0; game < games; ++game) {
    double lost = 0;
    const auto choose = [&](const genial::State& state, int seat) {
      const genial::SolvedValue exact(solution, race, state);
      const std::vector<double> values = genial::TurnSearch(race, state, exact).values(state);
      const Decision best = genial::best_decision(state.legal, values);
      if (seat != int(game % 2)) return best;
      const genial::CompactValue model(**compact, race, state);
      const Decision chosen = genial::best_decision(state.legal, genial::TurnSearch(race, state, model).values(state));
      const auto value = [&](Decision decision) { return values[size_t(size(state.legal & (bit(decision) - 1)))]; };
      lost += value(best) - value(chosen);
      return chosen;
    };
    play_game<Genial>({2, {}}, SeededDice(game_seed(1, game / 2)), choose, [](const auto&, const auto&) {});
    sum += lost;
    squares += lost * lost;
  }
  const double mean = sum / double(games), variance = squares / double(games) - mean * mean;
  fmt::print("the compact player loses {:.5f} +- {:.5f} of winning chance a game, over {} games\n", mean,
             std::sqrt(variance / double(games)), games);
}

void run(const Arguments& arguments) {
  if (arguments.game != "genial") {
    chosen_game(arguments.game);
    throw Failure{bad_usage, "only genial is solved, and only for two"};
  }
  const Setup setup{2, chosen_options<Genial>(arguments.options)};
  const genial::State state = Genial::start(setup);
  const int boxes = state.boxes, four_joker = state.four_joker;
  const u64 games = whole_number("--measure", arguments.measure.value_or("0"), 0, 1'000'000);
  if ((!arguments.distil.empty() || games > 0) && (boxes != 7 || four_joker != 4))
    throw Failure{bad_usage, "the compact model is for the default options only"};
  std::optional<AtomicFile> model;
  if (!arguments.distil.empty()) model.emplace(arguments.distil);
  genial::Solving solving;
  solving.threads = int(whole_number("--threads", arguments.threads, 0, 256));
  if (solving.threads == 0) solving.threads = std::max(1, int(std::thread::hardware_concurrency()));
  const std::string path = arguments.out.empty() ? genial::usual_solution_path(boxes, four_joker) : arguments.out;
  if (auto done = MappedSolution::open(path, boxes, four_joker)) {
    if (!(*done)->verify()) throw Failure{1, "the solution " + path + " is damaged: delete it to solve anew"};
    fmt::print("{} is complete\n", path);
    print_values(**done);
    distil(model, arguments.distil, **done);
    return measure(games, **done);
  }
  check_memory(boxes);
  check_disk(path, boxes);
  auto solution = MappedSolution::resume(path, boxes, four_joker);
  if (!solution) throw Failure{1, solution.error().message};
  stop_at_interrupt();
  solving.pairs_done = (*solution)->pairs_done();
  std::string wrong;
  {
    const ProgressBar bar(solving.pairs_done, (*solution)->pairs().count(), "pairs of sheets");
    wrong = solve(**solution, solving, stop);
  }
  if (!wrong.empty()) throw Failure{1, wrong};
  if (!(*solution)->complete())
    throw Failure{1, fmt::format("stopped after {} of {} layers: the same command goes on with {}",
                                 (*solution)->layers_done(), (*solution)->layers(), path)};
  fmt::print("{} is complete\n", path);
  print_values(**solution);
  distil(model, arguments.distil, **solution);
  measure(games, **solution);
}

}  // namespace

void add_solve(Program& program) {
  Command command = program.command("solve", "Compute perfect play for two at Genial; takes minutes and 3.1 GB");
  auto arguments = std::make_shared<Arguments>();
  command.takes("game", arguments->game, "genial").required();
  command.takes("--threads", arguments->threads, "Threads, 0 for all cores");
  command.takes("--out", arguments->out, "The file to write (default: see below)");
  command.takes("--distil", arguments->distil, "Also write the compact model to this file (models/genial-2.model)");
  command.takes("--measure", arguments->measure, "Also play so many games of the compact model against perfect play");
  command.takes("-o,--option", arguments->options,
                "An option of the game as name=value: boxes, four_joker; both openings have one solution");
  command.footer(
      "Examples:\n  volpe solve genial\n  volpe solve genial -o boxes=9 --threads 2\n"
      "The solution is kept in $VOLPE_DATA if that is set, else in $XDG_DATA_HOME/volpe or ~/.local/share/volpe, "
      "where\n"
      "the players find it. It needs 3.1 GB of memory and of disk with 7 boxes, 4.6 with 8, 9.6 with 9. Ctrl-C leaves "
      "a\n"
      "file that the same command goes on with; with a complete file it checks every value.");
  command.runs([arguments] { run(*arguments); });
}

}  // namespace volpe
