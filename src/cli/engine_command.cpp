// volpe engine: the engine protocol on standard input and output.
#include <iostream>

#include "cli/commands.h"
#include "cli/read_line.h"
#include "engine/engine.h"
#include "platform/random_bytes.h"
#include "platform/shipped_models.h"

namespace volpe {
namespace {

constexpr size_t longest_line = 8 << 20;  // a record of the longest game fits, with room to spare

void serve() {
  std::ios::sync_with_stdio(false);
  Engine engine(shipped_models(), random_seed);
  std::string line;
  for (ReadStatus status;
       !engine.finished() && (status = read_line(*std::cin.rdbuf(), line, longest_line)) != ReadStatus::end;) {
    if (status == ReadStatus::too_long)
      std::cout << R"({"ok":false,"error":{"code":"bad_request","message":"a request is at most 8 MiB long"}})";
    else
      std::cout << engine.answer(line);
    std::cout << std::endl;
  }
}

}  // namespace

void add_engine(Program& program) {
  Command command = program.command("engine", "Speak the engine protocol: JSON Lines on standard input and output");
  command.footer(
      "Example:\n  echo '{\"op\":\"new\",\"game\":\"clever\",\"seats\":1}' | volpe engine\n"
      "The protocol is described in docs/engine-protocol.md.");
  command.runs(serve);
}

}  // namespace volpe
