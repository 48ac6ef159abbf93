// volpe remove: removes a table or a name from a store.
#include "cli/chosen_store.h"
#include "cli/commands.h"

namespace volpe {
namespace {

struct Arguments {
  std::string store, table, name;
};

void run(const Arguments& arguments) {
  if (arguments.table.empty() == arguments.name.empty())
    throw Failure{bad_usage, "say what to remove: --table or --name"};
  const store::Write write = arguments.name.empty() ? store::Write(store::RemoveTable{arguments.table})
                                                    : store::Write(store::ReplaceName{arguments.name, "?"});
  const store::Outcome outcome = open_chosen_store(arguments.store, {.maintenance = true})->write_and_wait(write);
  if (outcome.kind != store::Outcome::done) throw Failure{1, outcome.message};
}

}  // namespace

void add_remove(Program& program) {
  auto arguments = std::make_shared<Arguments>();
  Command command = program.command("remove", "Removes a table or a name from a store, also while its server runs");
  command.takes("--table", arguments->table, "Address of a table: it goes with its games and scores");
  command.takes("--name", arguments->name, "A name: people and seats of exactly this name are called ? from now on");
  add_store_option(command, arguments->store);
  command.runs([arguments] { run(*arguments); });
}

}  // namespace volpe
