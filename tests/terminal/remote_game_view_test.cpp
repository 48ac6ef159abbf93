// Views of tables at a real server: whole games, several people, a match and a rematch, a server that is killed.
#include "terminal/remote_game_view.h"

#include "terminal/remote_players.h"

namespace volpe {
namespace {

class RemoteGameView : public RemoteTableTest {};

TEST_F(RemoteGameView, PlaysAWholeGameAlone) {
  const client::Address address = open({{"game", "clever"}, {"seats", 1}});
  std::list<RemotePlayer> people;
  people.push_back({join(address, "Anna")});
  RemotePlayer& anna = people.front();
  ASSERT_TRUE(becomes(*anna.game, ready));
  EXPECT_TRUE(anna.game->roll());  // not yet
  EXPECT_TRUE(anna.game->decide("pass"));
  EXPECT_TRUE(anna.game->undo());
  start(address);
  ASSERT_TRUE(becomes(*anna.game, asked));
  EXPECT_EQ(anna.state().seats.at(0).name, "Anna");
  EXPECT_TRUE(anna.state().seats.at(0).local);
  EXPECT_EQ(anna.state().saved_at, address.url());
  EXPECT_EQ(anna.state().commitment.size(), 64U);
  play(people, over);
  EXPECT_EQ(table(address).at("stage"), "over");
  EXPECT_EQ(table(address).at("position").at("result"), anna.state().position.at("result"));
  EXPECT_FALSE(anna.state().log.empty());
  ASSERT_FALSE(anna.game->request_analysis());
  EXPECT_TRUE(becomes(*anna.game, [](const ViewState& view) { return view.analysis.has_value(); }));
  EXPECT_EQ(anna.state().analysis->at("seat_results").as_array().size(), 1U);
}

TEST_F(RemoteGameView, GivesHintsAndTakesBack) {
  const client::Address address = open({{"game", "clever"}, {"seats", 1}});
  RemotePlayer anna{join(address, "Anna")};
  ASSERT_TRUE(becomes(*anna.game, ready));
  start(address);
  ASSERT_TRUE(becomes(*anna.game, asked));
  EXPECT_TRUE(anna.game->request_hint());  // before the roll there is none
  ASSERT_FALSE(anna.game->roll());
  ASSERT_TRUE(becomes(*anna.game, asked));
  ASSERT_FALSE(anna.game->request_hint());
  ASSERT_TRUE(becomes(*anna.game, [](const ViewState& view) { return view.advice.has_value(); }));
  EXPECT_EQ(anna.state().advice->size(), anna.state().position.at("effects").as_array().size());
  const JsonObject before = anna.state().position;
  EXPECT_FALSE(anna.state().can_undo);
  ASSERT_FALSE(anna.game->decide(event_in(anna.state().advice->at(0))));
  ASSERT_TRUE(becomes(*anna.game, asked));
  EXPECT_FALSE(anna.state().advice.has_value());
  ASSERT_TRUE(anna.state().can_undo);
  ASSERT_FALSE(anna.game->undo());
  ASSERT_TRUE(becomes(*anna.game, asked));
  EXPECT_EQ(anna.state().position, before);
  EXPECT_EQ(anna.state().log.size(), 1U);
  ASSERT_FALSE(anna.game->decide("no such event"));  // the server refuses it
  ASSERT_TRUE(becomes(*anna.game, asked));
  EXPECT_EQ(anna.state().notice, "error.other");
  EXPECT_EQ(anna.state().position, before);
}

TEST_F(RemoteGameView, GivesNoHintAtATableWithoutHints) {
  const client::Address address = open({{"game", "clever"}, {"seats", 1}, {"hints", false}});
  RemotePlayer anna{join(address, "Anna")};
  ASSERT_TRUE(becomes(*anna.game, ready));
  start(address);
  ASSERT_TRUE(becomes(*anna.game, asked));
  anna.act();
  ASSERT_TRUE(becomes(*anna.game, asked));
  EXPECT_TRUE(anna.game->request_hint());
}

TEST_F(RemoteGameView, PassiveSeatsDoNotWaitForEachOther) {
  const client::Address address = open({{"game", "clever"}, {"seats", 3}, {"first", "0"}});
  RemotePlayer anna{join(address, "Anna")};
  ASSERT_TRUE(becomes(*anna.game, waits));
  RemotePlayer ben{join(address, "Ben")};
  ASSERT_TRUE(becomes(*ben.game, waits));
  RemotePlayer cleo{join(address, "Cleo")};
  ASSERT_TRUE(becomes(*cleo.game, ready));
  start(address);
  do {
    ASSERT_TRUE(becomes(*anna.game, [](const ViewState& view) {
      return asked(view) || (!view.position.empty() && view.position.at("to_move") == 1);
    }));
  } while (anna.act());
  ASSERT_TRUE(becomes(*ben.game, asked));
  ASSERT_TRUE(becomes(*cleo.game, asked));
  const JsonObject question = ben.state().position;
  cleo.act();
  ASSERT_TRUE(becomes(*cleo.game, [](const ViewState& view) { return asked(view) || view.can_undo; }));
  EXPECT_EQ(table(address).at("position").at("to_move"), 1);
  ben.game->update();
  EXPECT_EQ(ben.state().position, question);
  ben.act();
  ASSERT_TRUE(becomes(*ben.game, [](const ViewState& view) { return asked(view) || view.can_undo; }));
}

TEST_F(RemoteGameView, ThreePeoplePlayARematch) {
  const client::Address address = open({{"game", "clever"}, {"seats", 3}});
  std::list<RemotePlayer> people;
  for (const char* name : {"Anna", "Ben", "Cleo"}) {
    people.push_back({join(address, name), Random(u64(name[0]))});
    ASSERT_TRUE(becomes(*people.back().game, people.size() < 3 ? waits : ready));
  }
  start(address);
  play(people, over);
  for (RemotePlayer& one : people) {
    ASSERT_TRUE(becomes(*one.game, over));
    EXPECT_TRUE(one.state().next_game);
    ASSERT_FALSE(one.game->next_game());
    EXPECT_TRUE(becomes(*one.game, [&](const ViewState& view) { return view.saved_at != address.url(); }));
  }
  const std::string next = people.front().state().saved_at;
  play(people, [](const ViewState& view) { return !view.position.empty() && view.log.size() > 10; });
  for (RemotePlayer& one : people) {
    EXPECT_EQ(one.state().saved_at, next);
    EXPECT_TRUE(becomes(*one.game, [](const ViewState& view) { return !view.position.empty(); }));
  }
}

TEST_F(RemoteGameView, TwoPeoplePlayAMatch) {
  const client::Address address = open({{"game", "genial"}, {"seats", 2}, {"match", true}, {"first", "0"}});
  std::list<RemotePlayer> people;
  people.push_back({join(address, "Anna")});
  ASSERT_TRUE(becomes(*people.front().game, waits));
  people.push_back({join(address, "Ben"), Random(3)});
  ASSERT_TRUE(becomes(*people.back().game, ready));
  start(address);
  play(people, over);
  for (RemotePlayer& one : people) {
    ASSERT_TRUE(becomes(*one.game, over));
    ASSERT_TRUE(one.state().match);
    EXPECT_EQ(one.state().match->number, 1);
    EXPECT_EQ(one.state().match->of, 2);
    EXPECT_EQ(one.state().match->points, (std::vector{0, 0}));  // from the games before
    EXPECT_TRUE(match_goes_on(one.state()));
    EXPECT_TRUE(one.state().next_game);
  }
  const JsonArray totals = people.front().state().position.at("result").at("totals").as_array();
  ASSERT_FALSE(people.front().game->next_game());
  for (RemotePlayer& one : people)
    ASSERT_TRUE(becomes(*one.game, [](const ViewState& view) { return view.match && view.match->number == 2; }));
  EXPECT_EQ(people.front().state().seats.at(0).name, "Ben");
  const std::vector points{totals.at(1).to_number<int>(), totals.at(0).to_number<int>()};
  EXPECT_EQ(people.front().state().match->points, points);
  play(people, over);
  for (RemotePlayer& one : people) {
    ASSERT_TRUE(becomes(*one.game, over));
    EXPECT_EQ(one.state().match->points, points);
    EXPECT_FALSE(match_goes_on(one.state()));
  }
  EXPECT_EQ(table(address).at("stage"), "over");
}

TEST_F(RemoteGameView, RealDiceAreTyped) {
  const client::Address address = open({{"game", "clever"}, {"seats", 1}, {"dice", "real"}});
  RemotePlayer anna{join(address, "Anna")};
  ASSERT_TRUE(becomes(*anna.game, ready));
  start(address);
  ASSERT_TRUE(becomes(*anna.game, asked));
  EXPECT_TRUE(anna.state().types_dice);
  EXPECT_TRUE(anna.game->roll());
  ASSERT_FALSE(anna.game->decide("roll nonsense"));
  ASSERT_TRUE(becomes(*anna.game, asked));
  EXPECT_FALSE(anna.state().notice.empty());
  std::list<RemotePlayer> people;
  people.push_back(std::move(anna));
  play(people, over);
}

// Killed at any moment, also while something was sent and not answered.
TEST_F(RemoteGameView, AServerThatIsKilledLosesAndDoublesNothing) {
  const client::Address address = open({{"game", "clever"}, {"seats", 1}});
  RemotePlayer anna{join(address, "Anna")};
  ASSERT_TRUE(becomes(*anna.game, ready));
  start(address);
  ASSERT_TRUE(becomes(*anna.game, asked));
  int kills = 0;
  for (int n = 0; !over(anna.state()); ++n) {
    ASSERT_TRUE(becomes(*anna.game, [](const ViewState& view) { return asked(view) || over(view); }));
    if (over(anna.state())) break;
    const bool kill = n % 7 == 5 && kills < 6;
    if (kill && ++kills % 2 == 0) {
      running_.kill();
      ASSERT_TRUE(becomes(*anna.game, [](const ViewState& view) { return view.notice == "connection.lost"; }));
      anna.act();
      running_.start();
    } else {
      anna.act();
      if (kill) {
        running_.kill();
        running_.start();
      }
    }
    if (kill) {
      ASSERT_TRUE(becomes(*anna.game, [](const ViewState& view) { return view.notice == "connection.back"; }));
    }
  }
  EXPECT_EQ(kills, 6);
  std::vector<std::string> recorded;
  for (const LogEntry& entry : anna.state().log)
    if (!entry.event.starts_with("roll ")) recorded.push_back(entry.event);
  EXPECT_EQ(recorded, anna.decided);
  EXPECT_EQ(table(address).at("position").at("ply").to_number<size_t>(), anna.state().log.size());
}

TEST(Notices, FitIntoOneLine) {
  for (const Language& language : languages)
    for (const char* key : {"connection.lost", "connection.back", "lobby.waiting", "lobby.host", "join.waiting",
                            "join.full", "join.watching", "join.none", "error.unknown_person", "error.other"}) {
      const std::string text = Texts(language.code)(key);
      const auto letters = std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; });
      EXPECT_LE(letters, 78) << language.code << ' ' << text;
    }
}

}  // namespace
}  // namespace volpe
