// The volpe program: one subcommand per file, and how errors leave it.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/version.h"

namespace {

// A sentence of the command-line library in our form: one line that ends with where to read more.
std::string sentence(std::string text, const std::string& command) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return fmt::format("{} (see {} --help)", text, command);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Volpe plays Clever and Genial: rules, records, players and an engine for your own programs.", "volpe");
  app.set_version_flag("--version", std::string(volpe::version));
  app.require_subcommand(1);
  app.failure_message([](const CLI::App*, const CLI::Error&) { return std::string(); });
  app.footer(
      "Examples:\n  volpe play clever\n  volpe simulate clever --seats 1 --players greedy --games 1000\n  volpe rules "
      "genial");
  volpe::add_play(app);
  volpe::add_simulate(app);
  volpe::add_engine(app);
  volpe::add_replay(app);
  volpe::add_rules(app);
  volpe::add_bench(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    const auto used = app.get_subcommands();
    fmt::print(stderr, "volpe: {}\n", sentence(error.what(), used.empty() ? "volpe" : "volpe " + used[0]->get_name()));
    return volpe::bad_usage;
  } catch (const volpe::Failure& failure) {
    fmt::print(stderr, "volpe: {}\n", failure.message);
    return failure.status;
  }
  return 0;
}
