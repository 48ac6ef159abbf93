// Rooms over tables of a real server: whole games, several people, matches and rematches, a server that is killed in
// between.
#include "terminal/remote_game_view.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <boost/json/serialize.hpp>
#include <functional>
#include <list>

#include "client/person.h"
#include "client/running_server.h"
#include "record/record.h"

namespace volpe {
namespace {

using client::RunningServer;

const Texts english("en");

// Lets a room go on until its view is as wanted.
bool becomes(Room& room, const std::function<bool(const View&)>& wanted) {
  for (;;) {
    EXPECT_TRUE(room.view().notice.empty() || english.has(room.view().notice)) << room.view().notice;
    if (wanted(room.view())) return true;
    pollfd file{room.news(), POLLIN, 0};
    const int patience = room.patience() < 0 ? client::never : room.patience();
    const int ready = poll(&file, 1, patience);
    if (ready == 0 && room.patience() < 0) return false;
    room.go_on();
  }
}

bool over(const View& view) { return is_over(view); }
bool asked(const View& view) { return view.asked != nobody; }

std::string event_in(const Json& effect) { return std::string(effect.at("event").as_string()); }

// A person at a keyboard who decides by lot, and remembers what was decided.
struct Someone {
  std::unique_ptr<Room> room;
  Random random{7};
  std::vector<std::string> decided{};

  const View& view() const { return room->view(); }

  // Does what is asked; false if nothing is.
  bool act() {
    if (view().asked == nobody || over(view())) return false;
    const Json* effects = view().position.if_contains("effects");
    if (view().types_dice) {
      EXPECT_FALSE(room->decide(typed_roll()));
    } else if (effects == nullptr) {
      EXPECT_FALSE(room->roll());
    } else {
      const JsonArray& list = effects->as_array();
      decided.push_back(event_in(list[size_t(random.below(int(list.size())))]));
      EXPECT_FALSE(room->decide(decided.back()));
    }
    EXPECT_EQ(view().asked, nobody);  // until the server has answered
    return true;
  }

  std::string typed_roll() const {
    std::string roll = "roll";
    if (view().position.at("game") == "genial") return "roll r g b j";
    for (const Json& die : view().position.at("due").as_array())
      roll += " " + std::string(die.as_string()) + std::to_string(1 + decided.size() % 6);
    return roll;
  }
};

// All of them play until one sees what is waited for.
void play(std::list<Someone>& people, const std::function<bool(const View&)>& until) {
  for (;;) {
    bool acted = false;
    for (Someone& one : people) {
      one.room->go_on();
      if (until(one.view())) return;
      acted = one.act() || acted;
    }
    if (acted) continue;
    std::vector<pollfd> files;
    for (const Someone& one : people) files.push_back({one.room->news(), POLLIN, 0});
    ASSERT_GT(poll(files.data(), files.size(), client::never), 0);
  }
}

class RemoteRoom : public testing::Test {
 protected:
  // A table that somebody else has opened, as its address.
  client::Address open(const JsonObject& offer) { return {running_.server, running_.table(host_, offer)}; }

  std::unique_ptr<Room> join(const client::Address& address, const std::string& name, bool watch = false) {
    auto room = join_table(address, {name, watch, running_.folder() + "/" + name}, english);
    EXPECT_TRUE(room);
    return room ? std::move(*room) : nullptr;
  }

  void start(const client::Address& address) {
    EXPECT_EQ(running_.act(address.table, host_, {{"do", "start"}}), "done");
  }

  JsonObject table(const client::Address& address) const {
    const auto view = client::call_api(running_.server, client::Method::get, "tables/" + address.table);
    return view ? *view : JsonObject{};
  }

