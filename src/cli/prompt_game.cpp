// Asks for one line after the other and prints what happens.
#include "cli/prompt_game.h"

#include <fmt/format.h>

#include <iostream>

#include "cli/arguments.h"
#include "cli/read_line.h"
#include "cli/text_renderer.h"
#include "platform/random_bytes.h"
#include "terminal/local_game.h"

namespace volpe {
namespace {

// Thrown when the person leaves: with "quit", or because the input has ended.
struct PersonLeft {};

std::string ask(const std::string& prompt) {
  fmt::print("{}> ", prompt);
  std::fflush(stdout);
  std::string line;
  switch (read_line(*std::cin.rdbuf(), line, 1000)) {
    case ReadStatus::end: fmt::print("\n"); throw PersonLeft{};
    case ReadStatus::too_long: return "?";
    default: break;
  }
  const size_t from = line.find_first_not_of(" \t\r"), to = line.find_last_not_of(" \t\r");
  line = from == std::string::npos ? "" : line.substr(from, to - from + 1);
  if (line == "quit" || line == "q") throw PersonLeft{};
  return line;
}

// One game at the prompt.
template <class G>
class PromptGame {
 public:
  explicit PromptGame(LocalGame<G>& game) : game_(game) {}

  // Plays until the end, or until the person leaves; returns whether the end was reached.
  bool run() {
    try {
      while (!G::over(game_.state())) step();
    } catch (const PersonLeft&) {
      fmt::print("Left before the end.\n");
      reveal();
      return false;
    }
    finish();
    reveal();
    return true;
  }

 private:
  void step() {
    if (game_.play().chance())
      roll();
    else if (const int seat = game_.due_seat(); game_.is_bot(seat))
      play_bot(game_.participant_in(seat));
    else
      decide(game_.participant_in(seat));
  }

  void reveal() {
    if (!game_.secret()) return;
    fmt::print("The secret of the dice was {}{}.\n", hex(*game_.secret()),
               game_.record().empty() ? "" : ": 'volpe verify' throws those of the record again");
    game_.reveal();
  }

  // A person must press Enter before digital dice roll, so that a slip can still be taken back.
  void roll() {
    const Participant<G>& participant = game_.participant_in(game_.due_seat());
    const auto thrown = game_.play().next_roll();
    if (!thrown) return type_roll(participant);
    while (participant.bot == nullptr) {
      const std::string line = ask(participant.name + ", Enter rolls the dice");
      if (line.empty()) break;
      if (line == "undo" && take_back()) return;
      if (line != "undo" && !answer_question(line))
        fmt::print("Press Enter to roll; other words: undo, sheets, rules, help, quit.\n");
    }
    fmt::print("{}: {}\n", participant.name, G::write(game_.state(), *thrown));
    game_.add(*thrown);
  }

  // Real dice: a person types what they show.
  void type_roll(const Participant<G>& participant) {
    const std::string example = G::write(game_.state(), G::thrown(G::throws / 3)).substr(5);
    for (;;) {
      const std::string line = ask(fmt::format("{}, what do the dice show (like: {})", participant.name, example));
      if (line == "undo" && take_back()) return;
      if (line == "undo" || answer_question(line)) continue;
      const auto event = G::read(game_.state(), line.starts_with("roll ") ? line : "roll " + line);
      if (event) return game_.add(*event);
      fmt::print("{}.\n", event.error().message);
    }
  }

  void play_bot(const Participant<G>& participant) {
    const Decision decision = game_.bot_decision();
    fmt::print("{}: {}\n", participant.name, G::write(game_.state(), decision));
    game_.add(decision);
  }

  // The sheet, the dice and the numbered list of decisions.
  void show(const Participant<G>& participant, const JsonArray& effects) const {
    fmt::print("\n{}{}", draw_sheet<G>(game_.state(), G::mover(game_.state()), participant.name),
               draw_dice<G>(game_.state()));
    for (size_t n = 0; n < effects.size(); ++n) {
      const JsonObject& effect = effects[n].as_object();
      fmt::print("{:4}  {:<16} {}\n", n + 1, std::string_view(effect.at("event").as_string()), draw_effect<G>(effect));
    }
  }

  void decide(const Participant<G>& participant) {
    const JsonArray effects = G::effects(game_.state());
    show(participant, effects);
    for (;;) {
      std::string line = ask(participant.name);
      if (line == "undo" && take_back()) return;
      if (line == "undo" || answer_question(line)) continue;
      if (line.empty()) {
        show(participant, effects);
        continue;
      }
      if (line == "hint" || line == "h") {
        hint();
        continue;
      }
      if (line.size() < 6 && line.find_first_not_of("0123456789") == std::string::npos) {
        const size_t n = std::stoul(line);
        if (n < 1 || n > effects.size()) {
          fmt::print("There is no number {} in the list.\n", n);
          continue;
        }
        line = effects[n - 1].at("event").as_string();
      }
      const auto event = G::read(game_.state(), line);
      if (event) return game_.add(*event);
      fmt::print("{}. Type a number of the list or its word; Enter shows the list, help says more.\n",
                 event.error().message);
    }
  }

