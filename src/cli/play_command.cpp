// volpe play: games against bots or several people at one keyboard, or at a table of a server.
#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/data_folder.h"
#include "cli/prompt_game.h"
#include "platform/random_bytes.h"
#include "platform/shipped_models.h"
#include "players/roster.h"
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
  std::optional<std::string> resume;  // a file; empty: the latest game that is not over
  std::string language;
  std::vector<std::string> options;
  std::string join, name;
  bool watch = false;
};

// The names of the seats: "2" is a person and a bot of level 3; "me,greedy,me" says who sits where.
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

GamePlan plan_of(const Arguments& arguments, const Texts& texts) {
  return std::visit([&]<class G>(G) { return plan_of<G>(arguments, texts); }, chosen_game(arguments.game));
}

void play_plain(const Arguments& arguments) {
  if (arguments.resume) throw Failure{bad_usage, "a game is resumed on a full screen only: --resume needs a terminal"};
  if (!arguments.join.empty())
    throw Failure{bad_usage, "a table is joined on a full screen only: --join needs a terminal"};
  if (arguments.game.empty()) throw Failure{bad_usage, "which game is to be played: " + game_names() + "?"};
  play_at_prompt(plan_of(arguments, Texts("en")));
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
    GamePlan plan = plan_of(arguments, texts);
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
    if (!arguments.language.empty()) chosen_texts(arguments.language);  // fails for an unknown one
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