  RunningServer running_;
  const std::string host_ = running_.person("Host");
};

bool waits(const View& view) { return view.notice == "lobby.waiting" && view.position.empty(); }
bool ready(const View& view) { return view.notice == "lobby.host" && view.position.empty(); }

TEST_F(RemoteRoom, AWholeGameAlone) {
  const client::Address address = open({{"game", "clever"}, {"seats", 1}});
  std::list<Someone> people;
  people.push_back({join(address, "Anna")});
  Someone& anna = people.front();
  ASSERT_TRUE(becomes(*anna.room, ready));
  EXPECT_TRUE(anna.room->roll());  // not yet
  EXPECT_TRUE(anna.room->decide("pass"));
  EXPECT_TRUE(anna.room->undo());
  start(address);
  ASSERT_TRUE(becomes(*anna.room, asked));
  EXPECT_EQ(anna.view().seats.at(0).name, "Anna");
  EXPECT_TRUE(anna.view().seats.at(0).here);
  EXPECT_EQ(anna.view().kept, address.url());
  EXPECT_EQ(anna.view().commitment.size(), 64U);
  play(people, over);
  EXPECT_EQ(table(address).at("stage"), "over");
  EXPECT_EQ(table(address).at("position").at("result"), anna.view().position.at("result"));
  EXPECT_FALSE(anna.view().log.empty());
  ASSERT_FALSE(anna.room->ask_analysis());
  EXPECT_TRUE(becomes(*anna.room, [](const View& view) { return view.analysis.has_value(); }));
  EXPECT_EQ(anna.view().analysis->at("seat_results").as_array().size(), 1U);
}

TEST_F(RemoteRoom, HintAndUndo) {
  const client::Address address = open({{"game", "clever"}, {"seats", 1}});
  Someone anna{join(address, "Anna")};
  ASSERT_TRUE(becomes(*anna.room, ready));
  start(address);
  ASSERT_TRUE(becomes(*anna.room, asked));
  EXPECT_TRUE(anna.room->ask_hint());  // before the roll there is none
  ASSERT_FALSE(anna.room->roll());
  ASSERT_TRUE(becomes(*anna.room, asked));
  ASSERT_FALSE(anna.room->ask_hint());
  ASSERT_TRUE(becomes(*anna.room, [](const View& view) { return view.advice.has_value(); }));
  EXPECT_EQ(anna.view().advice->size(), anna.view().position.at("effects").as_array().size());
  const JsonObject before = anna.view().position;
  EXPECT_FALSE(anna.view().can_undo);
  ASSERT_FALSE(anna.room->decide(event_in(anna.view().advice->at(0))));
  ASSERT_TRUE(becomes(*anna.room, asked));
  EXPECT_FALSE(anna.view().advice.has_value());
  ASSERT_TRUE(anna.view().can_undo);
  ASSERT_FALSE(anna.room->undo());
  ASSERT_TRUE(becomes(*anna.room, asked));
  EXPECT_EQ(anna.view().position, before);
  EXPECT_EQ(anna.view().log.size(), 1U);
  ASSERT_FALSE(anna.room->decide("no such event"));  // the server refuses it
  ASSERT_TRUE(becomes(*anna.room, asked));
  EXPECT_EQ(anna.view().notice, "error.other");
  EXPECT_EQ(anna.view().position, before);
}

TEST_F(RemoteRoom, ATableWithoutHintsGivesNone) {
  const client::Address address = open({{"game", "clever"}, {"seats", 1}, {"hints", false}});
  Someone anna{join(address, "Anna")};
  ASSERT_TRUE(becomes(*anna.room, ready));
  start(address);
  ASSERT_TRUE(becomes(*anna.room, asked));
  anna.act();
  ASSERT_TRUE(becomes(*anna.room, asked));
  EXPECT_TRUE(anna.room->ask_hint());
}

TEST_F(RemoteRoom, PassiveSeatsDoNotWaitForEachOther) {
  const client::Address address = open({{"game", "clever"}, {"seats", 3}, {"first", "0"}});
  Someone anna{join(address, "Anna")};
  ASSERT_TRUE(becomes(*anna.room, waits));
  Someone ben{join(address, "Ben")};
  ASSERT_TRUE(becomes(*ben.room, waits));
  Someone cleo{join(address, "Cleo")};
  ASSERT_TRUE(becomes(*cleo.room, ready));
  start(address);
  do {
    ASSERT_TRUE(becomes(*anna.room, [](const View& view) {
      return asked(view) || (!view.position.empty() && view.position.at("to_move") == 1);
    }));
  } while (anna.act());
  ASSERT_TRUE(becomes(*ben.room, asked));
  ASSERT_TRUE(becomes(*cleo.room, asked));
  const JsonObject question = ben.view().position;
  cleo.act();
  ASSERT_TRUE(becomes(*cleo.room, [](const View& view) { return asked(view) || view.can_undo; }));
  EXPECT_EQ(table(address).at("position").at("to_move"), 1);
  ben.room->go_on();
  EXPECT_EQ(ben.view().position, question);
  ben.act();
  ASSERT_TRUE(becomes(*ben.room, [](const View& view) { return asked(view) || view.can_undo; }));
}

TEST_F(RemoteRoom, ThreePeopleAndARematch) {
  const client::Address address = open({{"game", "clever"}, {"seats", 3}});
  std::list<Someone> people;
  for (const char* name : {"Anna", "Ben", "Cleo"}) {
    people.push_back({join(address, name), Random(u64(name[0]))});
    ASSERT_TRUE(becomes(*people.back().room, people.size() < 3 ? waits : ready));
  }
  start(address);
  play(people, over);
  for (Someone& one : people) {
    ASSERT_TRUE(becomes(*one.room, over));
    EXPECT_TRUE(one.view().next_game);
    ASSERT_FALSE(one.room->next_game());
    EXPECT_TRUE(becomes(*one.room, [&](const View& view) { return view.kept != address.url(); }));
  }
  const std::string next = people.front().view().kept;
  play(people, [](const View& view) { return !view.position.empty() && view.log.size() > 10; });
  for (Someone& one : people) {
    EXPECT_EQ(one.view().kept, next);
    EXPECT_TRUE(becomes(*one.room, [](const View& view) { return !view.position.empty(); }));
  }
}

TEST_F(RemoteRoom, AMatchOfGenial) {
  const client::Address address = open({{"game", "genial"}, {"seats", 2}, {"match", true}, {"first", "0"}});
  std::list<Someone> people;
  people.push_back({join(address, "Anna")});
  ASSERT_TRUE(becomes(*people.front().room, waits));
  people.push_back({join(address, "Ben"), Random(3)});
  ASSERT_TRUE(becomes(*people.back().room, ready));
  start(address);
  play(people, over);
  for (Someone& one : people) {
    ASSERT_TRUE(becomes(*one.room, over));
    ASSERT_TRUE(one.view().match);
    EXPECT_EQ(one.view().match->number, 1);
    EXPECT_EQ(one.view().match->of, 2);
    EXPECT_EQ(one.view().match->points, (std::vector{0, 0}));  // from the games before
    EXPECT_TRUE(match_goes_on(one.view()));
    EXPECT_TRUE(one.view().next_game);
  }
  const JsonArray totals = people.front().view().position.at("result").at("totals").as_array();
  ASSERT_FALSE(people.front().room->next_game());
  for (Someone& one : people)
    ASSERT_TRUE(becomes(*one.room, [](const View& view) { return view.match && view.match->number == 2; }));
  EXPECT_EQ(people.front().view().seats.at(0).name, "Ben");
  const std::vector points{totals.at(1).to_number<int>(), totals.at(0).to_number<int>()};
  EXPECT_EQ(people.front().view().match->points, points);
  play(people, over);
  for (Someone& one : people) {
    ASSERT_TRUE(becomes(*one.room, over));
    EXPECT_EQ(one.view().match->points, points);
    EXPECT_FALSE(match_goes_on(one.view()));
  }
  EXPECT_EQ(table(address).at("stage"), "over");
}

TEST_F(RemoteRoom, RealDiceAreTyped) {
  const client::Address address = open({{"game", "clever"}, {"seats", 1}, {"dice", "real"}});
  Someone anna{join(address, "Anna")};
  ASSERT_TRUE(becomes(*anna.room, ready));
  start(address);
  ASSERT_TRUE(becomes(*anna.room, asked));
  EXPECT_TRUE(anna.view().types_dice);
  EXPECT_TRUE(anna.room->roll());
  ASSERT_FALSE(anna.room->decide("roll nonsense"));
  ASSERT_TRUE(becomes(*anna.room, asked));
  EXPECT_FALSE(anna.view().notice.empty());
  std::list<Someone> people;
  people.push_back(std::move(anna));
  play(people, over);
}

TEST_F(RemoteRoom, FullTablesAndWatchers) {
  const client::Address address = open({{"game", "genial"}, {"seats", 2}});
  const auto anna = join(address, "Anna");
  ASSERT_TRUE(becomes(*anna, waits));
  const auto watcher = join(address, "Wolf", true);
  ASSERT_TRUE(becomes(*watcher, waits));
  const auto ben = join(address, "Ben");
  ASSERT_TRUE(becomes(*ben, ready));
  const auto late = join(address, "Late");
  ASSERT_TRUE(becomes(*late, [](const View& view) { return view.notice == "join.full"; }));
  start(address);
  for (Room* room : {watcher.get(), late.get()}) {
    ASSERT_TRUE(becomes(*room, [](const View& view) { return !view.position.empty(); }));
    EXPECT_EQ(room->view().asked, nobody);
    EXPECT_EQ(room->view().notice, room == late.get() ? "join.full" : "join.watching");
    EXPECT_FALSE(room->view().seats.at(0).here);
  }
}

TEST_F(RemoteRoom, WhoComesBackHasTheirSeat) {
  const client::Address address = open({{"game", "clever"}, {"seats", 1}});
  {
    const auto anna = join(address, "Anna");
    ASSERT_TRUE(becomes(*anna, ready));
    start(address);
    ASSERT_TRUE(becomes(*anna, asked));
    ASSERT_FALSE(anna->roll());
    ASSERT_TRUE(becomes(*anna, asked));
  }
  const auto again = join(address, "Anna");
  ASSERT_TRUE(becomes(*again, asked));
  EXPECT_TRUE(again->view().position.contains("effects"));
  EXPECT_EQ(again->view().log.size(), 1U);
}

TEST_F(RemoteRoom, ABotGivesTheSeatBack) {
  const client::Address address = open({{"game", "genial"}, {"seats", 2}});
  const auto ben = join(address, "Ben");
  ASSERT_TRUE(becomes(*ben, waits));
  {
    const auto anna = join(address, "Anna");
    ASSERT_TRUE(becomes(*anna, ready));
    start(address);
    ASSERT_TRUE(becomes(*anna, [](const View& view) { return !view.position.empty(); }));
  }
  const auto anna = client::sign_in(running_.server, running_.folder() + "/Anna", "", "");
  ASSERT_TRUE(anna);
  int seat = 0;
  while (client::text_at(table(address).at("players").at(size_t(seat)).as_object(), "name") != "Anna") ++seat;
  EXPECT_EQ(running_.act(address.table, anna->token, {{"do", "away"}, {"seat", seat}, {"bot", "level1"}}), "done");
  const auto again = join(address, "Anna");
  EXPECT_TRUE(becomes(*again, [&](const View& view) { return !view.seats.empty() && view.seats[size_t(seat)].here; }));
}

// Killed at any moment, also while something was sent and not answered.
TEST_F(RemoteRoom, AServerThatIsKilledLosesAndDoublesNothing) {
  const client::Address address = open({{"game", "clever"}, {"seats", 1}});
  Someone anna{join(address, "Anna")};
  ASSERT_TRUE(becomes(*anna.room, ready));
  start(address);
  ASSERT_TRUE(becomes(*anna.room, asked));
  int kills = 0;
  for (int n = 0; !over(anna.view()); ++n) {
    ASSERT_TRUE(becomes(*anna.room, [](const View& view) { return asked(view) || over(view); }));
    if (over(anna.view())) break;
    const bool kill = n % 7 == 5 && kills < 6;
    if (kill && ++kills % 2 == 0) {
      running_.kill();
      ASSERT_TRUE(becomes(*anna.room, [](const View& view) { return view.notice == "connection.lost"; }));
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
      ASSERT_TRUE(becomes(*anna.room, [](const View& view) { return view.notice == "connection.back"; }));
    }
  }
  EXPECT_EQ(kills, 6);
  std::vector<std::string> recorded;
  for (const Happening& happening : anna.view().log)
    if (!happening.event.starts_with("roll ")) recorded.push_back(happening.event);
  EXPECT_EQ(recorded, anna.decided);
  EXPECT_EQ(table(address).at("position").at("ply").to_number<size_t>(), anna.view().log.size());
}

TEST(Notices, FitInALine) {
  for (const Language& language : languages)
    for (const char* key : {"connection.lost", "connection.back", "lobby.waiting", "lobby.host", "join.waiting",
                            "join.full", "join.watching", "join.none", "error.unknown_person", "error.other"}) {
      const std::string text = Texts(language.code)(key);
      const auto letters = std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; });
      EXPECT_LE(letters, 78) << language.code << ' ' << text;
    }
}

