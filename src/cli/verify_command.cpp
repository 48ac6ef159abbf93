// volpe verify: throws every roll of a recorded game again and prints what that proves.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/record_file.h"
#include "record/verify.h"

namespace volpe {
namespace {

using Secret = std::optional<Bytes32>;

[[noreturn]] void nothing_proven(const std::string& why) { throw Failure{1, "nothing is proven: " + why}; }

// "seat 0", "seats 0 and 2", "seats 0, 1 and 2"
std::string seats_text(const std::vector<int>& seats) {
  std::string text = seats.size() == 1 ? "seat " : "seats ";
  for (size_t n = 0; n < seats.size(); ++n)
    text += (n == 0 ? "" : n + 1 == seats.size() ? " and " : ", ") + std::to_string(seats[n]);
  return text;
}

// Fails unless the rolls are those that the dice show; returns "All 57 rolls follow".
template <Game G>
std::string follow(const Play<G>& play, const DigitalDice& dice) {
  const CheckedRolls checked = check_rolls(play, dice);
  if (checked.wrong)
    throw Failure{1, fmt::format("event {} is '{}', but the dice show '{}'", checked.wrong->event,
                                 checked.wrong->recorded, checked.wrong->thrown)};
  if (checked.count == 0) nothing_proven("no dice have been rolled");
  return checked.count == 1 ? "The one roll follows" : fmt::format("All {} rolls follow", checked.count);
}

template <Game G>
void verify_seeded(const Play<G>& play, u64 seed) {
  fmt::print("{} from the seed {}.\n", follow(play, SeededDice(seed, game_in_match(play.stated().match))), seed);
  fmt::print("Not proven: that nobody knew them before. Whoever knew the seed could know every roll.\n");
}

template <Game G>
void verify_daily(const Play<G>& play, const std::string& date, const Secret& secret) {
  if (!secret)
    nothing_proven(fmt::format("the dice of {} need that day's secret, once it is published (--secret HEX)", date));
  const KeyedDice dice(day_key(*secret, date, G::name, play.setup().seats), game_in_match(play.stated().match));
  fmt::print("{} from the secret of {}.\n", follow(play, dice), date);
  fmt::print("The commitment to this secret is {}:\ncompare it with the one published for that day.\n",
             hex(day_commitment(*secret, date)));
  fmt::print(
      "Not proven: that the server left them to chance. Nobody adds a seed to the dice of the day: they are the same "
      "for "
      "everybody.\n");
}

// Prints who added a seed, and what follows from that.
void print_seeds(const Header& header, const std::string& rolls_follow) {
  std::vector<int> people, bots;
  std::string without;
  for (size_t seat = 0; seat < header.seeds.size(); ++seat) {
    const bool bot = header.names[seat].starts_with("bot:");
    if (header.seeds[seat] != no_seed)
      (bot ? bots : people).push_back(int(seat));
    else
      without += fmt::format("Seat {} added no seed{}.\n", seat, bot ? " (a bot)" : "");
  }
  std::vector<int> all = people;
  all.insert(all.end(), bots.begin(), bots.end());
  std::sort(all.begin(), all.end());
  fmt::print("{} from the secret {}.\n{}", rolls_follow,
             all.empty() ? "alone" : fmt::format("and the seed{} of {}", all.size() == 1 ? "" : "s", seats_text(all)),
             without);
  if (!bots.empty())
    fmt::print("Not proven: that the server left the dice to chance: {} {} and added a seed, which it could choose.\n",
               seats_text(bots), bots.size() == 1 ? "is a bot" : "are bots");
  else if (people.empty())
    fmt::print("Not proven: that the server left the dice to chance. No seed was added that it did not choose.\n");
  else
    fmt::print(
        "If {} saw this commitment before adding {}, the server could not choose the dice.\n"
        "A record cannot show that: compare the commitment and your seed with what you saw and gave.\n",
        seats_text(people), people.size() == 1 ? "a seed" : "their seeds");
}

template <Game G>
void verify_fair(const Play<G>& play, const Bytes32& commitment, const Secret& secret) {
  if (!secret) nothing_proven("the secret of the dice is not revealed in the record (--secret HEX gives it)");
  const Header& header = play.stated();
  const Terms terms{G::name, play.setup().seats, header.match};
  if (const Bytes32 ours = fair_commitment(*secret, terms); ours != commitment)
    throw Failure{1, fmt::format("the commitment does not fit: the secret and this game give {}, the record says {}",
                                 hex(ours), hex(commitment))};
  fmt::print("The commitment fits the secret and this game: {}.\n", hex(commitment));
  const KeyedDice dice(fair_key(*secret, terms, header.seeds), game_in_match(header.match));
  print_seeds(header, follow(play, dice));
}

template <Game G>
void verify(const Play<G>& play, const Secret& given) {
  const std::string& dice = play.stated().dice;
  const auto words = words_of(dice);
  const bool needs_secret = words[0] == "daily" || (words[0] == "fair" && words.size() == 2);
  if (given && !needs_secret)
    throw Failure{bad_usage, words[0] == "fair" ? "the record states its secret: leave --secret out"
                                                : "--secret is for the dice fair and daily, not for " + quote(dice)};
  if (const auto seed = seed_of(dice))
    verify_seeded(play, *seed);
  else if (words[0] == "daily")
    verify_daily(play, std::string(words[1]), given);
  else if (words[0] == "fair")
    verify_fair(play, *from_hex(words[1]), needs_secret ? given : from_hex(words[2]));
  else
    nothing_proven("the dice were real, and nobody can throw them again");
}

Secret chosen_secret(const std::string& text) {
  const Secret secret = from_hex(text);
  if (!secret) throw Failure{bad_usage, "--secret is 64 hexadecimal digits (0 to 9, a to f), not " + quote(text)};
  return secret;
}

}  // namespace

void add_verify(Program& program) {
  Command command = program.command("verify", "Throw the dice of a recorded game again and say what is proven");
  auto path = std::make_shared<std::string>();
  auto secret = std::make_shared<std::optional<std::string>>();
  command.takes("file", *path, "A record (.volpe), or - for standard input").required();
  command.takes("--secret", *secret, "The secret of the dice, if the record does not state it (hexadecimal)");
  command.footer(
      "Examples:\n  volpe verify game.volpe\n  volpe verify today.volpe --secret 00112233…\n"
      "Exit status 0: every roll follows from its dice; what that does not prove is printed too. 1: a roll or the\n"
      "commitment does not fit, or nothing can be proven (real dice, a secret not yet revealed, no rolls), or the "
      "record\n"
      "is broken. 2: the command or the file is wrong. The scheme: docs/fair-dice.md.");
  command.runs([=] {
    const Secret chosen = *secret ? chosen_secret(**secret) : Secret();
    const AnyPlay play = read_play(*path);
    std::visit([&](const auto& p) { verify(p, chosen); }, play);
  });
}

}  // namespace volpe
