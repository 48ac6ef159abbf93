// volpe play: games against bots or several people at one keyboard, on a full screen or at a plain prompt.
#include <fmt/format.h>

#include <iostream>

#include "cli/arguments.h"
#include "cli/data_folder.h"
#include "cli/read_line.h"
#include "cli/text_renderer.h"
#include "platform/random_bytes.h"
#include "platform/shipped_models.h"
#include "terminal/local_game.h"
#include "terminal/terminal.h"

namespace volpe {
namespace {

struct Arguments {
  std::string game;
  std::string seats;
  std::string seed;
  bool real_dice = false;
  bool fair_dice = false;
  bool match = false;
  bool plain = false;
  std::string record;
  std::optional<std::string> resume;  // a file; empty: the game that was played last
  std::string language;
  std::vector<std::string> options;
  std::string join, name;
  bool watch = false;
};

// The person left: the input ended, or "quit".
struct Left {};

std::string ask(const std::string& prompt) {
  fmt::print("{}> ", prompt);
  std::fflush(stdout);
  std::string line;
  switch (read_line(*std::cin.rdbuf(), line, 1000)) {
    case Line::none: fmt::print("\n"); throw Left{};
    case Line::too_long: return "?";
    default: break;
  }
  const size_t from = line.find_first_not_of(" \t\r"), to = line.find_last_not_of(" \t\r");
  line = from == std::string::npos ? "" : line.substr(from, to - from + 1);
  if (line == "quit" || line == "q") throw Left{};
  return line;
}

// One game at the plain prompt.
template <class G>
class Table {
 public:
  explicit Table(LocalGame<G>& game) : game_(game) {}

