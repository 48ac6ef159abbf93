// The volpe program: one subcommand per file, and how errors leave it.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>

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

// What the first word is, if it is nothing that the program knows.
std::string unknown_word(const CLI::App& app, int argc, char** argv) {
  if (argc < 2) return {};
  const std::string word = argv[1];
  for (const char* known : {"-h", "--help", "--version"})
    if (word == known) return {};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (word == command->get_name()) return {};
  return fmt::format("there is no {} {} (see volpe --help)", word.starts_with("-") ? "option" : "subcommand",
                     volpe::quote(word));
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
  volpe::add_arena(app);
  volpe::add_engine(app);
  volpe::add_replay(app);
  volpe::add_verify(app);
  volpe::add_analyze(app);
  volpe::add_rules(app);
  volpe::add_bench(app);
  volpe::add_solve(app);
  volpe::add_train(app);
  volpe::add_serve(app);
  volpe::add_store(app);
  volpe::add_load(app);
  try {
    if (const std::string unknown = unknown_word(app, argc, argv); !unknown.empty())
      throw volpe::Failure{volpe::bad_usage, unknown};
    app.parse(argc, argv);
    if (std::fflush(stdout) != 0 || !std::cout.flush()) throw volpe::Failure{1, "the output can not be written"};
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
