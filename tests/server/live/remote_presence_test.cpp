// Who views a table on other servers, with a clock that the test moves.
#include "server/live/remote_presence.h"

#include <gtest/gtest.h>

namespace volpe::server {
namespace {

using Tables = RemotePresence::Tables;
using std::chrono::seconds;

const RemotePresence::Time start{};

JsonObject viewers(std::string_view table, JsonArray handles) {
  return {{"looks", JsonObject{{table, std::move(handles)}}}};
}

TEST(RemotePresence, KnowsWhoViewsUntilTheyLeave) {
  RemotePresence presence;
  EXPECT_EQ(presence.on_peer_message("a", viewers("t", {"anna", "bert"}), start), Tables{"t"});
  EXPECT_TRUE(presence.views("t", "anna"));
  EXPECT_FALSE(presence.views("t", "carl"));
  EXPECT_FALSE(presence.views("u", "anna"));
  EXPECT_EQ(presence.on_peer_message("a", viewers("t", {"bert"}), start), Tables{"t"});
  EXPECT_FALSE(presence.views("t", "anna"));
  EXPECT_EQ(presence.on_peer_message("a", viewers("t", {}), start), Tables{"t"});
  EXPECT_FALSE(presence.views("t", "bert"));
}

TEST(RemotePresence, KeepsServersApart) {
  RemotePresence presence;
  presence.on_peer_message("a", viewers("t", {"anna"}), start);
  presence.on_peer_message("b", viewers("t", {"anna"}), start);
  presence.on_peer_message("a", viewers("t", {}), start);
  EXPECT_TRUE(presence.views("t", "anna")) << "on the other server";
}

TEST(RemotePresence, ExpiresSilentServersAndReturnsTheirTables) {
  RemotePresence presence;
  presence.on_peer_message("a", viewers("t", {"anna"}), start);
  presence.on_peer_message("b", viewers("u", {"bert"}), start);
  EXPECT_EQ(presence.on_peer_message("b", {}, start + seconds(5)), Tables{}) << "a heartbeat";
  EXPECT_EQ(presence.expire_silent(start + seconds(1)), Tables{"t"});
  EXPECT_FALSE(presence.views("t", "anna"));
  EXPECT_TRUE(presence.views("u", "bert"));
}

TEST(RemotePresence, IgnoresWhatItDoesNotUnderstand) {
  RemotePresence presence;
  EXPECT_EQ(presence.on_peer_message("a", {{"looks", 7}, {"new", true}}, start), Tables{});
  EXPECT_EQ(presence.on_peer_message("a", viewers("t", {1, nullptr, "anna"}), start), Tables{"t"});
  EXPECT_TRUE(presence.views("t", "anna"));
}

}  // namespace
}  // namespace volpe::server
