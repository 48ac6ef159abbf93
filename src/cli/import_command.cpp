// volpe import: fills an empty store from an export.
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
  std::ifstream file;
  if (arguments.file != "-") {
    file.open(arguments.file, std::ios::binary);
    if (!file) throw Failure{1, "the file " + arguments.file + " cannot be read"};
  }
  std::istream& in = arguments.file == "-" ? std::cin : file;
  const auto store = open_chosen_store(arguments.store, {});
  fail_if(store->import_from([&]() -> std::optional<std::string> {
    std::string line;
    if (!std::getline(in, line)) return {};
    return line;
  }));
}

}  // namespace

void add_import(Program& program) {
  auto arguments = std::make_shared<Arguments>();
  Command command = program.command("import", "Fills an empty store with an export of any store");
  command.takes("FILE", arguments->file, "The file; - for the input").required();
  add_store_option(command, arguments->store);
  command.runs([arguments] {
    make_new_files_private();
    run(*arguments);
  });
}

}  // namespace volpe
