// The volpe program: adds every subcommand, in the order of the help.
#include "base/version.h"
#include "cli/commands.h"

int main(int argc, char** argv) {
  volpe::Program program(
      "Volpe plays Clever and Genial: rules, records, players and an engine for your own programs.",
      std::string(volpe::version),
      "Examples:\n  volpe play clever\n  volpe simulate clever --seats 1 --players greedy --games 1000\n  volpe rules "
      "genial");
  volpe::add_play(program);
  volpe::add_simulate(program);
  volpe::add_arena(program);
  volpe::add_engine(program);
  volpe::add_replay(program);
  volpe::add_verify(program);
  volpe::add_analyze(program);
  volpe::add_rules(program);
  volpe::add_bench(program);
  volpe::add_solve(program);
  volpe::add_train(program);
  volpe::add_serve(program);
  volpe::add_export(program);
  volpe::add_import(program);
  volpe::add_backup(program);
  volpe::add_remove(program);
  volpe::add_load(program);
  return program.run(argc, argv);
}
