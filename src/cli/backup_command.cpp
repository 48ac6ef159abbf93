// volpe backup: copies an SQLite store.
#include <fmt/format.h>

#include "cli/chosen_store.h"
#include "cli/commands.h"

namespace volpe {
namespace {

struct Arguments {
  std::string store, file;
};

void run(const Arguments& arguments) {
  fail_if(open_chosen_store(arguments.store, {.read_only = true})->backup(arguments.file));
  fmt::print("{} is written\n", arguments.file);
}

}  // namespace

void add_backup(Program& program) {
  auto arguments = std::make_shared<Arguments>();
  Command command = program.command("backup", "Copies an SQLite store while its server runs");
  command.takes("FILE", arguments->file, "The new file").required();
  add_store_option(command, arguments->store);
  command.runs([arguments] {
    make_new_files_private();
    run(*arguments);
  });
}

}  // namespace volpe
