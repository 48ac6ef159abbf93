// What players need of messages is found wherever it stands, and kept up to date by changes.
#include "client/table_message.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/serialize.hpp>

#include "base/json.h"
#include "base/random.h"

namespace volpe::client {
namespace {

using Texts = std::vector<std::string>;

// A view with everything in it that could be taken for something else.
JsonObject some_view() {
  const std::string name = R"("choices":[{"legal":["no"]}],"revision":99 } ] \ " \" {)";
  const JsonObject own_position{{"ply", 70}, {"legal", {"w@y42", "say \"fox\""}}, {"effects", {{{"legal", {"no"}}}}}};
  return {{"game", "clever"},
          {"position", {{"legal", {"no"}}, {"seat", 5}, {"ply", 71}, {"revision", 98}}},
          {"revision", 41},
          {"stage", "playing"},
          {"recent", {{{"ply", 3}, {"seat", 1}, {"revision", 97}}}},
          {"roller", nullptr},
          {"players", {{{"name", name}, {"you", false}}, {{"you", true}, {"name", name}}}},
          {"choices",
           {{{"turn", 68}, {"step", 2}, {"seat", 1}, {"position", own_position}},
            {{"ply", 9}, {"seat", 2}, {"position", {{"legal", {"no"}}}}}}},
          {"undo", {{{"ply", 12}, {"seat", 1}}}},
          {"type", "table"}};
}

PlayerView view_of(const JsonObject& table) {
  PlayerView view;
  EXPECT_TRUE(read_table(boost::json::serialize(table), view));
  return view;
}

bool change(PlayerView& view, const JsonObject& set, const JsonArray& unset = {}) {
  const JsonObject message{{"type", "delta"}, {"base", view.revision}, {"set", set}, {"unset", unset}};
  return read_changes(boost::json::serialize(message), view);
}

void expect_some_view(const PlayerView& view) {
  EXPECT_EQ(view.revision, 41);
  EXPECT_EQ(view.stage, "playing");
  EXPECT_EQ(view.ply, "71");
  EXPECT_EQ(view.roller, "null");
  EXPECT_EQ(view.own, (std::vector<bool>{false, true}));
  EXPECT_FALSE(view.may_roll());
  ASSERT_TRUE(view.may_choose);
  EXPECT_EQ(view.choice.seat, "1");
  EXPECT_EQ(view.choice.ply, "");
  EXPECT_EQ(view.choice.turn, "68");
  EXPECT_EQ(view.choice.step, "2");
  EXPECT_EQ(view.choice.legal, (Texts{R"("w@y42")", R"("say \"fox\"")"}));
}

TEST(TableMessage, IsReadInAnyOrderOfItsMembers) {
  Random random(1);
  const JsonObject table = some_view();
  for (int n = 0; n < 200; ++n) {
    Texts keys;
    for (const auto& [key, value] : table) keys.emplace_back(key);
    for (size_t i = keys.size(); i > 1; --i) std::swap(keys[i - 1], keys[size_t(random.below(int(i)))]);
    JsonObject shuffled;
    for (const std::string& key : keys) shuffled[key] = table.at(key);
    expect_some_view(view_of(shuffled));
    EXPECT_EQ(read_head(boost::json::serialize(shuffled)).type, "table");
  }
}

TEST(TableMessage, ReplacesTheWholeView) {
  PlayerView view = view_of(some_view());
  ASSERT_TRUE(read_table(R"({"revision":42,"stage":"over","choices":[]})", view));
  EXPECT_EQ(view.revision, 42);
  EXPECT_EQ(view.stage, "over");
  EXPECT_FALSE(view.may_choose);
  EXPECT_TRUE(view.choice.legal.empty() && view.choice.turn.empty() && view.ply.empty() && view.own.empty());
}

TEST(TableMessage, SaysWhetherTheRollerIsThisPerson) {
  JsonObject table = some_view();
  for (const auto& [roller, own] : {std::pair(0, false), std::pair(1, true), std::pair(2, false)}) {
    table["roller"] = roller;
    EXPECT_EQ(view_of(table).may_roll(), own) << roller;
  }
  table.erase("roller");
  EXPECT_FALSE(view_of(table).may_roll());
}

TEST(TableMessage, FailsIfItIsCutOff) {
  const std::string text = boost::json::serialize(some_view());
  for (size_t size = 0; size < text.size(); ++size) {
    PlayerView view;
    EXPECT_FALSE(read_table(std::string_view(text).substr(0, size), view)) << size;
  }
}

TEST(TableMessage, TellsAnswersFromViews) {
  const MessageHead done = read_head(R"({"revision":7,"type":"done","id":"12"})");
  EXPECT_EQ(done.type, "done");
  EXPECT_EQ(done.id, "12");
  EXPECT_EQ(done.revision, 7);
  const MessageHead error = read_head(R"({"error":{"code":"stale","type":"table","id":"3"},"id":"4","type":"error"})");
  EXPECT_EQ(error.type, "error");
  EXPECT_EQ(error.id, "4");
  EXPECT_EQ(read_head(R"({"type":"presence","table":"x","here":[true]})").id, "");
  for (const char* text : {"", "7", "[]", R"({"type":7})", R"({"type":"done")"})
    EXPECT_EQ(read_head(text).type, "") << text;
}

TEST(Changes, SetFieldsAtAnyDepth) {
  PlayerView view = view_of(some_view());
  ASSERT_TRUE(change(view, {{"/revision", 42},
                            {"/position/ply", 72},
                            {"/position/legal", {"no"}},
                            {"/players/0/you", true},
                            {"/players/1/name", "/revision"},
                            {"/choices/0/step", 3},
                            {"/choices/0/position/legal/1", "pass"},
                            {"/choices/1/seat", 3},
                            {"/choices/0/position/effects/0/legal", {"no"}}}));
  EXPECT_EQ(view.revision, 42);
  EXPECT_EQ(view.ply, "72");
  EXPECT_EQ(view.own, (std::vector<bool>{true, true}));
  EXPECT_EQ(view.choice.turn, "68");
  EXPECT_EQ(view.choice.step, "3");
  EXPECT_EQ(view.choice.seat, "1");
  EXPECT_EQ(view.choice.legal, (Texts{R"("w@y42")", R"("pass")"}));
}

TEST(Changes, ReplaceListsAndObjectsWhole) {
  PlayerView view = view_of(some_view());
  ASSERT_TRUE(change(view, {{"/revision", 42}, {"/choices/0/position/legal", {"a", "b", "c"}}}));
  EXPECT_EQ(view.choice.legal, (Texts{R"("a")", R"("b")", R"("c")"}));
  EXPECT_EQ(view.choice.turn, "68");
  const JsonObject choice{{"seat", 0}, {"ply", 80}, {"position", {{"legal", {"d"}}}}};
  ASSERT_TRUE(change(view, {{"/revision", 43}, {"/choices/0", choice}}));
  EXPECT_EQ(view.choice.legal, (Texts{R"("d")"}));
  EXPECT_EQ(view.choice.ply, "80");
  EXPECT_EQ(view.choice.turn, "");
  ASSERT_TRUE(change(view, {{"/revision", 44}, {"/choices", JsonArray()}, {"/roller", 1}, {"/stage", "over"}}));
  EXPECT_FALSE(view.may_choose);
  EXPECT_TRUE(view.may_roll());
  EXPECT_EQ(view.stage, "over");
  ASSERT_TRUE(change(view, {{"/revision", 45}, {"/choices", {choice}}, {"/players", {{{"you", true}}}}}));
  EXPECT_TRUE(view.may_choose);
  EXPECT_EQ(view.choice.legal, (Texts{R"("d")"}));
  EXPECT_EQ(view.own, (std::vector<bool>{true}));
  ASSERT_TRUE(change(view, {{"", some_view()}}));
  expect_some_view(view);
}

TEST(Changes, UnsetFields) {
  PlayerView view = view_of(some_view());
  ASSERT_TRUE(change(view, {{"/revision", 42}, {"/choices/0/ply", 7}},
                     {"/choices/0/turn", "/choices/0/step", "/undo", "/roller", "/players/0/name"}));
  EXPECT_EQ(view.choice.ply, "7");
  EXPECT_EQ(view.choice.turn + view.choice.step + view.roller, "");
  EXPECT_TRUE(view.may_choose);
  ASSERT_TRUE(change(view, {{"/revision", 43}}, {"/choices"}));
  EXPECT_FALSE(view.may_choose);
}

TEST(Changes, SlideLists) {
  PlayerView view = view_of(some_view());
  ASSERT_TRUE(
      change(view, {{"/revision", 42}, {"/choices/0/position/legal/1", "b@b7"}}, {"/choices/0/position/legal/0"}));
  EXPECT_EQ(view.choice.legal, (Texts{R"("say \"fox\"")", R"("b@b7")"}));
  ASSERT_TRUE(change(view, {{"/revision", 43}}, {"/choices/0/position/legal/1", "/choices/0/position/legal/0"}));
  EXPECT_TRUE(view.choice.legal.empty());
  ASSERT_TRUE(change(view, {{"/revision", 44}, {"/players/1", {{"you", false}}}}, {"/players/0"}));
  EXPECT_EQ(view.own, (std::vector<bool>{true, false})) << "the seats have turned";
}

TEST(Changes, MustFollowWhatWasShown) {
  PlayerView view = view_of(some_view());
  EXPECT_FALSE(read_changes(R"({"base":40,"set":{"/revision":42}})", view));
  EXPECT_FALSE(read_changes(R"({"set":{"/revision":42}})", view));
  EXPECT_FALSE(read_changes(R"({"base":41,"set":{"/revision":42})", view));
  expect_some_view(view);
  EXPECT_TRUE(read_changes(R"({"set":{"/here":[true],"/x~1y/0":1,"/players/7/you":true},"base":41})", view));
  expect_some_view(view);
}

}  // namespace
}  // namespace volpe::client