  // Answers what can be asked at any prompt; returns false if the line is something else.
  bool answer_question(const std::string& line) const {
    if (line == "help" || line == "?") {
      fmt::print(
          "A number of the list, or the word beside it, decides; Enter shows the list again. undo takes back, hint (h) "
          "shows\n"
          "good decisions, sheets everybody's sheet, rules the rules, quit (q) leaves.\n");
    } else if (line == "sheets") {
      for (int seat = 0; seat < game_.play().setup().seats; ++seat)
        fmt::print("\n{}", draw_sheet<G>(game_.state(), seat, game_.participant_in(seat).name));
    } else if (line == "rules") {
      fmt::print("{}\n", rules_text(G::name));
    } else {
      return false;
    }
    return true;
  }

  void hint() {
    const auto advice = game_.advice();
    if (!advice) {
      fmt::print("There is no hint: {}.\n", advice.error().message);
      return;
    }
    for (size_t n = 0; n < std::min<size_t>(3, advice->size()); ++n)
      fmt::print("  {:<16} {:>6.2f}  {}\n", (*advice)[n].event, (*advice)[n].value,
                 Texts("en").reasons((*advice)[n].why));
    fmt::print("  ({}, as the expert sees it)\n", game_.in_match()                  ? "points for the match"
                                                  : game_.play().setup().seats == 1 ? "points at the end"
                                                                                    : "winning chance");
  }

  bool take_back() {
    if (game_.take_back()) return true;
    fmt::print("There is nothing to take back: dice have been rolled or somebody else has decided.\n");
    return false;
  }

  void finish() const {
    const Ending end = G::ending(game_.state());
    const int seats = game_.play().setup().seats;
    fmt::print("\nThe game is over.\n");
    for (int seat = 0; seat < seats; ++seat) {
      fmt::print("\n{}", draw_sheet<G>(game_.state(), seat, game_.participant_in(seat).name));
      const std::string more = draw_ending<G>(game_.state(), seat);
      fmt::print("  total {}{}{}\n", end.totals[size_t(seat)], more.empty() ? "" : ", " + more,
                 seats > 1 && has(end.winners, seat) ? ": wins" : "");
    }
  }

  LocalGame<G>& game_;
};

// The seed that a person adds to fair dice.
std::string ask_seed(const std::string& name) {
  for (;;) {
    std::string seed = ask(name + ", add a seed to the dice (Enter takes a random one)");
    if (seed.empty()) return random_id();
    if (good_seed(seed)) return seed;
    fmt::print("A seed is 1 to 64 letters, digits, - and _, and not - alone.\n");
  }
}

// The dice of game number `game` of a match, or of the only one. The commitment of fair dice is shown before anybody
// adds a seed.
template <class G>
GameDice dice_for(const GamePlan& plan, const std::vector<Participant<G>>& participants, int game) {
  Header header = plan.header(game);
  if (plan.dice != GamePlan::Dice::fair) return {std::move(header), {}, {}};
  const int seats = int(participants.size());
  const Bytes32 secret = random_secret();
  fmt::print("The commitment of the dice is {}.\n", hex(fair_commitment(secret, {G::name, seats, header.match})));
  for (int seat = 0; seat < seats; ++seat) {
    const Participant<G>& participant = participants[size_t(person_in_seat(game, seat, seats))];
    header.seeds.push_back(participant.bot == nullptr ? ask_seed(participant.name) : std::string(no_seed));
  }
  return fair_dice(G::name, seats, std::move(header), secret);
}

template <class G>
void play(const GamePlan& plan) {
  const auto participants = make_participants<G>(plan.names, plan.setup(), !plan.match.empty());
  if (!participants) throw Failure{bad_usage, participants.error().message};
  const int seats = int(participants->size());
  fmt::print("{}, {} seat{}. help shows what you can type, rules the rules, quit leaves.\n", G::name, seats,
             seats == 1 ? "" : "s");
  Match match{seats, 0, {}};
  do {
    LocalGame<G> game(plan.setup(), *participants, match.games, dice_for(plan, *participants, match.games), plan.seed,
                      plan.record_of(match.games));
    const bool finished = PromptGame<G>(game).run();
    if (!game.record().empty()) fmt::print("The record {}is in {}.\n", finished ? "" : "so far ", game.record());
    if (!finished) return;
    match.add(G::ending(game.state()));
    if (!plan.match.empty()) {
      fmt::print("Match after game {} of {}:", match.games, seats);
      for (size_t person = 0; person < participants->size(); ++person)
        fmt::print(" {} {}", (*participants)[person].name, match.points[person]);
      fmt::print("\n");
    }
  } while (!plan.match.empty() && !match.over());
}

}  // namespace

void play_at_prompt(const GamePlan& plan) {
  std::visit(
      [&]<class G>(G) {
        try {
          play<G>(plan);
        } catch (const PersonLeft&) {  // while seeds were asked for
          fmt::print("Left before the first roll.\n");
        }
      },
      chosen_game(plan.game));
}

}  // namespace volpe
