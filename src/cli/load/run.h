// A run of `volpe load`: what all its tables share, from the first connection to the last record.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "base/bits.h"
#include "client/address.h"

namespace volpe::load {

struct Options {
  client::Server server;
  std::string game;
  int tables = 0, seats = 0, threads = 0;
  double rate = 0;  // events a second, at all tables together
  int seconds = 0;  // measured, from when all tables play
  bool delta = false;
};

// What the tables of one thread count. Times and bytes count only while the run is measured.
struct Counts {
  std::vector<float> plays;   // milliseconds from sending an event until everybody at the table was shown it
  std::vector<float> echoes;  // milliseconds of bare answers, between the events and over the same sockets
  u64 bytes = 0;              // of messages to the players
  u64 messages = 0;           // to the players, always counted
  u64 records = 0, broken = 0;
  u64 failed_tables = 0, failed_connections = 0;

  void add(const Counts& other);
};

// Safe from any thread.
class Run {
 public:
  explicit Run(const Options& chosen) : options(chosen) {}

  bool measured() const { return phase_ == Phase::measured; }
  bool over() const { return phase_ == Phase::over; }
  void begin_measuring() {
    Phase opening = Phase::opening;
    phase_.compare_exchange_strong(opening, Phase::measured);
  }
  void end() { phase_ = Phase::over; }

  // A table plays its first game; true for the last of them.
  bool table_plays() { return ++playing_ == options.tables; }
  int playing() const { return playing_; }

  // Ends the run, with a sentence. Only the first is kept.
  void fail(const std::string& why);
  std::string failure() const;

  const Options options;

 private:
  enum class Phase { opening, measured, over };

  std::atomic<Phase> phase_ = Phase::opening;
  std::atomic<int> playing_ = 0;
  mutable std::mutex mutex_;
  std::string failure_;
};

}  // namespace volpe::load
