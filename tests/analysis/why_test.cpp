// Reasons of advice: each key is given where its condition holds and not where it does not, and has words everywhere.
#include "analysis/why.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "games/play_events.h"

namespace volpe {
namespace {

template <class G>
bool gives(const typename G::State& state, const std::string& event, std::string_view key) {
  const auto read = G::read(state, event);
  EXPECT_TRUE(bool(read)) << event << ": " << (read ? "" : read.error().message);
  if (!read) return false;
  const Reasons keys = why<G>(state, std::get<Decision>(*read));
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// ---- Clever

// A solo game with these boxes marked, and this roll on the table.
clever::State rolled(const std::string& boxes, const std::string& roll) {
  clever::State state = clever_with(boxes);
  play<Clever>(state, {roll});
  return state;
}

bool clever_gives(const clever::State& state, const std::string& event, std::string_view key) {
  return gives<Clever>(state, event, key);
}

TEST(CleverWhy, LinesThatAreCompleted) {
  EXPECT_TRUE(clever_gives(rolled("y11 y12", "roll y5 b1 g1 o1 p1 w1"), "y@y13", "completes_row"));
  EXPECT_FALSE(clever_gives(rolled("y11", "roll y5 b1 g1 o1 p1 w1"), "y@y13", "completes_row"));
  EXPECT_TRUE(clever_gives(rolled("b2 b3", "roll y5 b1 g1 o1 p1 w3"), "b@b4", "completes_row"));
  EXPECT_TRUE(clever_gives(rolled("y11 y21", "roll y1 b1 g1 o1 p1 w1"), "y@y31", "completes_column"));
  EXPECT_FALSE(clever_gives(rolled("y11 y21", "roll y1 b1 g1 o1 p1 w1"), "y@y22", "completes_column"));
  EXPECT_TRUE(clever_gives(rolled("b5", "roll y1 b6 g1 o1 p1 w3"), "w@b9", "completes_column"));
  EXPECT_TRUE(clever_gives(rolled("y11 y22 y33", "roll y6 b1 g1 o1 p1 w1"), "y@y44", "completes_diagonal"));
  EXPECT_FALSE(clever_gives(rolled("y11 y22 y33", "roll y6 b1 g1 o1 p1 w1"), "y@y12", "completes_diagonal"));
}

TEST(CleverWhy, BonusesThatAreEarned) {
  EXPECT_TRUE(clever_gives(rolled("y42 y43", "roll y6 b1 g1 o1 p1 w1"), "y@y44", "earns_fox"));
  EXPECT_FALSE(clever_gives(rolled("y42 y43", "roll y6 b1 g1 o1 p1 w1"), "y@y12", "earns_fox"));
  EXPECT_TRUE(clever_gives(rolled("y11 y22 y33", "roll y6 b1 g1 o1 p1 w1"), "y@y44", "earns_extra"));
  EXPECT_FALSE(clever_gives(rolled("y11 y22", "roll y6 b1 g1 o1 p1 w1"), "y@y44", "earns_extra"));
  EXPECT_TRUE(clever_gives(rolled("o1 o1", "roll y6 b1 g1 o1 p1 w1"), "o@o", "earns_reroll"));
  EXPECT_FALSE(clever_gives(rolled("o1", "roll y6 b1 g1 o1 p1 w1"), "o@o", "earns_reroll"));
  EXPECT_TRUE(clever_gives(rolled("y11 y12", "roll y5 b1 g1 o1 p1 w1"), "y@y13", "starts_chain"));
  EXPECT_FALSE(clever_gives(rolled("y11", "roll y5 b1 g1 o1 p1 w1"), "y@y13", "starts_chain"));
}

TEST(CleverWhy, ABonusWithoutAFreeBoxStartsNoChain) {
  const std::string full_blue = "b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 ";
  EXPECT_FALSE(clever_gives(rolled(full_blue + "y11 y12", "roll y5 b1 g1 o1 p1 w1"), "y@y13", "starts_chain"));
}

TEST(CleverWhy, TheLowestAreaThatFoxesCount) {
  const std::string marks = "y11 y21 y31 b2 g g o5 p5 ", fox_row = "y42 y43 y44";
  const std::string roll = "roll y5 b6 g6 o6 p6 w1";
  EXPECT_TRUE(clever_gives(rolled(marks + fox_row, roll), "b@b7", "raises_lowest"));
  EXPECT_FALSE(clever_gives(rolled(marks + fox_row, roll), "g@g", "raises_lowest"));
  EXPECT_FALSE(clever_gives(rolled(marks, roll), "b@b7", "raises_lowest")) << "there is no fox";
}

TEST(CleverWhy, NumbersThatAreWritten) {
  const std::string roll = "roll y1 b1 g1 o5 p4 w3";
  EXPECT_TRUE(clever_gives(rolled("", roll), "o@o", "high_value"));
  EXPECT_FALSE(clever_gives(rolled("", roll), "p@p", "high_value"));
  EXPECT_TRUE(clever_gives(rolled("o1 o1 o1", roll), "w@o", "high_value")) << "three, doubled";
  EXPECT_FALSE(clever_gives(rolled("", roll), "w@o", "high_value"));
  EXPECT_TRUE(clever_gives(rolled("", roll), "w@p", "keeps_purple_low"));
  EXPECT_FALSE(clever_gives(rolled("", roll), "p@p", "keeps_purple_low"));
  EXPECT_FALSE(clever_gives(rolled("p6 p6 p6 p6 p6 p6 p6 p6 p6 p6", roll), "w@p", "keeps_purple_low"))
      << "nothing can follow in a full row";
}

TEST(CleverWhy, WhatBecomesOfTheDice) {
  const clever::State state = rolled("", "roll y1 b2 g3 o4 p5 w6");
  EXPECT_TRUE(clever_gives(state, "y@y22", "keeps_dice"));
  EXPECT_FALSE(clever_gives(state, "g@g", "keeps_dice"));
  EXPECT_FALSE(clever_gives(state, "g@g", "feeds_tray"));
  EXPECT_TRUE(clever_gives(state, "o@o", "feeds_tray"));
  clever::State third = clever_with("");
  play<Clever>(third, {"roll y1 b1 g1 o1 p1 w1", "g@g", "roll y1 b1 o1 p1 w1", "o@o", "roll y1 b2 p6 w1"});
  EXPECT_FALSE(clever_gives(third, "p@p", "feeds_tray")) << "after the third roll everything goes";
  EXPECT_FALSE(clever_gives(third, "y@y22", "keeps_dice"));
}

// The passive turn of a solo round, an extra die in hand, after its pick.
clever::State with_extra(int round) {
  clever::State state = clever_with("");
  state.round = u8(round);
  state.passive_turn = 1;
  state.sheets[0].extras = 1;
  play<Clever>(state, {"roll y1 b2 g3 o4 p5 w6", "g@g"});
  return state;
}

TEST(CleverWhy, ActionsUsedAndSaved) {
  EXPECT_TRUE(clever_gives(with_extra(6), "xo@o", "last_chance"));
  EXPECT_FALSE(clever_gives(with_extra(5), "xo@o", "last_chance"));
  EXPECT_TRUE(clever_gives(with_extra(5), "done", "saves_extra"));
  EXPECT_FALSE(clever_gives(with_extra(6), "done", "saves_extra")) << "there is no later";
  EXPECT_FALSE(clever_gives(with_extra(5), "xo@o", "saves_extra"));
  for (int round : {5, 6}) {
    clever::State state = clever_with("");
    state.round = u8(round);
    state.sheets[0].rerolls = 1;
    play<Clever>(state, {"roll y1 b2 g3 o4 p5 w6"});
    EXPECT_TRUE(clever_gives(state, "reroll", "rolls_again"));
    EXPECT_FALSE(clever_gives(state, "g@g", "rolls_again"));
    EXPECT_EQ(clever_gives(state, "reroll", "last_chance"), round == 6);
  }
}

TEST(CleverWhy, InTheLastRoundOnlyTheLastSeatsTurnIsTheLastForExtras) {
  for (int active : {0, 1}) {
    clever::State state = Clever::start({2, {}});
    state.round = 6;
    state.active = state.mover = u8(active);
    play<Clever>(state, {"roll y1 b2 g3 o4 p5 w6", "w@o"});
    ASSERT_EQ(state.phase, clever::Phase::passive);
    state.sheets[state.mover].extras = 1;
    play<Clever>(state, {"g@g"});
    EXPECT_EQ(clever_gives(state, "xo@o", "last_chance"), active == 1);
  }
}

TEST(CleverWhy, ABonusOneBoxAway) {
  const std::string roll = "roll y3 b1 g1 o1 p1 w1";
  EXPECT_TRUE(clever_gives(rolled("o1", roll), "o@o", "nears_bonus"));
  EXPECT_FALSE(clever_gives(rolled("", roll), "o@o", "nears_bonus"));
  EXPECT_TRUE(clever_gives(rolled("y12", roll), "y@y11", "nears_bonus"));
  EXPECT_FALSE(clever_gives(rolled("", roll), "y@y11", "nears_bonus"));
  EXPECT_FALSE(clever_gives(rolled("y12 y13", roll), "y@y42", "nears_bonus")) << "that line was near before";
  EXPECT_TRUE(clever_gives(rolled("b3", roll), "b@b2", "nears_bonus"));
}

// ---- Genial

// "0123ab" is a number for each symbol in their order.
genial::PerSymbol numbers(const std::string& digits) {
  genial::PerSymbol all = 0;
  for (int symbol = 0; symbol < genial::symbols; ++symbol)
    all |= genial::PerSymbol(digits[size_t(symbol)] - '0') << 4 * symbol;
  return all;
}

// Two seats; the first has rolled, with these rows and against these dice.
genial::State genial_with(const std::string& rows, const std::string& next_rows, const std::string& next_dice,
                          const std::string& roll) {
  genial::State state = Genial::start({2, {1, 0, 0}});
  state.rows[0] = numbers(rows);
  state.rows[1] = numbers(next_rows);
  state.dice[1] = numbers(next_dice);
  play<Genial>(state, {roll});
  return state;
}

bool genial_gives(const genial::State& state, const std::string& event, std::string_view key) {
  return gives<Genial>(state, event, key);
}

TEST(GenialWhy, WhatTheCrossesReach) {
  const std::string roll = "roll r r g b", none = "000000";
  const genial::State last = genial_with("777776", none, none, roll);
  EXPECT_TRUE(genial_gives(last, "score rr:p", "wins_now"));
  EXPECT_FALSE(genial_gives(last, "score", "wins_now"));
  const genial::State right = genial_with("444443", none, none, roll);
  EXPECT_TRUE(genial_gives(right, "score rr:p", "unlocks_right"));
  EXPECT_FALSE(genial_gives(right, "score rr:r", "unlocks_right"));
  const genial::State centre = genial_with("111110", none, none, roll);
  EXPECT_TRUE(genial_gives(centre, "score rr:p", "unlocks_centre"));
  EXPECT_FALSE(genial_gives(centre, "score rr:r", "unlocks_centre"));
  const genial::State row = genial_with("644444", none, none, roll);
  EXPECT_TRUE(genial_gives(row, "score rr:r", "completes_row"));
  EXPECT_FALSE(genial_gives(row, "score rr:o", "completes_row"));
  const genial::State shortest = genial_with("222221", none, none, roll);
  EXPECT_TRUE(genial_gives(shortest, "score rr:p", "lifts_shortest"));
  EXPECT_FALSE(genial_gives(shortest, "score rr:r", "lifts_shortest"));
}

TEST(GenialWhy, HowManyCrosses) {
  const genial::State many = genial_with("111111", "000000", "200200", "roll r r g b");  // two times two red, two green
  EXPECT_TRUE(genial_gives(many, "score", "many_crosses"));
  EXPECT_FALSE(genial_gives(many, "score rr:r", "many_crosses"));
  const genial::State closed = genial_with("330000", "000000", "200000", "roll r r g b");
  EXPECT_TRUE(genial_gives(closed, "score", "wastes_crosses"));
  EXPECT_FALSE(genial_gives(closed, "score rr:b", "wastes_crosses"));
}

TEST(GenialWhy, WhatTheNextPlayerCanDoWithTheDice) {
  const std::string next = "777776";
  EXPECT_TRUE(genial_gives(genial_with("111111", next, "000000", "roll r o y p"), "score", "leaves_few_matches"));
  EXPECT_FALSE(genial_gives(genial_with("111111", next, "000000", "roll r o p p"), "score", "leaves_few_matches"));
  EXPECT_FALSE(genial_gives(genial_with("111111", next, "000000", "roll r o y p"), "reroll", "leaves_few_matches"));
  // Rows of three wait for the centre: nothing can be crossed there yet.
  EXPECT_TRUE(genial_gives(genial_with("111111", "333330", "000000", "roll r o y g"), "score", "leaves_few_matches"));
  EXPECT_FALSE(genial_gives(genial_with("111111", "333331", "000000", "roll r o y g"), "score", "leaves_few_matches"));
}

TEST(GenialWhy, RollingAgain) {
  const genial::State state = genial_with("111111", "111111", "000000", "roll r o y p");
  EXPECT_TRUE(genial_gives(state, "reroll", "rolls_again"));
  EXPECT_FALSE(genial_gives(state, "score", "rolls_again"));
}

// ---- Words

std::string content(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::set<std::string> known_keys() {
  std::set<std::string> keys;
  for_each_game([&](auto game) {
    for (std::string_view key : why_keys<decltype(game)>()) keys.emplace(key);
  });
  return keys;
}

TEST(Why, EveryKeyHasWordsInEveryLanguage) {
  for (const char* language : {"en", "de", "it", "es", "ru"}) {
    std::set<std::string> keys;
    std::istringstream lines(content(std::string(LOCALE "/") + language + "/why.txt"));
    for (std::string line; std::getline(lines, line);) {
      const size_t colon = line.find(": ");
      ASSERT_NE(colon, std::string::npos) << language << ": " << line;
      EXPECT_GT(line.size(), colon + 3) << language << ": " << line;
      EXPECT_TRUE(keys.insert(line.substr(0, colon)).second) << language << ": " << line << " stands twice";
    }
    EXPECT_EQ(keys, known_keys()) << language;
  }
}

TEST(Why, EveryKeyIsDocumented) {
  const std::string page = content(DOCS "/advice.md");
  for (const std::string& key : known_keys()) EXPECT_NE(page.find("| `" + key + "` |"), std::string::npos) << key;
}

TEST(Why, ReasonsAreFewAndTheMostImportantFirst) {
  for_each_game([](auto game) {
    using G = decltype(game);
    const Reasons all = why_keys<G>();
    Random random(3);
    for (int seats = G::min_seats; seats <= G::max_seats; ++seats)
      for (typename G::State state = G::start({seats, {}}); !G::over(state);) {
        if (G::legal(state) == 0) {
          G::roll(state, G::thrown(u32(random.below(int(G::throws)))));
          continue;
        }
        for (int decision : Members{G::legal(state)}) {
          auto from = all.begin();
          const Reasons keys = why<G>(state, Decision(decision));
          EXPECT_LE(keys.size(), most_reasons);
          for (std::string_view key : keys) {
            from = std::find(from, all.end(), key);
            ASSERT_NE(from, all.end()) << key;
          }
        }
        G::apply(state, Decision(nth(G::legal(state), random.below(size(G::legal(state))))));
      }
  });
}

}  // namespace
}  // namespace volpe