TEST_F(RemoteRoom, WhatCanNotBeJoined) {
  for (const char* wrong : {"", "nonsense here", "ftp://fox", "http://fox:99999"})
    EXPECT_EQ(address_in(wrong, english).error().text, english("join.address", {{"address", wrong}}));
  EXPECT_EQ(address_in("https://fox/t/a", english).error().text, english("join.https"));
  const Joining joining{"Anna", false, running_.folder() + "/people"};
  const client::Address nothing{running_.server, "nothing"}, long_one{running_.server, std::string(200, 'x')};
  EXPECT_EQ(join_table(nothing, joining, english).error().text,
            english("join.not_found", {{"address", nothing.url()}}));
  EXPECT_EQ(join_table(long_one, joining, english).error().text,
            english("join.not_found", {{"address", long_one.url()}}));
  const client::Address address = open({{"game", "clever"}, {"seats", 1}});
  EXPECT_EQ(join_table(address, {std::string(500, 'x'), false, joining.folder}, english).error().text,
            english("join.bad_request"));
  running_.kill();
  EXPECT_EQ(join_table(address, joining, english).error().text, english("join.offline", {{"address", address.url()}}));
  EXPECT_EQ(open_tables(address.server, Texts("de")).error().text,
            Texts("de")("join.offline", {{"address", client::Address{address.server, ""}.url()}}));
}

TEST_F(RemoteRoom, ListsOpenTables) {
  EXPECT_TRUE(open_tables(running_.server, english)->empty());
  const client::Address address = open({{"game", "genial"}, {"seats", 3}, {"listed", true}});
  open({{"game", "genial"}, {"seats", 2}});
  const auto tables = open_tables(running_.server, english);
  ASSERT_TRUE(tables);
  ASSERT_EQ(tables->size(), 1U);
  EXPECT_EQ(tables->at(0).table, address.table);
  EXPECT_EQ(tables->at(0).game, "genial");
  EXPECT_EQ(tables->at(0).seats, 3);
  EXPECT_EQ(tables->at(0).taken, 0);
}

}  // namespace
}  // namespace volpe
