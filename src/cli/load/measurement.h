// What a run costs the server, as its /metrics say, and the players, as the operating system says.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <optional>
#include <string_view>

#include "cli/load/run.h"

namespace volpe::load {

// What has been used up to a moment. A server may be too old to say what it uses.
struct Usage {
  std::chrono::steady_clock::time_point time;
  double own_cpu_seconds = 0;
  std::optional<double> server_entries, server_cpu_seconds, server_switches;
};

struct Measurement {
  Usage begin, end;

  double seconds() const { return std::chrono::duration<double>(end.time - begin.time).count(); }
  double own_cpu_seconds() const { return end.own_cpu_seconds - begin.own_cpu_seconds; }

  std::optional<double> server_entries() const;
  std::optional<double> server_cpu_seconds() const;
  std::optional<double> server_switches() const;
};

// The value of a metric in Prometheus text.
std::optional<double> metric(std::string_view text, std::string_view name);

// Measures for as long as the options say or until the run fails, and ends it.
boost::asio::awaitable<void> measure(Run& run, Measurement& measurement);

}  // namespace volpe::load
