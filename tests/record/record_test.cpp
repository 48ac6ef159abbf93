// Records: written and read back, and refused with the line and the reason where they do not fit.
#include "record/record.h"

#include "arena/simulate.h"
#include "games/play_events.h"

namespace volpe {
namespace {

template <class G>
Play<G> random_play(int seats, u64 seed, Options options = {}) {
  Play<G> game({seats, options}, {{}, "", "seeded " + std::to_string(seed), {}});
  Random random(seed);
  const RandomPlayer<G> player;
  play_game<G>(
      {seats, options}, SeededDice(seed), [&](const auto& state, int) { return player.choose(state, random); },
      [&](const auto&, const auto& event) { game.add(event); });
  return game;
}

std::string refused(const std::string& text) {
  const Result<AnyPlay> play = read_record(text);
  if (play) return "accepted";
  EXPECT_EQ(play.error().code, Code::bad_record);
  return play.error().message;
}

const std::string header =
    "volpe: 1\ngame: clever\nseats: 1\noptions: solo_passive_extra=allowed solo_fallback=allowed decline=forbidden\n"
    "names: Anna\ndice: real\n";

TEST(Record, EveryGameComesBackAsItWas) {
  for_each_game([](auto game) {
    using G = decltype(game);
    for (int seats = G::min_seats; seats <= G::max_seats; ++seats) {
      const Play<G> played = random_play<G>(seats, u64(seats), {1, 1, 1});
      const std::string text = write_record(played);
      const Result<AnyPlay> loaded = read_record(text);
      ASSERT_TRUE(bool(loaded)) << loaded.error().message;
      const Play<G>& again = std::get<Play<G>>(*loaded);
      EXPECT_TRUE(same(again.state(), played.state()));
      EXPECT_EQ(again.ply(), played.ply());
      EXPECT_EQ(write_record(again), text);
    }
  });
}

TEST(Record, IsWrittenAsTheFormatSays) {
  Play<Clever> play({2, {0, 1, 0}}, {{"Anna", "bot:greedy"}, "abc 2/2", "real", {}});
  play.add(*Clever::read(play.state(), "roll w6 y1 p5 b2 g3 o4"));
  play.add(*Clever::read(play.state(), "w@b8"));
  EXPECT_EQ(write_record(play),
            "volpe: 1\ngame: clever\nseats: 2\noptions: solo_passive_extra=allowed solo_fallback=forbidden "
            "decline=forbidden\n"
            "names: Anna | bot:greedy\nmatch: abc 2/2\ndice: real\n\nroll w6 y1 p5 b2 g3 o4\nw@b8\n");
}

TEST(Record, CommentsAndWindowsLinesAreFine) {
  EXPECT_EQ(refused("# a game\r\n" + header + "# of mine\n\n# begins\r\nroll y1 b2 g3 o4 p5 w6\r\n# and ends"),
            "accepted");
  EXPECT_EQ(refused(header + "\nroll y1 b2 g3 o4 p5 w6\n\n\r\n"), "accepted");
}

TEST(Record, OptionsLeftOutHaveTheirDefaults) {
  const Result<AnyPlay> play = read_record("volpe: 1\ngame: genial\nseats: 3\noptions: boxes=9\n\n");
  ASSERT_TRUE(bool(play));
  EXPECT_EQ(std::get<Play<Genial>>(*play).state().boxes, 9);
  EXPECT_EQ(std::get<Play<Genial>>(*play).names().size(), 3u);
}

TEST(Record, ABrokenEventIsNamedWithItsLine) {
  EXPECT_EQ(refused(header + "\nroll y1 b2 g3 o4 p5 w6\nw@b7\n"),
            "line 9: 'w@b7' is not legal now: that die cannot mark that box");
  EXPECT_EQ(refused(header + "\nroll y1 b2 g3 o4 p5 w6\n\nw@b8\n"), "line 9: '' is not an event of this game");
  EXPECT_EQ(refused(header + "\nw@b8\n"), "line 8: dice are due: a roll comes next, not 'w@b8'");
}

TEST(Record, HeadersThatDoNotFit) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "line 1: a record begins with 'volpe: 1'"},
      {"game: clever\n", "line 1: a record begins with 'volpe: 1'"},
      {"volpe: 2\n", "line 1: this is a record of version '2', known is 1"},
      {"volpe: 1\nnonsense\n", "line 2: a header line is 'key: value', not 'nonsense'"},
      {"volpe: 1\ncolour: red\n", "line 2: a record has no field 'colour'"},
      {"volpe: 1\ngame: chess\nseats: 2\n\n", "line 2: there is no game called 'chess': clever, genial"},
      {"volpe: 1\ngame: clever\n\n", "line 2: the header has no field 'seats'"},
      {"volpe: 1\ngame: clever\nseats: 5\n\n", "line 3: clever is for 1 to 4 seats, not 5"},
      {"volpe: 1\ngame: clever\nseats: two\n\n", "line 3: 'seats' is not a number of seats"},
      {"volpe: 1\ngame: clever\nseats: 1\nseats: 2\n\n", "line 4: the field 'seats' stands twice"},
      {"volpe: 1\ngame: clever\nseats: 1\noptions: decline\n\n", "line 4: an option is 'name=value', not 'decline'"},
      {"volpe: 1\ngame: clever\nseats: 1\noptions: decline=maybe\n\n",
       "line 4: option decline is one of forbidden, allowed, not 'maybe'"},
      {"volpe: 1\ngame: clever\nseats: 1\noptions: decline=allowed decline=allowed\n\n",
       "line 4: the option 'decline' stands twice"},
      {"volpe: 1\ngame: clever\nseats: 2\nnames: Anna\n\n", "line 4: there is not one name a seat"},
      {"volpe: 1\ngame: clever\nseats: 1\nnames: An\x01na\n\n", "line 4: a name has no '|' and no control characters"},
      {"volpe: 1\ngame: clever\nseats: 1\nnames: An|na\n\n", "line 4: a name has no '|' and no control characters"},
      {"volpe: 1\ngame: clever\nseats: 1\nnames: \xff\n\n", "line 4: a name is UTF-8 text"},
      {"volpe: 1\ngame: genial\nseats: 2\nmatch: abc 3/2\n\n", "line 4: a match is '<id> 1/2', one game a seat"},
      {"volpe: 1\ngame: clever\nseats: 1\ndice: loaded\n\n", "line 4: there are no dice 'loaded'"},
      {"volpe: 1\ngame: clever\nseats: 1\ndice: seeded 99999999999999999999\n\n",
       "line 4: there are no dice 'seeded 99999999999999999999'"},
      {"volpe: 1\ngame: clever\nseats: 1\nresult: 100\n\n",
       "line 4: the record has a result, but the game is not over"}};
  for (const auto& [text, message] : cases) EXPECT_EQ(refused(text), message) << text;
}

