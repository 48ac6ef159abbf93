// One table of the load and its people, who play game after game until the run is over.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <string>

#include "base/random.h"
#include "cli/load/seat.h"

namespace volpe::load {

// Lives on one event loop.
class TablePlayer {
 public:
  // `all_play` is called if this is the last table of the run whose first game begins.
  TablePlayer(Run& run, Counts& counts, int number, std::function<void()> all_play);

  // Returns when the run is over; a failure ends it for all.
  boost::asio::awaitable<void> play();

 private:
  boost::asio::awaitable<void> play_games();
  boost::asio::awaitable<void> play_game();
  boost::asio::awaitable<void> sit_down();
  boost::asio::awaitable<void> show(i64 revision);
  boost::asio::awaitable<void> pause();
  boost::asio::awaitable<void> echo();
  boost::asio::awaitable<bool> step();
  bool next_request(const client::PlayerView& view);
  boost::asio::awaitable<void> check_record();

  Run& run_;
  Counts& counts_;
  Random random_;
  std::function<void()> all_play_;
  client::HttpClient http_;
  std::deque<Seat> seats_;
  std::string table_, request_;
  bool playing_ = false;
};

}  // namespace volpe::load
