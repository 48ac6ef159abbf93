// Fair dice and the dice of the day: a throw is a function of a secret and of where it stands (docs/fair-dice.md, to
// the byte). Nobody knows it before the secret is revealed, and then everybody can compute it again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "dice/dice.h"

namespace volpe {

// What a player adds to fair dice: 1 to 64 of the characters 0-9 A-Z a-z _ and -.
bool good_seed(std::string_view seed);
inline constexpr std::string_view no_seed = "-";  // in place of one: this seat adds nothing

// "2026-11-16", and there is such a day.
bool good_date(std::string_view date);

// The game that a secret is for; nobody can use its commitment for another.
struct Terms {
  std::string_view game;
  int seats;
  std::string_view match;  // "<id> 1/2" as in a record, or empty
};

// Fair dice: the commitment is shown before anybody adds a seed, and the key follows when every seat has.
Bytes32 fair_commitment(const Bytes32& secret, const Terms& terms);
Bytes32 fair_key(const Bytes32& secret, const Terms& terms, const std::vector<std::string>& seeds);

// The dice of the day: the server's key never leaves it; a day's secret can be revealed when the day is over, and its
// commitment at any time before.
Bytes32 day_secret(const Bytes32& server_key, std::string_view date);
Bytes32 day_commitment(const Bytes32& day_secret, std::string_view date);
Bytes32 day_key(const Bytes32& day_secret, std::string_view date, std::string_view game, int seats);

// The dice of `fair` and `daily`.
class KeyedDice {
 public:
  explicit KeyedDice(const Bytes32& key, int game = 0) : key_(key), at_(game) {}

  // The next throw of a game that waits for dice.
  template <Game G>
  typename G::Roll roll(const typename G::State& state) {
    at_.advance(G::due(state));
    return G::thrown(number_at(at_, G::throws, [this](u64 coordinate) { return word(coordinate); }));
  }

 private:
  u64 word(u64 coordinate) const;

  Bytes32 key_;
  Coordinate at_;
};

}  // namespace volpe
