// Fair dice and the dice of the day: the examples of docs/fair-dice.md, and that nothing can be changed unnoticed.
#include <fstream>
#include <map>
#include <set>

#include "arena/simulate.h"
#include "dice/fair.h"
#include "games/play_events.h"
#include "platform/random_bytes.h"
#include "record/verify.h"

namespace volpe {
namespace {

// The lines "name  value" of the examples in docs/fair-dice.md.
std::map<std::string, std::string> examples() {
  std::ifstream file(DOCS "/fair-dice.md");
  std::map<std::string, std::string> values;
  for (std::string line; std::getline(file, line);)
    for (const std::string name : {"secret", "commitment", "key", "word", "number", "event", "server key", "day secret",
                                   "day commitment", "key of the game", "first event"})
      if (line.starts_with(name + "  ") && line.find('=') == std::string::npos)
        values.emplace(name, line.substr(line.find_first_not_of(' ', name.size())));
  return values;
}

Bytes32 counted_from(u8 first) {
  Bytes32 bytes;
  for (u8& byte : bytes) byte = first++;
  return bytes;
}

const Bytes32 secret = counted_from(0);
const Terms terms{"clever", 2, ""};

TEST(Example, OfFairDiceIsTheOneInTheDocs) {
  auto docs = examples();
  EXPECT_EQ(docs["secret"], hex(secret));
  EXPECT_EQ(docs["commitment"], hex(fair_commitment(secret, terms)));
  const Bytes32 key = fair_key(secret, terms, {"anna", "-"});
  EXPECT_EQ(docs["key"], hex(key));
  const clever::State state = Clever::start({2, {}});
  EXPECT_EQ(docs["event"], Clever::write(state, KeyedDice(key).roll<Clever>(state)));
  EXPECT_EQ(docs["event"], Clever::write(state, Clever::thrown(u32(std::stoul(docs["number"])))));
  Coordinate at(0);
  at.advance(Clever::due(state));
  EXPECT_EQ(at.word(0), 0x0000010000010000u);
  const u64 word = std::stoull(docs["word"], nullptr, 16);
  EXPECT_EQ(docs["number"], std::to_string(number_at(at, Clever::throws, [&](u64) { return word; })));
}

TEST(Example, OfTheDiceOfTheDayIsTheOneInTheDocs) {
  auto docs = examples();
  EXPECT_EQ(docs["server key"], hex(counted_from(32)));
  const Bytes32 of_day = day_secret(counted_from(32), "2026-11-16");
  EXPECT_EQ(docs["day secret"], hex(of_day));
  EXPECT_EQ(docs["day commitment"], hex(day_commitment(of_day, "2026-11-16")));
  const Bytes32 key = day_key(of_day, "2026-11-16", "clever", 1);
  EXPECT_EQ(docs["key of the game"], hex(key));
  const clever::State state = Clever::start({1, {}});
  EXPECT_EQ(docs["first event"], Clever::write(state, KeyedDice(key).roll<Clever>(state)));
}

TEST(Hex, ComesBackAndIsStrict) {
  EXPECT_EQ(from_hex(hex(secret)), secret);
  EXPECT_EQ(hex(secret).substr(0, 8), "00010203");
  for (const std::string& text : {std::string(), std::string(63, '0'), std::string(65, '0'), std::string(64, 'A'),
                                  std::string(63, '0') + "g", std::string(63, '0') + " "})
    EXPECT_FALSE(from_hex(text)) << text;
}

TEST(Seeds, WhatASeatMayAdd) {
  for (const std::string& seed : {std::string("a"), std::string("Anna_7-x"), std::string("--"), std::string(64, 'z')})
    EXPECT_TRUE(good_seed(seed)) << seed;
  for (const std::string& seed : {std::string(), std::string("-"), std::string("a b"), std::string("a|b"),
                                  std::string("ä"), std::string("a\n"), std::string(65, 'z')})
    EXPECT_FALSE(good_seed(seed)) << seed;
  EXPECT_TRUE(good_seed(random_id()));
}

TEST(Dates, AreDaysThatExist) {
  for (const char* date : {"2026-11-16", "2028-02-29", "2000-02-29", "9999-12-31"})
    EXPECT_TRUE(good_date(date)) << date;
  for (const char* date : {"", "2026-11-1", "2026-11-31", "2026-02-29", "2026-00-01", "2026-13-01", "2026-01-00",
                           "2026/01/01", "2026-01-01 ", "+026-01-01", "2026--1-01"})
    EXPECT_FALSE(good_date(date)) << date;
}

TEST(Secrets, AreNeverTheSame) {
  std::set<Bytes32> seen;
  for (int n = 0; n < 100; ++n) EXPECT_TRUE(seen.insert(random_secret()).second);
}

// Everything that goes into a hash, changed one at a time, and all purposes: no two are the same.
TEST(Hashes, MoveWithEverythingTheyAreMadeOf) {
  std::set<Bytes32> seen;
  const auto add = [&](const Bytes32& hash) { EXPECT_TRUE(seen.insert(hash).second) << hex(hash); };
  for (const Terms& other : {terms, Terms{"genial", 2, ""}, Terms{"clever", 3, ""}, Terms{"clever", 2, "a 1/2"},
                             Terms{"clever", 2, "a 2/2"}, Terms{"clever", 2, "b 1/2"}}) {
    add(fair_commitment(secret, other));
    add(fair_key(secret, other, {"anna", "ben"}));
  }
  for (const std::vector<std::string>& seeds : std::initializer_list<std::vector<std::string>>{
           {"anna", "-"}, {"-", "anna"}, {"annab", "en"}, {"ben", "anna"}, {"anna", "ben", "-"}, {"anna"}, {}})
    add(fair_key(secret, terms, seeds));
  for (const char* date : {"2026-11-16", "2026-11-17"}) {
    add(day_secret(secret, date));
    add(day_commitment(secret, date));
    for (const char* game : {"clever", "genial"})
      for (int seats = 2; seats <= 3; ++seats) add(day_key(secret, date, game, seats));
  }
  for (int bit = 0; bit < 256; ++bit) {
    Bytes32 changed = secret;
    changed[size_t(bit / 8)] ^= u8(1 << bit % 8);
    add(fair_commitment(changed, terms));
    add(fair_key(changed, terms, {"anna", "ben"}));
    add(day_secret(changed, "2026-11-16"));
  }
}

template <class G>
Play<G> random_play(int seats, const Bytes32& key) {
  Play<G> play({seats, {}}, {{}, "", "fair " + hex(secret), std::vector<std::string>(size_t(seats), "x")},
               KeyedDice(key));
  Random random(1);
  const RandomPlayer<G> player;
  while (!G::over(play.state()))
    play.chance() ? play.add(*play.next_roll()) : play.add(player.choose(play.state(), random));
  return play;
}

TEST(KeyedDice, AreThrownAgainFromTheRecord) {
  for_each_game([](auto game) {
    using G = decltype(game);
    for (int seats = G::min_seats; seats <= G::max_seats; ++seats) {
      const Play<G> play = random_play<G>(seats, secret);
      EXPECT_FALSE(check_rolls(play, KeyedDice(secret)).wrong);
      EXPECT_GT(check_rolls(play, KeyedDice(secret)).count, 10);
      for (int bit = 0; bit < 256; bit += 37) {
        Bytes32 changed = secret;
        changed[size_t(bit / 8)] ^= u8(1 << bit % 8);
        EXPECT_TRUE(check_rolls(play, KeyedDice(changed)).wrong);
      }
      EXPECT_TRUE(check_rolls(play, KeyedDice(secret, 1)).wrong) << "another game of the match";
      EXPECT_TRUE(check_rolls(play, SeededDice(1)).wrong);
    }
  });
}

TEST(KeyedDice, AnyChangedRollIsFound) {
  Play<Clever> play({1, {}}, {{}, "", "fair " + hex(secret), {"x"}}, KeyedDice(secret));
  const std::string thrown = Clever::write(play.state(), *play.next_roll());
  for (u32 number = 0; number < Clever::throws; number += 7919) {
    play.take_back_to(0);
    play.add(Clever::thrown(number));
    const CheckedRolls checked = check_rolls(play, KeyedDice(secret));
    ASSERT_TRUE(checked.wrong);
    EXPECT_EQ(checked.wrong->event, 1u);
    EXPECT_EQ(checked.wrong->thrown, thrown);
    EXPECT_EQ(play.header().dice, "real");
    EXPECT_TRUE(play.header().seeds.empty());
  }
  play.take_back_to(0);
  play.add(*play.next_roll());
  EXPECT_FALSE(check_rolls(play, KeyedDice(secret)).wrong);
  EXPECT_EQ(play.header().dice, "fair " + hex(secret));
}

TEST(KeyedDice, FacesAndLandingsAreUniform) {
  // Chi-squared over six faces of each die, and over which die lands first; 5 degrees of freedom, far from doubt at 30.
  KeyedDice dice(secret);
  constexpr int throws = 60000;
  std::array<std::array<int, 6>, 7> counts{};
  clever::State state = Clever::start({4, {}});
  for (int n = 0; n < throws; ++n) {
    state.active = u8(n % 4);
    const clever::Roll roll = dice.roll<Clever>(state);
    for (int die = 0; die < 6; ++die) ++counts[size_t(die)][size_t(clever::of(roll.values, die) - 1)];
    ++counts[6][size_t(clever::of(roll.landing, 0))];
  }
  for (const auto& row : counts) {
    double chi = 0;
    for (int count : row) chi += (count - throws / 6.0) * (count - throws / 6.0) / (throws / 6.0);
    EXPECT_LT(chi, 30);
  }
}

// 2^64 mod n words are thrown away, whatever made them; then the next attempt counts.
TEST(Numbers, WordsThatWouldFavourANumberAreDrawnAgain) {
  Coordinate at(3);
  at.advance({1, 2, 1});
  for (u64 n : {u64{Clever::throws}, u64{Genial::throws}, u64{3}, u64{1} << 20}) {
    std::vector<u64> asked;
    const u32 number = number_at(at, n, [&](u64 coordinate) {
      asked.push_back(coordinate);
      return asked.size() < 3 ? u64{0} : ~u64{0};  // 0 is the first word to go
    });
    const bool exact = (n & (n - 1)) == 0;  // 2^64 is a multiple of n: every word counts
    EXPECT_EQ(number, exact ? 0 : n - 1);
    ASSERT_EQ(asked.size(), exact ? 1u : 3u);
    for (size_t attempt = 0; attempt < asked.size(); ++attempt) EXPECT_EQ(asked[attempt], at.word(int(attempt)));
  }
}

TEST(Play, StatesTheSecretWhenItIsRevealed) {
  Play<Genial> play = random_play<Genial>(2, secret);
  play.reveal(counted_from(7));
  EXPECT_EQ(play.header().dice, "fair " + hex(secret) + " " + hex(counted_from(7)));
  const Result<AnyPlay> again = read_record(write_record(play));
  ASSERT_TRUE(bool(again));
  EXPECT_EQ(write_record(std::get<Play<Genial>>(*again)), write_record(play));
  EXPECT_FALSE(std::get<Play<Genial>>(*again).digital());
}

}  // namespace
}  // namespace volpe