  // Plays to the end, or until somebody leaves; returns whether the end was reached.
  bool run() {
    try {
      while (!G::over(game_.state())) step();
    } catch (const Left&) {
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
      let_play(game_.participant_in(seat));
    else
      decide(game_.participant_in(seat));
  }

  void reveal() {
    if (!game_.secret()) return;
    fmt::print("The secret of the dice was {}{}.\n", hex(*game_.secret()),
               game_.record().empty() ? "" : ": 'volpe verify' throws those of the record again");
    game_.reveal();
  }

  // Digital dice wait for Enter when a person is to roll, so that a slip can still be taken back.
  void roll() {
    const Participant<G>& participant = game_.participant_in(game_.due_seat());
    const auto thrown = game_.play().next_roll();
    if (!thrown) return type_roll(participant);
    while (participant.bot == nullptr) {
      const std::string line = ask(participant.name + ", Enter rolls the dice");
      if (line.empty()) break;
      if (line == "undo" && take_back()) return;
      if (line != "undo" && !common(line))
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
      if (line == "undo" || common(line)) continue;
      const auto event = G::read(game_.state(), line.starts_with("roll ") ? line : "roll " + line);
      if (event) return game_.add(*event);
      fmt::print("{}.\n", event.error().message);
    }
  }

  void let_play(const Participant<G>& participant) {
    const Decision decision = game_.bot_decision();
    fmt::print("{}: {}\n", participant.name, G::write(game_.state(), decision));
    game_.add(decision);
  }

  // The position of a decision and the numbered list of what can be decided.
  void show(const Participant<G>& participant, const JsonArray& effects) const {
    fmt::print("\n{}{}", draw_sheet<G>(game_.state(), G::mover(game_.state()), participant.name),
               draw_table<G>(game_.state()));
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
      if (line == "undo" || common(line)) continue;
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

  // What can be asked at any prompt.
  bool common(const std::string& line) const {
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

// "2" is a person and a bot of level 3; "me,greedy,me" says who sits where.
template <class G>
std::vector<std::string> names_of(const std::string& text, const Texts& texts) {
  std::vector<std::string> seats = comma_list(text);
  if (seats.size() == 1 && seats[0].size() == 1 && seats[0][0] >= '0' && seats[0][0] <= '9') {
    const int count = seats[0][0] - '0';
    seats.assign(size_t(count), "level3");
    if (count > 0) seats[0] = "me";
  }
  const Result<int> count = check_seats<G>(static_cast<long long>(seats.size()));
  if (!count) throw Failure{bad_usage, count.error().message};
  const auto people = std::count(seats.begin(), seats.end(), "me");
  std::vector<std::string> names;
  for (const std::string& seat : seats) {
    if (seat == "me") {
      names.push_back(person_name(texts, int(names.size()), people == 1));
      continue;
    }
    if (const auto bot = make_player<G>(shipped_models(), seat, {*count, {}}); !bot)
      throw Failure{bad_usage, "in --seats, " + quote(seat) + " is neither 'me' nor a player: " + bot.error().message};
    names.push_back(std::string(bot_prefix) + seat);
  }
  return names;
}

u64 chosen_seed(const std::string& text) {
  if (text.empty()) return random_seed();
  return whole_number("--seed", text, 0, any_number);
}

// What a person adds to fair dice.
std::string ask_seed(const std::string& name) {
  for (;;) {
    std::string seed = ask(name + ", add a seed to the dice (Enter takes a random one)");
    if (seed.empty()) return random_id();
    if (good_seed(seed)) return seed;
    fmt::print("A seed is 1 to 64 letters, digits, - and _, and not - alone.\n");
  }
}

// Game number `game` of a match, or the only one. Fair dice: the commitment is shown before anybody adds a seed.
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
GamePlan plan_of(const Arguments& arguments, const Texts& texts) {
  GamePlan plan;
  plan.game = G::name;
  plan.names = names_of<G>(arguments.seats.empty() ? "2" : arguments.seats, texts);
  plan.options = chosen_options<G>(arguments.options);
  if (arguments.match && !played_in_matches<G>)
    throw Failure{bad_usage, fmt::format("{} is not played in matches", G::name)};
  plan.seed = chosen_seed(arguments.seed);
  if (arguments.match) plan.match = std::to_string(plan.seed);
  plan.dice = arguments.fair_dice   ? GamePlan::Dice::fair
              : arguments.real_dice ? GamePlan::Dice::real
                                    : GamePlan::Dice::seeded;
  plan.record = arguments.record;
  return plan;
}

// ---- At the plain prompt

template <class G>
void run(const GamePlan& plan) {
  const auto participants = make_participants<G>(plan.names, plan.setup(), !plan.match.empty());
  if (!participants) throw Failure{bad_usage, participants.error().message};
  const int seats = int(participants->size());
  fmt::print("{}, {} seat{}. help shows what you can type, rules the rules, quit leaves.\n", G::name, seats,
             seats == 1 ? "" : "s");
  Match match{seats, 0, {}};
  do {
    LocalGame<G> game(plan.setup(), *participants, match.games, dice_for(plan, *participants, match.games), plan.seed,
                      plan.record_of(match.games));
    const bool finished = Table<G>(game).run();
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

void play_plain(const Arguments& arguments) {
  if (arguments.resume) throw Failure{bad_usage, "a game is resumed on a full screen only: --resume needs a terminal"};
  if (!arguments.join.empty())
    throw Failure{bad_usage, "a table is joined on a full screen only: --join needs a terminal"};
  if (arguments.game.empty()) throw Failure{bad_usage, "which game is to be played: " + game_names() + "?"};
  std::visit(
      [&]<class G>(G) {
        try {
          run<G>(plan_of<G>(arguments, Texts("en")));
        } catch (const Left&) {  // while seeds were asked for
          fmt::print("Left before the first roll.\n");
        }
      },
      chosen_game(arguments.game));
}

// ---- On a full screen

std::string games_folder() {
  const std::filesystem::path folder = data_folder("--record") / "games";
  make_folder(folder);
  return folder.string();
}

SavedGame saved_game(const std::string& path, const std::string& folder) {
  if (path.empty()) {
    std::vector<SavedGame> games = unfinished_games(folder, 1);
    if (games.empty()) throw Failure{1, "there is no unfinished game in " + folder};
    return std::move(games[0]);
  }
  Result<SavedGame> saved = load_saved_game(path);
  if (!saved) throw Failure{bad_usage, saved.error().message};
  return std::move(*saved);
}

void play_on_screen(const Arguments& arguments, const Texts& texts) {
  const std::string folder = games_folder();
  Result<std::unique_ptr<GameView>> game = std::unique_ptr<GameView>();
  if (arguments.resume) {
    game = resume_local_game(saved_game(*arguments.resume, folder));
  } else if (!arguments.game.empty()) {
    GamePlan plan = std::visit([&]<class G>(G) { return plan_of<G>(arguments, texts); }, chosen_game(arguments.game));
    if (plan.record.empty()) plan.record = new_record_path(folder, plan.game);
    game = start_local_game(plan);
  }
  if (!game) throw Failure{1, game.error().message};
  const std::string left = play_at_terminal(texts, folder, std::move(*game));
  if (!left.empty())
    fmt::print("{}\n", printable(texts("terminal.kept", {{"file", left}}) + "\n" + texts("terminal.go_on")));
}

void join(const Arguments& arguments, const Texts& texts) {
  const JoinOptions options{arguments.name, arguments.watch, (data_folder("XDG_DATA_HOME") / "people").string()};
  const Result<std::string, UserError> left = join_at_terminal(texts, arguments.join, options);
  if (!left) throw Failure{1, printable(left.error().text)};
  if (!left->empty()) fmt::print("{}\n", printable(texts("join.go_on", {{"address", *left}})));
}

void start(const Arguments& arguments) {
  if (arguments.join.empty() && (arguments.watch || !arguments.name.empty()))
    throw Failure{bad_usage, "--name and --watch go with --join"};
  if (!arguments.join.empty() && (!arguments.game.empty() || arguments.resume))
    throw Failure{bad_usage, "--join plays the game of the table: give no other"};
  try {
    if (!arguments.language.empty()) chosen_texts(arguments.language);  // refuses one that there is not
    if (arguments.plain || !terminal_possible()) return play_plain(arguments);
    const Texts texts = terminal_texts(arguments.language);
    if (!arguments.join.empty()) return join(arguments, texts);
    play_on_screen(arguments, texts);
  } catch (const SaveError& error) {
    throw Failure{1, error.message};
  }
}

}  // namespace

void add_play(Program& program) {
  Command command = program.command("play", "Play in the terminal");
  auto arguments = std::make_shared<Arguments>();
  command.takes("game", arguments->game, game_names() + "; without one a menu is shown");
  command.takes("--seats", arguments->seats,
                "A number (you and bots of level 3), or who sits where: me,greedy,random (default 2)");
  const Argument seed = command.takes("--seed", arguments->seed, "Seed of the dice (default: a new one)");
  command.takes("-o,--option", arguments->options, "An option of the game as name=value; may be repeated");
  command.takes(
      "--record", arguments->record,
      "Keep the record of the game in this file (in a match game.volpe becomes game-1.volpe, …); a full screen "
      "keeps it in your data folder if not given");
  command.takes("--resume", arguments->resume, "Go on with the game of this record, or with the last one that was left")
      .may_be_empty();
  command.takes("--join", arguments->join,
                "Play at a table of a server, given by its address in the browser (http://HOST:PORT/t/TABLE); the "
                "server's own address lists its open tables");
  command.takes("--name", arguments->name, "Who you are there");
  command.takes("--watch", arguments->watch, "Watch the table, without taking a seat");
  command.takes("--plain", arguments->plain, "A plain prompt instead of the full screen, as without a terminal");
  command.takes("--language", arguments->language, "Of the full screen: " + language_codes());
  const Argument real =
      command.takes("--real-dice", arguments->real_dice, "Roll your own dice and type what they show");
  command
      .takes("--fair-dice", arguments->fair_dice,
             "Dice to which you add a seed, and that 'volpe verify' can throw again from the record")
      .excludes(seed)
      .excludes(real);
  command.takes("--match", arguments->match, "A whole match: everybody starts once (genial)");
  command.footer(
      "Examples:\n  volpe play\n  volpe play clever --seats 1\n  volpe play clever --seats me,me,greedy --real-dice\n"
      "  volpe play genial --match -o opening=hidden --record evening.volpe\n"
      "  volpe play clever --fair-dice --record fair.volpe\n"
      "  volpe play --join http://192.168.1.7:8080 --name Anna");
  command.runs([arguments] { start(*arguments); });
}

}  // namespace volpe
