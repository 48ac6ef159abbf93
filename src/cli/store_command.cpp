// volpe export, import, backup and remove: the commands for the store of a server.
#include <fmt/format.h>

#include <fstream>
#include <iostream>

#include "cli/commands.h"
#include "cli/store_option.h"
#include "store/store.h"

namespace volpe {
namespace {

struct Arguments {
  std::string store, file, table, name;
};

std::unique_ptr<store::Store> open_chosen_store(const Arguments& arguments, const store::StoreOptions& options) {
  Result<std::unique_ptr<store::Store>> store =
      store::open_store(arguments.store.empty() ? default_store() : arguments.store, options);
  if (!store) throw Failure{1, store.error().message};
  return std::move(*store);
}

void fail_if(const std::optional<Error>& error) {
  if (error) throw Failure{1, error->message};
}

void run_export(const Arguments& arguments) {
  const auto store = open_chosen_store(arguments, {.read_only = true});
  std::ofstream file;
  if (arguments.file != "-") {
    file.open(arguments.file, std::ios::binary | std::ios::trunc);
    if (!file) throw Failure{1, "the file " + arguments.file + " cannot be written"};
  }
  std::ostream& out = arguments.file == "-" ? std::cout : file;
  fail_if(store->export_to([&](std::string_view line) { return bool(out << line << '\n'); }));
  if (!out.flush()) throw Failure{1, "the file " + arguments.file + " cannot be written"};
}

void run_import(const Arguments& arguments) {
  std::ifstream file;
  if (arguments.file != "-") {
    file.open(arguments.file, std::ios::binary);
    if (!file) throw Failure{1, "the file " + arguments.file + " cannot be read"};
  }
  std::istream& in = arguments.file == "-" ? std::cin : file;
  const auto store = open_chosen_store(arguments, {});
  fail_if(store->import_from([&]() -> std::optional<std::string> {
    std::string line;
    if (!std::getline(in, line)) return {};
    return line;
  }));
}

void run_backup(const Arguments& arguments) {
  fail_if(open_chosen_store(arguments, {.read_only = true})->backup(arguments.file));
  fmt::print("{} is written\n", arguments.file);
}

void run_remove(const Arguments& arguments) {
  if (arguments.table.empty() == arguments.name.empty())
    throw Failure{bad_usage, "say what to remove: --table or --name"};
  const store::Write write = arguments.name.empty() ? store::Write(store::RemoveTable{arguments.table})
                                                    : store::Write(store::ReplaceName{arguments.name, "?"});
  const store::Outcome outcome = open_chosen_store(arguments, {.maintenance = true})->write_and_wait(write);
  if (outcome.kind != store::Outcome::done) throw Failure{1, outcome.message};
}

}  // namespace

void add_store(Program& program) {
  const auto add = [&](const char* name, const char* help, const char* file_help, void (*run)(const Arguments&)) {
    auto arguments = std::make_shared<Arguments>();
    Command command = program.command(name, help);
    command.takes("FILE", arguments->file, file_help).required();
    add_store_option(command, arguments->store);
    command.runs([arguments, run] {
      make_new_files_private();
      run(*arguments);
    });
  };
  add("export", "Writes everything that a server keeps as JSON Lines, also while it runs", "The file; - for the output",
      run_export);
  add("import", "Fills an empty store with an export of any store", "The file; - for the input", run_import);
  add("backup", "Copies an SQLite store while its server runs", "The new file", run_backup);
  auto arguments = std::make_shared<Arguments>();
  Command remove = program.command("remove", "Removes a table or a name from a store, also while its server runs");
  remove.takes("--table", arguments->table, "Address of a table: it goes with its games and scores");
  remove.takes("--name", arguments->name, "A name: people and seats of exactly this name are called ? from now on");
  add_store_option(remove, arguments->store);
  remove.runs([arguments] { run_remove(*arguments); });
}

}  // namespace volpe
