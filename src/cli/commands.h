// The subcommands of the volpe program, one per file.
#pragma once

#include "cli/command_line.h"

namespace volpe {

// Each adds its subcommand, which runs once the command line has been parsed.
void add_engine(Program& program);
void add_play(Program& program);
void add_simulate(Program& program);
void add_arena(Program& program);
void add_analyze(Program& program);
void add_replay(Program& program);
void add_verify(Program& program);
void add_rules(Program& program);
void add_bench(Program& program);
void add_solve(Program& program);
void add_train(Program& program);
void add_serve(Program& program);
void add_export(Program& program);
void add_import(Program& program);
void add_backup(Program& program);
void add_remove(Program& program);
void add_load(Program& program);

}  // namespace volpe
