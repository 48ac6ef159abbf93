// What `volpe load` prints at the end.
#pragma once

#include <string>

#include "cli/load/measurement.h"
#include "cli/load/run.h"

namespace volpe::load {

// What a table was like to play at, in milliseconds.
struct Times {
  double median = 0, p90 = 0, p99 = 0, most = 0;
};

struct Report {
  Report(const Run& run, Counts counts, const Measurement& measurement);

  std::string text() const;
  std::string json() const;

  Options options;
  int playing = 0;  // tables
  double seconds = 0;
  u64 events = 0;
  Times play, echo;
  // Unknown where there were no events, or where the server does not say.
  std::optional<double> server_cpu, own_cpu;  // seconds for 1,000 events
  std::optional<double> switches;             // of the server, an event
  std::optional<double> bytes;                // received by the players, an event
  u64 records = 0, broken = 0, failed_tables = 0, failed_connections = 0;
};

}  // namespace volpe::load
