// volpe train: trains the value networks of the strong players.
#include <fmt/format.h>

#include <optional>
#include <sstream>
#include <thread>

#include "cli/arguments.h"
#include "cli/atomic_file.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "platform/clever/shipped_models.h"
#include "training/clever/trainer.h"

namespace volpe {
namespace {

struct Arguments {
  std::string game;
  std::string seed = "1", threads = "0", until, repeats = "3";
  std::string schedule = "1:1000000:1e-3:5e-4:0.8:0.5,6:2000000:1.6e-4:1e-5:0.65:0.65";
  std::string checkpoint, model, from, lesson;
  bool table = false;
  std::vector<std::string> options;
};

void run(const Arguments& arguments) {
  const AnyGame game = chosen_game(arguments.game);
  if (!std::holds_alternative<Clever>(game))
    throw Failure{bad_usage, arguments.game + " is not trained but solved: see volpe solve --help"};
  clever::Training training;
  training.options = chosen_options<Clever>(arguments.options);
  training.seed = whole_number("--seed", arguments.seed, 0, any_number);
  training.threads = int(whole_number("--threads", arguments.threads, 0, 256));
  if (training.threads == 0) training.threads = int(std::max(1u, std::thread::hardware_concurrency()));
  const auto schedule = clever::read_schedule(arguments.schedule);
  if (!schedule) throw Failure{bad_usage, schedule.error().message};
  training.schedule = *schedule;
  training.table = arguments.table;
  if (training.table &&
      std::any_of(schedule->begin(), schedule->end(), [](const auto& stage) { return stage.rolls > 1; }))
    throw Failure{bad_usage, "with --table every stage has 1 roll"};
  if (!arguments.from.empty()) {
    const auto weights = clever::read_weights(arguments.from);
    if (!weights) throw Failure{1, weights.error().message};
    training.from = std::make_shared<const clever::Weights>(*weights);
  }
  if (!arguments.lesson.empty()) {
    const auto lesson = clever::read_rewarded_boxes(arguments.lesson);
    if (!lesson) throw Failure{bad_usage, lesson.error().message};
    training.rewarded = *lesson;
  }
  const bool teaches = std::any_of(schedule->begin(), schedule->end(), [](const auto& at) { return at.shaping != 0; });
  if (teaches != (training.rewarded != 0) || (teaches && training.table))
    throw Failure{bad_usage, "--lesson goes with a stage that has points for it, in solo games"};
  training.repeats = int(whole_number("--repeats", arguments.repeats, 0, 100));
  if (!arguments.until.empty()) training.until = whole_number("--until", arguments.until, 1, any_number);
  const AtomicFile checkpoint(arguments.checkpoint);
  std::optional<AtomicFile> model;
  if (!arguments.model.empty()) model.emplace(arguments.model);
  std::ostringstream before;
  if (std::ifstream file(arguments.checkpoint, std::ios::binary); file) before << file.rdbuf();

  stop_at_interrupt();
  fmt::print("{:>9} {:>8} {:>8} {:>6} {:>9} {:>6} {:>7}\n", "games", "seconds", "score", "se", "adjusted", "se",
             "error");
  const auto report = [](const clever::Progress& at) {
    fmt::print("{:>9} {:>8.0f} {:>8.2f} {:>6.2f} {:>9.2f} {:>6.2f} {:>7.3f}\n", at.games, at.seconds, at.score,
               at.score_error, at.adjusted, at.adjusted_error, at.loss);
    std::fflush(stdout);
  };
  const auto save = [&](const std::string& bytes) { checkpoint.write(bytes); };
  const auto trained = clever::train(training, before.str(), {report, save}, stop);
  if (!trained) throw Failure{1, trained.error().message};
  if (model)
    model->write(model_file(clever::weights_kind, clever::weights_version, clever::bytes_of_weights(trained->weights)));
}

}  // namespace

void add_train(Program& program) {
  Command command = program.command("train", "Train the value network of a game, and print how it learns");
  auto arguments = std::make_shared<Arguments>();
  command.takes("game", arguments->game, "clever").required();
  command.takes("--checkpoint", arguments->checkpoint, "File to go on from, and to write now and then").required();
  command.takes("--model", arguments->model, "Model file to write at the end, or after Ctrl-C");
  command.takes("--from", arguments->from, "Model file to start from, in place of small random numbers");
  command.takes("--table", arguments->table, "Games of two, three and four seats by turns, in place of solo games");
  command.takes("--schedule", arguments->schedule,
                "Stages with commas between, each rolls:games:rate:rate:lambda:lambda, from the first value to the "
                "second; 1 roll is plain temporal differences, 6 are a Latin square. One more :N makes each yellow box "
                "of the lesson count N points more in that stage");
  command.takes(
      "--lesson", arguments->lesson,
      "Yellow boxes that such a stage rewards, row by row: xxx/.x./.x./xxx has the first and last row, and one "
      "box of the others");
  command.takes("--until", arguments->until, "Stop after this many games, before the schedule is done");
  command.takes("--repeats", arguments->repeats, "How often recent games are learned from again after each step");
  command.takes("--seed", arguments->seed, "The same seed and schedule give the same network on any number of threads");
  command.takes("--threads", arguments->threads, "Threads, 0 for all cores");
  command.takes("-o,--option", arguments->options, "An option of the game as name=value; may be repeated");
  command.footer(
      "The curve has the mean score of the last games and the luck-adjusted score: the score without what the rolls "
      "gave\nbeyond their mean, which has the same expectation and scatters far less. Ctrl-C stops; the same command "
      "goes on.\nExample:\n  volpe train clever --checkpoint build/clever.checkpoint --model models/clever-solo.model");
  command.runs([arguments] { run(*arguments); });
}

}  // namespace volpe
