// Starts the tables of a thread, and does not wait forever for a server that has stopped answering.
#include "cli/load/worker.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace volpe::load {
namespace {

namespace asio = boost::asio;
using asio::awaitable;

constexpr auto longest_silence = std::chrono::seconds(60);

}  // namespace

Worker::Worker(Run& run, int number, Measurement& measurement) : run_(run) {
  const auto all_play = [this, &measurement] { asio::co_spawn(io_, measure(run_, measurement), asio::detached); };
  for (int n = number; n < run.options.tables; n += run.options.threads)
    tables_.emplace_back(run, counts_, n, all_play);
  unfinished_ = tables_.size();
}

void Worker::play() {
  for (TablePlayer& table : tables_) asio::co_spawn(io_, play_table(table), asio::detached);
  asio::co_spawn(io_, watch_for_silence(), asio::detached);
  io_.run();
}

awaitable<void> Worker::play_table(TablePlayer& table) {
  co_await table.play();
  if (--unfinished_ == 0) silence_.cancel();
}

// Tables that pause speak now and then: silence means that none of them is answered.
awaitable<void> Worker::watch_for_silence() {
  for (u64 heard = counts_.messages; unfinished_ > 0; heard = counts_.messages) {
    silence_.expires_after(longest_silence);
    boost::system::error_code cancelled;
    co_await silence_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    if (unfinished_ == 0 || counts_.messages != heard) continue;
    counts_.failed_tables += unfinished_;
    run_.fail("the server has been silent for a minute");
    io_.stop();
  }
}

}  // namespace volpe::load
