// volpe rules: the rules of a game and its empty sheet.
#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/text_renderer.h"
#include "i18n/texts.h"

namespace volpe {
namespace {

struct Arguments {
  std::string game;
  std::string language = "en";
};

}  // namespace

void add_rules(Program& program) {
  Command command = program.command("rules", "Print the rules of a game and its sheet");
  auto arguments = std::make_shared<Arguments>();
  command.takes("game", arguments->game, game_names()).required();
  command.takes("--language", arguments->language, "The language of the rules: " + language_codes());
  command.footer("Examples:\n  volpe rules clever\n  volpe rules genial --language it | less");
  command.runs([arguments] {
    std::visit(
        [&](auto g) {
          using G = decltype(g);
          const Texts texts = chosen_texts(arguments->language);
          fmt::print("{}\n## {}\n\n{}", rules_text(G::name, texts.language()), texts("setup.sheet"),
                     draw_sheet<G>(G::start({G::min_seats, {}}), 0, texts("sheet.empty")));
        },
        chosen_game(arguments->game));
  });
}

}  // namespace volpe
