// Joining tables of a real server: taking seats, watching, coming back, and sentences for what is refused.
#include "terminal/join.h"

#include "client/person.h"
#include "terminal/remote_players.h"

namespace volpe {
namespace {

class Join : public RemoteTableTest {};

TEST_F(Join, WatchesAFullTable) {
  const client::Address address = open({{"game", "genial"}, {"seats", 2}});
  const auto anna = join(address, "Anna");
  ASSERT_TRUE(becomes(*anna, waits));
  const auto watcher = join(address, "Wolf", true);
  ASSERT_TRUE(becomes(*watcher, waits));
  const auto ben = join(address, "Ben");
  ASSERT_TRUE(becomes(*ben, ready));
  const auto late = join(address, "Late");
  ASSERT_TRUE(becomes(*late, [](const ViewState& view) { return view.notice == "join.full"; }));
  start(address);
  for (GameView* game : {watcher.get(), late.get()}) {
    ASSERT_TRUE(becomes(*game, [](const ViewState& view) { return !view.position.empty(); }));
    EXPECT_EQ(game->state().asked, nobody);
    EXPECT_EQ(game->state().notice, game == late.get() ? "join.full" : "join.watching");
    EXPECT_FALSE(game->state().seats.at(0).local);
  }
}

TEST_F(Join, APersonWhoComesBackHasTheirSeat) {
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
  EXPECT_TRUE(again->state().position.contains("effects"));
  EXPECT_EQ(again->state().log.size(), 1U);
}

TEST_F(Join, ABotGivesTheSeatBack) {
  const client::Address address = open({{"game", "genial"}, {"seats", 2}});
  const auto ben = join(address, "Ben");
  ASSERT_TRUE(becomes(*ben, waits));
  {
    const auto anna = join(address, "Anna");
    ASSERT_TRUE(becomes(*anna, ready));
    start(address);
    ASSERT_TRUE(becomes(*anna, [](const ViewState& view) { return !view.position.empty(); }));
  }
  const auto anna = client::sign_in(running_.server, running_.folder() + "/Anna", "", "");
  ASSERT_TRUE(anna);
  int seat = 0;
  while (client::text_at(table(address).at("players").at(size_t(seat)).as_object(), "name") != "Anna") ++seat;
  EXPECT_EQ(running_.act(address.table, anna->token, {{"do", "away"}, {"seat", seat}, {"bot", "level1"}}), "done");
  const auto again = join(address, "Anna");
  EXPECT_TRUE(
      becomes(*again, [&](const ViewState& view) { return !view.seats.empty() && view.seats[size_t(seat)].local; }));
}

TEST_F(Join, SaysWhyATableCannotBeJoined) {
  for (const char* wrong : {"", "nonsense here", "ftp://fox", "http://fox:99999"})
    EXPECT_EQ(parse_address(wrong, english).error().text, english("join.address", {{"address", wrong}}));
  EXPECT_EQ(parse_address("https://fox/t/a", english).error().text, english("join.https"));
  const JoinOptions options{"Anna", false, running_.folder() + "/people"};
  const client::Address nothing{running_.server, "nothing"}, long_one{running_.server, std::string(200, 'x')};
  EXPECT_EQ(join_table(nothing, options, english).error().text,
            english("join.not_found", {{"address", nothing.url()}}));
  EXPECT_EQ(join_table(long_one, options, english).error().text,
            english("join.not_found", {{"address", long_one.url()}}));
  const client::Address address = open({{"game", "clever"}, {"seats", 1}});
  EXPECT_EQ(join_table(address, {std::string(500, 'x'), false, options.folder}, english).error().text,
            english("join.bad_request"));
  running_.kill();
  EXPECT_EQ(join_table(address, options, english).error().text, english("join.offline", {{"address", address.url()}}));
  EXPECT_EQ(open_tables(address.server, Texts("de")).error().text,
            Texts("de")("join.offline", {{"address", client::Address{address.server, ""}.url()}}));
}

TEST_F(Join, ListsOpenTables) {
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
