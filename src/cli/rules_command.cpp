// volpe rules: the rules of a game and its empty sheet.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/draw.h"
#include "cli/texts.h"

namespace volpe {

void add_rules(Program& program) {
  Command command = program.command("rules", "Print the rules of a game and its sheet");
  auto game = std::make_shared<std::string>();
  command.takes("game", *game, game_names()).required();
  command.footer("Examples:\n  volpe rules clever\n  volpe rules genial | less");
  command.runs([game] {
    std::visit(
        [](auto g) {
          using G = decltype(g);
          fmt::print("{}\n## The sheet\n\n{}", rules_text(G::name),
                     draw_sheet<G>(G::start({G::min_seats, {}}), 0, "Empty sheet"));
        },
        chosen_game(*game));
  });
}

}  // namespace volpe
