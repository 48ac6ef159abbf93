// GamePlan: which game is to be played at one keyboard, by whom and with which dice.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/match.h"
#include "record/record.h"
#include "terminal/saved_games.h"

namespace volpe {

inline constexpr std::string_view bot_prefix = "bot:";  // before a player's name in a record

// What is to be played, as the menu or the command line chose it.
struct GamePlan {
  std::string game;
  std::vector<std::string> names;  // one per participant, as in a record
  Options options{};
  enum class Dice { seeded, real, fair } dice = Dice::seeded;
  std::string match;   // its id; empty: a single game
  u64 seed = 0;        // of the dice and of the bots
  std::string record;  // the file; empty: none

  Setup setup() const { return {int(names.size()), options}; }

  // The header of game number `game_number` (from 0) of a match, or of the only game; fair dice are added later.
  Header header(int game_number) const {
    Header header;
    const int seats = int(names.size());
    if (!match.empty()) header.match = match + " " + std::to_string(game_number + 1) + "/" + std::to_string(seats);
    for (int seat = 0; seat < seats; ++seat)
      header.names.push_back(names[size_t(person_in_seat(game_number, seat, seats))]);
    header.dice = dice == Dice::seeded ? "seeded " + std::to_string(seed) : "real";
    return header;
  }
  std::string record_of(int game_number) const { return match.empty() ? record : numbered_path(record, game_number); }
};

// The dice of one game: the header of its record, what throws them, and the secret that is revealed at the end.
struct GameDice {
  Header header;
  std::optional<DigitalDice> dice;  // empty: those of the header
  std::optional<Bytes32> secret;
};

// Fair dice from a secret and the seeds of the header.
inline GameDice fair_dice(std::string_view game, int seats, Header header, const Bytes32& secret) {
  const Terms terms{game, seats, header.match};
  header.dice = "fair " + hex(fair_commitment(secret, terms));
  const KeyedDice dice(fair_key(secret, terms, header.seeds), game_in_match(header.match));
  return {std::move(header), dice, secret};
}

}  // namespace volpe
