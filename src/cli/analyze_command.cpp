// volpe analyze: luck and losses of a recorded game.
#include <fmt/format.h>

#include <boost/json/serialize.hpp>
#include <optional>

#include "analysis/report.h"
#include "cli/arguments.h"
#include "cli/atomic_file.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/progress_bar.h"
#include "cli/record_file.h"
#include "i18n/texts.h"
#include "platform/shipped_models.h"
#include "players/roster.h"

namespace volpe {
namespace {

struct Arguments {
  std::string file;
  std::string level = std::string(default_evaluator);
  std::string rolls;
  std::optional<std::string> svg;
  bool json = false;
};

void print_seats(const Analysis& analysis) {
  fmt::print("{:<16} {:>9} {:>9} {:>9} {:>9} {:>9} {:>12} {:>10} {:>9}\n", "", "start", "luck", "losses", "gifts",
             "result", "unexplained", "decisions", "accuracy");
  for (size_t n = 0; n < analysis.seats.size(); ++n) {
    const SeatAnalysis& seat = analysis.seats[n];
    fmt::print("{:<16} {:>9} {:>9} {:>9} {:>9} {:>9} {:>12} {:>10} {:>9}\n", analysis.names[n],
               value_text(analysis, seat.start), signed_text(analysis, seat.luck), signed_text(analysis, -seat.loss),
               signed_text(analysis, seat.gifts), value_text(analysis, seat.result),
               signed_text(analysis, seat.unexplained), seat.decisions,
               seat.accuracy ? fmt::format("{:.1f}", *seat.accuracy) : "-");
  }
}

void print_worst(const Analysis& analysis) {
  const std::vector<size_t> worst = worst_decisions(analysis);
  if (worst.empty()) {
    fmt::print("\nNo decision lost anything.\n");
    return;
  }
  fmt::print("\nThe worst decisions:\n");
  for (size_t n : worst) {
    const Moment& moment = analysis.moments[n];
    const std::string reasons = Texts("en").reasons(moment.why);
    fmt::print("  event {:>3}, {}: {} lost {} ({}); better was {} ({}){}\n", n + 1, analysis.names[size_t(moment.seat)],
               moment.event, value_text(analysis, moment.loss()), value_text(analysis, moment.value), moment.better,
               value_text(analysis, moment.best), reasons.empty() ? "" : ": " + reasons);
  }
}

void print_text(const Analysis& analysis) {
  const char* values = analysis.match ? "expected points" : analysis.chances() ? "winning chances" : "expected totals";
  fmt::print("{}, {} seat{}, {} events, judged by {}: {}\n", analysis.game, analysis.seats.size(),
             analysis.seats.size() == 1 ? "" : "s", analysis.moments.size(), analysis.level, values);
  if (!analysis.finished) fmt::print("The game is not over: the result is what the last position is worth.\n");
  fmt::print("\n");
  print_seats(analysis);
  print_worst(analysis);
}

template <class G>
Analysis analysis_of(const Play<G>& play, const Arguments& arguments) {
  const auto evaluator =
      make_evaluator<G>(shipped_models(), arguments.level, G::setup(play.state()), !play.header().match.empty());
  if (!evaluator) throw Failure{bad_usage, evaluator.error().message};
  const int rolls =
      arguments.rolls.empty() ? usual_rolls<G> : int(whole_number("--rolls", arguments.rolls, 1, 1000000));
  std::atomic<u64> done{0};
  stop_at_interrupt();
  const ProgressBar bar(done, std::max<u64>(1, play.events().size()), "events");
  Analysis analysis = analyze<G>(play, **evaluator, rolls, [&](size_t events) {
    done = events;
    return !stop;
  });
  if (stop) throw Failure{1, "stopped before the end: nothing was written"};
  analysis.level = arguments.level;
  return analysis;
}

void run(const Arguments& arguments) {
  const AnyPlay play = read_play(arguments.file);
  std::optional<AtomicFile> chart;
  if (arguments.svg) chart.emplace(*arguments.svg);
  const Analysis analysis = std::visit([&](const auto& p) { return analysis_of(p, arguments); }, play);
  if (chart) chart->write(analysis_chart(analysis));
  if (arguments.json)
    fmt::print("{}\n", boost::json::serialize(analysis_json(analysis)));
  else
    print_text(analysis);
}

}  // namespace

void add_analyze(Program& program) {
  Command command = program.command("analyze", "Show luck and losses of a recorded game");
  auto arguments = std::make_shared<Arguments>();
  command.takes("file", arguments->file, "A record (.volpe), or - for standard input").required();
  command.takes("--level", arguments->level, "Who judges: a player's name");
  command.takes("--rolls", arguments->rolls,
                "How many rolls stand for all when luck is measured (default: 36 in Clever, all in Genial)");
  command.takes("--svg", arguments->svg, "Draw a chart into this file");
  command.takes("--json", arguments->json, "Print one JSON object");
  command.footer(
      "Examples:\n  volpe analyze game.volpe\n  volpe analyze game.volpe --level greedy --svg game.svg\n"
      "Exit status 1: the record breaks a rule; the line and the reason are printed. docs/analysis.md has the "
      "formulas.");
  command.runs([arguments] { run(*arguments); });
}

}  // namespace volpe
