// Parses the command line with CLI11 and rewords its errors.
#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>

#include "games/notation.h"

namespace volpe {
namespace {

// An error message of CLI11 as one line that ends with where to read more.
std::string one_line(std::string text, const std::string& command) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return fmt::format("{} (see {} --help)", text, command);
}

// An error message if the first argument is neither a subcommand nor an option of the program; else empty.
std::string unknown_first_argument(const CLI::App& app, int argc, char** argv) {
  if (argc < 2) return {};
  const std::string first = argv[1];
  for (const char* known : {"-h", "--help", "--version"})
    if (first == known) return {};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (first == command->get_name()) return {};
  return fmt::format("there is no {} {} (see volpe --help)", first.starts_with("-") ? "option" : "subcommand",
                     quote(first));
}

}  // namespace

Argument Argument::required() {
  option_->required();
  return *this;
}

Argument Argument::excludes(Argument other) {
  option_->excludes(other.option_);
  return *this;
}

Argument Argument::may_be_empty() {
  option_->expected(0, 1);
  return *this;
}

Argument Argument::environment(const std::string& variable) {
  option_->envname(variable);
  return *this;
}

Argument Command::takes(const std::string& names, std::string& value, const std::string& help) {
  return Argument(app_->add_option(names, value, help)->capture_default_str());
}

Argument Command::takes(const std::string& names, std::optional<std::string>& value, const std::string& help) {
  return Argument(app_->add_option(names, value, help));
}

Argument Command::takes(const std::string& names, std::vector<std::string>& values, const std::string& help) {
  return Argument(app_->add_option(names, values, help));
}

Argument Command::takes(const std::string& name, bool& flag, const std::string& help) {
  return Argument(app_->add_flag(name, flag, help));
}

void Command::footer(const std::string& text) { app_->footer(text); }

void Command::runs(std::function<void()> action) { app_->callback(std::move(action)); }

Program::Program(const std::string& purpose, const std::string& version, const std::string& footer)
    : app_(std::make_unique<CLI::App>(purpose, "volpe")) {
  app_->set_version_flag("--version", version);
  app_->require_subcommand(1);
  app_->failure_message([](const CLI::App*, const CLI::Error&) { return std::string(); });
  app_->footer(footer);
}

Program::~Program() = default;

Command Program::command(const std::string& name, const std::string& help) {
  return Command(app_->add_subcommand(name, help));
}

int Program::run(int argc, char** argv) {
  try {
    if (const std::string unknown = unknown_first_argument(*app_, argc, argv); !unknown.empty())
      throw Failure{bad_usage, unknown};
    app_->parse(argc, argv);
    if (std::fflush(stdout) != 0 || !std::cout.flush()) throw Failure{1, "the output cannot be written"};
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app_->exit(error);
    const auto used = app_->get_subcommands();
    fmt::print(stderr, "volpe: {}\n", one_line(error.what(), used.empty() ? "volpe" : "volpe " + used[0]->get_name()));
    return bad_usage;
  } catch (const Failure& failure) {
    fmt::print(stderr, "volpe: {}\n", failure.message);
    return failure.status;
  }
  return 0;
}

}  // namespace volpe