TEST(Record, DicesThatFit) {
  const std::string fair = "fair " + std::string(64, 'a'), secret = " " + std::string(64, '0');
  for (const std::string& dice : std::initializer_list<std::string>{"real", "seeded 0", "seeded 18446744073709551615",
                                                                    "daily 2026-11-15", fair, fair + secret})
    EXPECT_TRUE(good_dice(dice)) << dice;
  for (const std::string& dice : std::initializer_list<std::string>{
           "", "Real", "seeded", "seeded -1", "seeded 007", "daily", "daily 2026-11", "daily 2026-11-31", "fair",
           "fair 00ff", fair + "a", fair + " ", fair + secret + "0", fair + secret + secret})
    EXPECT_FALSE(good_dice(dice)) << dice;
}

TEST(Record, SeedsBelongToFairDice) {
  const std::string fair = "volpe: 1\ngame: clever\nseats: 2\ndice: fair " + std::string(64, 'a') + "\n";
  EXPECT_EQ(refused(fair + "seeds: anna | -\n\n"), "accepted");
  EXPECT_EQ(refused(fair + "\n"), "line 4: fair dice need the field 'seeds'");
  EXPECT_EQ(refused(fair + "seeds: anna\n\n"), "line 5: there is not one seed a seat");
  EXPECT_EQ(refused(fair + "seeds: an.na | -\n\n"),
            "line 5: a seed is 1 to 64 of the characters 0-9 A-Z a-z _ -, not 'an.na'");
  EXPECT_EQ(refused("volpe: 1\ngame: clever\nseats: 1\nseeds: anna\n\n"), "line 4: only fair dice have seeds");
}

TEST(Record, AWrongResultIsRefused) {
  const Play<Clever> played = random_play<Clever>(1, 5);
  std::string text = write_record(played);
  const std::string line = "result: " + result_text<Clever>(played.state());
  EXPECT_NE(refused(text.replace(text.find(line), line.size(), "result: 999")).find("not '999'"), std::string::npos);
}

TEST(Record, NamesInManyLanguages) {
  for (const char* name : {"Anna", "Jürgen", "Аня", "José María", "狐"}) EXPECT_EQ(bad_name(name), "") << name;
  for (const char* name :
       {"", " Anna", "Anna ", "a|b", "a\nb", "\xc2\x85", "\xed\xa0\x80", "\xc0\xaf", "\xf5\x80\x80\x80"})
    EXPECT_NE(bad_name(name), "") << name;
}

TEST(Record, LargerThanAnyGameIsRefusedAtOnce) {
  EXPECT_EQ(refused(std::string(longest_record + 1, 'x')), "line 1: this is longer than any record (4 MiB)");
  std::string endless = "volpe: 1\ngame: genial\nseats: 2\noptions: opening=hidden\n\n";
  for (int n = 0; n < 40000; ++n) endless += "roll r o y g\nscore\n";
  EXPECT_NE(refused(endless).find("the record is longer than any game"), std::string::npos);
}

TEST(Play, RollsThatDoNotFollowTheSeedMakeTheDiceReal) {
  Play<Clever> play({1, {}}, {{}, "", "seeded 7", {}});
  play.add(*play.next_roll());
  EXPECT_EQ(play.header().dice, "seeded 7");
  play.add(Decision(lowest(play.state().legal)));
  EXPECT_EQ(play.header().dice, "seeded 7");
  play.take_back_to(0);
  play.add(*Clever::read(play.state(), "roll y1 b1 g1 o1 p1 w1"));
  EXPECT_EQ(play.header().dice, "real");
  play.take_back_to(0);
  EXPECT_EQ(play.header().dice, "seeded 7");
}

TEST(Play, TakingBackRestoresTheDiceToo) {
  Play<Clever> played = random_play<Clever>(2, 11);
  const std::string whole = write_record(played);
  Play<Clever> again = played;
  again.take_back_to(20);
  EXPECT_EQ(again.ply(), 20);
  for (size_t n = 20; n < played.events().size(); ++n) {
    if (again.chance()) {
      EXPECT_EQ(Clever::write(again.state(), *again.next_roll()), write<Clever>(again.state(), played.events()[n]));
    }
    again.add(played.events()[n]);
  }
  EXPECT_EQ(write_record(again), whole);
}

}  // namespace
}  // namespace volpe
