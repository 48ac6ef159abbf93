// volpe export: writes a store as JSON Lines.
#include <fstream>
#include <iostream>

#include "cli/chosen_store.h"
#include "cli/commands.h"

namespace volpe {
namespace {

struct Arguments {
  std::string store, file;
};

void run(const Arguments& arguments) {
  const auto store = open_chosen_store(arguments.store, {.read_only = true});
  std::ofstream file;
  if (arguments.file != "-") {
    file.open(arguments.file, std::ios::binary | std::ios::trunc);
    if (!file) throw Failure{1, "the file " + arguments.file + " cannot be written"};
  }
  std::ostream& out = arguments.file == "-" ? std::cout : file;
  fail_if(store->export_to([&](std::string_view line) { return bool(out << line << '\n'); }));
  if (!out.flush()) throw Failure{1, "the file " + arguments.file + " cannot be written"};
}

}  // namespace

void add_export(Program& program) {
  auto arguments = std::make_shared<Arguments>();
  Command command =
      program.command("export", "Writes everything that a server keeps as JSON Lines, also while it runs");
  command.takes("FILE", arguments->file, "The file; - for the output").required();
  add_store_option(command, arguments->store);
  command.runs([arguments] {
    make_new_files_private();
    run(*arguments);
  });
}

}  // namespace volpe
