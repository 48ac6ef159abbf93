// volpe play: a game in the terminal at a plain prompt, against bots or several people at one keyboard.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <random>

#include "analysis/advice.h"
#include "cli/command.h"
#include "cli/draw.h"
#include "cli/input.h"
#include "games/match.h"
#include "players/roster.h"
#include "words/words.h"

namespace volpe {
namespace {

struct Arguments {
  std::string game;
  std::string seats;
  std::string seed;
  bool real_dice = false;
  bool fair_dice = false;
  bool match = false;
  std::string record;
  std::vector<std::string> options;
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

template <class G>
struct Chair {
  std::string name;
  std::unique_ptr<Player<G>> bot;  // null: a person
};

template <class G>
void save(const Play<G>& play, const std::string& path) {
  if (path.empty()) return;
  std::ofstream file(path, std::ios::binary);
  file << write_record(play);
  file.close();
  if (!file) throw Failure{1, fmt::format("the record {} can not be written", quote(path))};
}

// The dice of one game: what its record says of them at first, who throws them, and what is revealed at its end.
struct TableDice {
  Header header;
  std::optional<DigitalDice> dice;  // none: those of the header
  std::optional<Bytes32> secret;
};

// One game at one keyboard. The record is kept up to date, so that nothing is lost whatever happens to the program.
template <class G>
class Table {
 public:
  Table(const Setup& setup, const std::vector<Chair<G>>& chairs, int game, const TableDice& dice, u64 seed,
        std::string record)
      : chairs_(chairs),
        game_(game),
        play_(setup, dice.header, dice.dice),
        secret_(dice.secret),
        random_(seed),
        record_(std::move(record)) {
    save(play_, record_);
  }

  // Plays to the end, or until somebody leaves; returns whether the end was reached.
  bool run() {
    try {
      while (!G::over(play_.state())) step();
    } catch (const Left&) {
      fmt::print("Left before the end.\n");
      reveal();
      return false;
    }
    finish();
    reveal();
    return true;
  }

  Ending ending() const { return G::ending(play_.state()); }

 private:
  static constexpr int dice = -1;

  const Chair<G>& chair_of(int seat) const { return chairs_[size_t(person_in_seat(game_, seat, int(chairs_.size())))]; }

  void step() {
    if (play_.chance())
      roll();
    else if (const Chair<G>& chair = chair_of(G::mover(play_.state())); chair.bot != nullptr)
      let_play(chair);
    else
      decide(chair);
  }

  // No more dice will be thrown: everybody may know where they came from.
  void reveal() {
    if (!secret_) return;
    fmt::print("The secret of the dice was {}{}.\n", hex(*secret_),
               record_.empty() ? "" : ": 'volpe verify' throws those of the record again");
    play_.reveal(*secret_);
    save(play_, record_);
  }

  void add(const Event<G>& event, int seat) {
    play_.add(event);
    made_by_.push_back(seat);
    save(play_, record_);
  }

  // Digital dice wait for Enter when a person is to roll, so that a slip can still be taken back.
  void roll() {
    const Chair<G>& chair = chair_of(G::due(play_.state()).seat);
    const auto thrown = play_.next_roll();
    if (!thrown) return type_roll(chair);
    while (chair.bot == nullptr) {
      const std::string line = ask(chair.name + ", Enter rolls the dice");
      if (line.empty()) break;
      if (line == "undo" && take_back()) return;
      if (line != "undo" && !common(line))
        fmt::print("Press Enter to roll; other words: undo, sheets, rules, help, quit.\n");
    }
    fmt::print("{}: {}\n", chair.name, G::write(play_.state(), *thrown));
    add(*thrown, dice);
  }

  // Real dice: a person types what they show.
  void type_roll(const Chair<G>& chair) {
    const std::string example = G::write(play_.state(), G::thrown(G::throws / 3)).substr(5);
    for (;;) {
      const std::string line = ask(fmt::format("{}, what do the dice show (like: {})", chair.name, example));
      if (line == "undo" && take_back()) return;
      if (line == "undo" || common(line)) continue;
      const auto event = G::read(play_.state(), line.starts_with("roll ") ? line : "roll " + line);
      if (event) return add(*event, dice);
      fmt::print("{}.\n", event.error().message);
    }
  }

  void let_play(const Chair<G>& chair) {
    const Decision decision = chair.bot->choose(play_.state(), random_);
    fmt::print("{}: {}\n", chair.name, G::write(play_.state(), decision));
    add(decision, G::mover(play_.state()));
  }

  // The position of a decision and the numbered list of what can be decided.
  void show(const Chair<G>& chair, const JsonArray& effects) const {
    fmt::print("\n{}{}", draw_sheet<G>(play_.state(), G::mover(play_.state()), chair.name),
               draw_table<G>(play_.state()));
    for (size_t n = 0; n < effects.size(); ++n) {
      const JsonObject& effect = effects[n].as_object();
      fmt::print("{:4}  {:<16} {}\n", n + 1, std::string_view(effect.at("event").as_string()), draw_effect<G>(effect));
    }
  }

