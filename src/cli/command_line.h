// The command line of the program: subcommands, their arguments, and how they fail. Only command_line.cpp knows the
// library that parses it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace volpe {

// Thrown by a subcommand to end the program: one sentence on standard error, and this exit status.
struct Failure {
  int status;
  std::string message;
};
inline constexpr int bad_usage = 2;

// A positional argument or an option of a subcommand, and how it may be used.
class Argument {
 public:
  explicit Argument(CLI::Option* option) : option_(option) {}
  Argument required();
  Argument excludes(Argument other);
  Argument may_be_empty();                            // the option may be given without a value
  Argument environment(const std::string& variable);  // the default, if it is set

 private:
  CLI::Option* option_;
};

// A subcommand. The values that it takes are filled in before it runs and must live until then.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}

  // `names` is "file" for a positional argument, "--seed" or "-o,--option" for an option. The help shows a value that
  // is not empty as the default.
  Argument takes(const std::string& names, std::string& value, const std::string& help);
  Argument takes(const std::string& names, std::optional<std::string>& value, const std::string& help);
  Argument takes(const std::string& names, std::vector<std::string>& values, const std::string& help);
  Argument takes(const std::string& name, bool& flag, const std::string& help);

  void footer(const std::string& text);
  void runs(std::function<void()> action);

 private:
  CLI::App* app_;
};

class Program {
 public:
  Program(const std::string& purpose, const std::string& version, const std::string& footer);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Command command(const std::string& name, const std::string& help);

  // Parses the command line and runs its subcommand; returns the exit status. Prints an error as one line.
  int run(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace volpe
