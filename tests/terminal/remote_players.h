// People who play at tables of a real server, for the tests of what they see.
#pragma once

#include <gtest/gtest.h>
#include <poll.h>

#include <functional>
#include <list>

#include "base/random.h"
#include "client/running_server.h"
#include "terminal/join.h"

namespace volpe {

using client::RunningServer;

inline const Texts english("en");

// Updates a view until its state is as wanted.
inline bool becomes(GameView& game, const std::function<bool(const ViewState&)>& wanted) {
  for (;;) {
    EXPECT_TRUE(game.state().notice.empty() || english.has(game.state().notice)) << game.state().notice;
    if (wanted(game.state())) return true;
    pollfd file{game.readable_file(), POLLIN, 0};
    const int timeout = game.timeout() < 0 ? client::never : game.timeout();
    const int ready = poll(&file, 1, timeout);
    if (ready == 0 && game.timeout() < 0) return false;
    game.update();
  }
}

inline bool over(const ViewState& view) { return is_over(view); }
inline bool asked(const ViewState& view) { return view.asked != nobody; }

inline std::string event_in(const Json& effect) { return std::string(effect.at("event").as_string()); }

// A person at a keyboard who decides at random and remembers what was decided.
struct RemotePlayer {
  std::unique_ptr<GameView> game;
  Random random{7};
  std::vector<std::string> decided{};

  const ViewState& state() const { return game->state(); }

  // Does what is asked; returns false if nothing is.
  bool act() {
    if (state().asked == nobody || over(state())) return false;
    const Json* effects = state().position.if_contains("effects");
    if (state().types_dice) {
      EXPECT_FALSE(game->decide(typed_roll()));
    } else if (effects == nullptr) {
      EXPECT_FALSE(game->roll());
    } else {
      const JsonArray& list = effects->as_array();
      decided.push_back(event_in(list[size_t(random.below(int(list.size())))]));
      EXPECT_FALSE(game->decide(decided.back()));
    }
    EXPECT_EQ(state().asked, nobody);  // until the server has answered
    return true;
  }

  std::string typed_roll() const {
    std::string roll = "roll";
    if (state().position.at("game") == "genial") return "roll r g b j";
    for (const Json& die : state().position.at("due").as_array())
      roll += " " + std::string(die.as_string()) + std::to_string(1 + decided.size() % 6);
    return roll;
  }
};

// All of them play until one of them sees what is waited for.
inline void play(std::list<RemotePlayer>& people, const std::function<bool(const ViewState&)>& until) {
  for (;;) {
    bool acted = false;
    for (RemotePlayer& one : people) {
      one.game->update();
      if (until(one.state())) return;
      acted = one.act() || acted;
    }
    if (acted) continue;
    std::vector<pollfd> files;
    for (const RemotePlayer& one : people) files.push_back({one.game->readable_file(), POLLIN, 0});
    ASSERT_GT(poll(files.data(), files.size(), client::never), 0);
  }
}

// A server with tables that a host has opened.
class RemoteTableTest : public testing::Test {
 protected:
  // The address of a table that the host opens.
  client::Address open(const JsonObject& offer) { return {running_.server, running_.table(host_, offer)}; }

  std::unique_ptr<GameView> join(const client::Address& address, const std::string& name, bool watch = false) {
    auto game = join_table(address, {name, watch, running_.folder() + "/" + name}, english);
    EXPECT_TRUE(game);
    return game ? std::move(*game) : nullptr;
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

inline bool waits(const ViewState& view) { return view.notice == "lobby.waiting" && view.position.empty(); }
inline bool ready(const ViewState& view) { return view.notice == "lobby.host" && view.position.empty(); }

}  // namespace volpe
