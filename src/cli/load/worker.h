// A thread of the load: an event loop with tables of its own.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>

#include "cli/load/measurement.h"
#include "cli/load/table_player.h"

namespace volpe::load {

class Worker {
 public:
  // The tables number, number + threads, number + 2 · threads, …; the last to begin starts the measurement.
  Worker(Run& run, int number, Measurement& measurement);

  // Plays until the run is over and its records are checked, in the calling thread.
  void play();

  const Counts& counts() const { return counts_; }

 private:
  boost::asio::awaitable<void> play_table(TablePlayer& table);
  boost::asio::awaitable<void> watch_for_silence();

  Run& run_;
  boost::asio::io_context io_{1};
  boost::asio::steady_timer silence_{io_};
  Counts counts_;
  std::deque<TablePlayer> tables_;
  size_t unfinished_;
};

}  // namespace volpe::load