  void decide(const Chair<G>& chair) {
    const JsonArray effects = G::effects(play_.state());
    show(chair, effects);
    for (;;) {
      std::string line = ask(chair.name);
      if (line == "undo" && take_back()) return;
      if (line == "undo" || common(line)) continue;
      if (line.empty()) {
        show(chair, effects);
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
      const auto event = G::read(play_.state(), line);
      if (event) return add(*event, G::mover(play_.state()));
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
      for (int seat = 0; seat < play_.setup().seats; ++seat)
        fmt::print("\n{}", draw_sheet<G>(play_.state(), seat, chair_of(seat).name));
    } else if (line == "rules") {
      fmt::print("{}\n", rules_text(G::name));
    } else {
      return false;
    }
    return true;
  }

  void hint() const {
    const auto judge = make_judge<G>("expert", !play_.header().match.empty());
    if (!judge) {
      fmt::print("There is no hint: {}.\n", judge.error().message);
      return;
    }
    const auto advice = advise<G>(play_.state(), **judge);
    for (size_t n = 0; n < std::min<size_t>(3, advice.size()); ++n)
      fmt::print("  {:<16} {:>6.2f}  {}\n", advice[n].event, advice[n].value, Words("en").reasons(advice[n].why));
    fmt::print("  ({}, as the expert sees it)\n", !play_.header().match.empty() ? "points for the match"
                                                  : play_.setup().seats == 1    ? "points at the end"
                                                                                : "winning chance");
  }

  // One own decision back, never over digital dice or somebody else's decision. With real dice anything that was typed
  // can be typed again; what bots decided after it goes with it.
  bool take_back() {
    const int person = play_.chance() ? G::due(play_.state()).seat : G::mover(play_.state());
    const bool real = !play_.digital();
    size_t kept = made_by_.size();
    while (real && kept > 0 && made_by_[kept - 1] != dice && chair_of(made_by_[kept - 1]).bot != nullptr) --kept;
    if (kept == 0 || (!real && made_by_[kept - 1] != person)) {
      fmt::print("There is nothing to take back: dice have been rolled or somebody else has decided.\n");
      return false;
    }
    play_.take_back_to(kept - 1);
    made_by_.resize(kept - 1);
    save(play_, record_);
    return true;
  }

  void finish() const {
    const Ending end = ending();
    const int seats = play_.setup().seats;
    fmt::print("\nThe game is over.\n");
    for (int seat = 0; seat < seats; ++seat) {
      fmt::print("\n{}", draw_sheet<G>(play_.state(), seat, chair_of(seat).name));
      const std::string more = draw_ending<G>(play_.state(), seat);
      fmt::print("  total {}{}{}\n", end.totals[size_t(seat)], more.empty() ? "" : ", " + more,
                 seats > 1 && has(end.winners, seat) ? ": wins" : "");
    }
  }

  const std::vector<Chair<G>>& chairs_;
  int game_;
  Play<G> play_;
  std::optional<Bytes32> secret_;
  Random random_;
  std::string record_;
  std::vector<int> made_by_;  // for each event the seat, or dice
};

// "2" is a person and a bot of level 3; "me,greedy,me" says who sits where.
template <class G>
std::vector<Chair<G>> chairs_of(const std::string& text, bool match) {
  std::vector<std::string> words = comma_list(text);
  if (words.size() == 1 && words[0].size() == 1 && words[0][0] >= '0' && words[0][0] <= '9') {
    const int seats = words[0][0] - '0';
    words.assign(size_t(seats), "level3");
    if (seats > 0) words[0] = "me";
  }
  const Result<int> seats = check_seats<G>(static_cast<long long>(words.size()));
  if (!seats) throw Failure{bad_usage, seats.error().message};
  const auto people = std::count(words.begin(), words.end(), "me");
  std::vector<Chair<G>> chairs;
  for (const std::string& word : words) {
    if (word == "me") {
      chairs.push_back({people == 1 ? "You" : fmt::format("Player {}", chairs.size() + 1), nullptr});
      continue;
    }
    auto bot = make_player<G>(word, match);
    if (!bot)
      throw Failure{bad_usage, "in --seats, " + quote(word) + " is neither 'me' nor a player: " + bot.error().message};
    chairs.push_back({"bot:" + word, std::move(*bot)});
  }
  return chairs;
}

u64 chosen_seed(const std::string& text) {
  if (text.empty()) {
    std::random_device device;
    return u64{device()} << 32 | device();
  }
  return whole_number("--seed", text, 0, any_number);
}

// What a person adds to fair dice.
std::string ask_seed(const std::string& name) {
  for (;;) {
    std::string seed = ask(name + ", add a seed to the dice (Enter takes a random one)");
    if (seed.empty()) return random_seed_text();
    if (good_seed(seed)) return seed;
    fmt::print("A seed is 1 to 64 letters, digits, - and _, and not - alone.\n");
  }
}

// Fair dice: the commitment is shown before anybody adds a seed. Bots add none.
template <class G>
TableDice fair_dice(const Setup& setup, const std::vector<Chair<G>>& chairs, int game, Header header) {
  const Bytes32 secret = random_secret();
  const Terms terms{G::name, setup.seats, header.match};
  const Bytes32 commitment = fair_commitment(secret, terms);
  fmt::print("The commitment of the dice is {}.\n", hex(commitment));
  for (int seat = 0; seat < setup.seats; ++seat) {
    const Chair<G>& chair = chairs[size_t(person_in_seat(game, seat, setup.seats))];
    header.seeds.push_back(chair.bot == nullptr ? ask_seed(chair.name) : std::string(no_seed));
  }
  header.dice = "fair " + hex(commitment);
  const KeyedDice dice(fair_key(secret, terms, header.seeds), game_in_match(header.match));
  return {std::move(header), dice, secret};
}

// The file for a game of a match: game.volpe becomes game-2.volpe.
std::string numbered(const std::string& path, int game) {
  if (path.empty()) return path;
  const size_t dot = path.ends_with(".volpe") ? path.size() - 6 : path.size();
  return path.substr(0, dot) + "-" + std::to_string(game + 1) + path.substr(dot);
}

// Game number `game` of a match, or the only one.
template <class G>
TableDice dice_for(const Arguments& arguments, u64 seed, const Setup& setup, const std::vector<Chair<G>>& chairs,
                   int game) {
  Header header;
  if (arguments.match) header.match = fmt::format("{} {}/{}", seed, game + 1, setup.seats);
  for (int seat = 0; seat < setup.seats; ++seat)
    header.names.push_back(chairs[size_t(person_in_seat(game, seat, setup.seats))].name);
  if (arguments.fair_dice) return fair_dice(setup, chairs, game, std::move(header));
  header.dice = arguments.real_dice ? "real" : "seeded " + std::to_string(seed);
  return {std::move(header), {}, {}};
}

template <class G>
void run(const Arguments& arguments) {
  const std::vector<Chair<G>> chairs = chairs_of<G>(arguments.seats.empty() ? "2" : arguments.seats, arguments.match);
  const Setup setup{int(chairs.size()), chosen_options<G>(arguments.options)};
  if (arguments.match && !played_in_matches<G>)
    throw Failure{bad_usage, fmt::format("{} is not played in matches", G::name)};
  const u64 seed = chosen_seed(arguments.seed);
  fmt::print("{}, {} seat{}. help shows what you can type, rules the rules, quit leaves.\n", G::name, setup.seats,
             setup.seats == 1 ? "" : "s");
  Match match{setup.seats, 0, {}};
  do {
    const std::string path = arguments.match ? numbered(arguments.record, match.games) : arguments.record;
    Table<G> table(setup, chairs, match.games, dice_for(arguments, seed, setup, chairs, match.games), seed, path);
    if (!table.run()) {
      if (!path.empty()) fmt::print("The record so far is in {}.\n", path);
      return;
    }
    if (!path.empty()) fmt::print("The record is in {}.\n", path);
    match.add(table.ending());
    if (arguments.match) {
      fmt::print("Match after game {} of {}:", match.games, setup.seats);
      for (size_t person = 0; person < chairs.size(); ++person)
        fmt::print(" {} {}", chairs[person].name, match.points[person]);
      fmt::print("\n");
    }
  } while (arguments.match && !match.over());
}

template <class G>
void start(const Arguments& arguments) {
  try {
    run<G>(arguments);
  } catch (const Left&) {  // while seeds were asked for
    fmt::print("Left before the first roll.\n");
  }
}

}  // namespace

void add_play(Program& program) {
  Command command = program.command("play", "Play in the terminal");
  auto arguments = std::make_shared<Arguments>();
  command.takes("game", arguments->game, game_names()).required();
  command.takes("--seats", arguments->seats,
                "A number (you and bots of level 3), or who sits where: me,greedy,random (default 2)");
  const Argument seed = command.takes("--seed", arguments->seed, "Seed of the dice (default: a new one)");
  command.takes("-o,--option", arguments->options, "An option of the game as name=value; may be repeated");
  command.takes("--record", arguments->record,
                "Keep the record of the game in this file (in a match game.volpe becomes game-1.volpe, …)");
  const Argument real =
      command.takes("--real-dice", arguments->real_dice, "Roll your own dice and type what they show");
  command
      .takes("--fair-dice", arguments->fair_dice,
             "Dice to which you add a seed, and that 'volpe verify' can throw again from the record")
      .excludes(seed)
      .excludes(real);
  command.takes("--match", arguments->match, "A whole match: everybody starts once (genial)");
  command.footer(
      "Examples:\n  volpe play clever --seats 1\n  volpe play clever --seats me,me,greedy --real-dice\n"
      "  volpe play genial --match -o opening=hidden --record evening.volpe\n"
      "  volpe play clever --fair-dice --record fair.volpe");
  command.runs(
      [arguments] { std::visit([&](auto game) { start<decltype(game)>(*arguments); }, chosen_game(arguments->game)); });
}

}  // namespace volpe
