// volpe replay: prints a record move by move while the rules check it.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/record_file.h"
#include "cli/text_renderer.h"

namespace volpe {
namespace {

template <class G>
void print(const Play<G>& play) {
  const Header header = play.header();
  const Setup setup = play.setup();
  fmt::print("{}, {} seat{}, dice: {}\n", G::name, setup.seats, setup.seats == 1 ? "" : "s", header.dice);
  for (int seat = 0; seat < setup.seats; ++seat) fmt::print("  seat {}: {}\n", seat, header.names[size_t(seat)]);
  typename G::State state = play.first();
  int ply = 0;
  for (const Event<G>& event : play.events()) {
    const bool decides = G::legal(state) != 0;
    const std::string who = decides ? header.names[size_t(G::mover(state))] : "";
    fmt::print("{:4}  {:<20} {}\n", ++ply, who.substr(0, 20), write<G>(state, event));
    apply<G>(state, event);
  }
  fmt::print("\n");
  for (int seat = 0; seat < setup.seats; ++seat)
    fmt::print("{}\n", draw_sheet<G>(state, seat, header.names[size_t(seat)]));
  if (!G::over(state)) {
    fmt::print("The game is not over: {} events so far, all by the rules.\n", ply);
    return;
  }
  fmt::print("Result:");
  const Ending end = G::ending(state);
  for (int seat = 0; seat < setup.seats; ++seat)
    fmt::print(" {} {}{}", header.names[size_t(seat)], end.totals[size_t(seat)],
               has(end.winners, seat) && setup.seats > 1 ? " (wins)" : "");
  fmt::print("\nEvery event follows the rules.\n");
}

}  // namespace

void add_replay(Program& program) {
  Command command = program.command("replay", "Print a recorded game move by move and check it");
  auto path = std::make_shared<std::string>();
  command.takes("file", *path, "A record (.volpe), or - for standard input").required();
  command.footer(
      "Examples:\n  volpe replay game.volpe\n  volpe replay - < game.volpe\nExit status 1: the record breaks a rule; "
      "the line and the reason are printed.");
  command.runs([path] {
    const AnyPlay play = read_play(*path);
    std::visit([](const auto& p) { print(p); }, play);
  });
}

}  // namespace volpe
