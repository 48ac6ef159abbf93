// What a server says about itself to Prometheus.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <string>

#include "net/server.h"
#include "server/live/table_service.h"

namespace volpe::server {

// How many times took how long. Safe from any thread.
class Histogram {
 public:
  static constexpr std::array<double, 11> bounds = {.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 5};  // seconds

  void add(std::chrono::duration<double> passed) {
    size_t n = 0;
    while (n < bounds.size() && passed.count() > bounds[n]) ++n;
    ++counts_[n];
    microseconds_ += u64(passed.count() * 1e6);
  }

  u64 count(size_t bucket) const { return counts_[bucket]; }
  double seconds() const { return double(microseconds_) / 1e6; }

 private:
  std::array<std::atomic<u64>, bounds.size() + 1> counts_{};
  std::atomic<u64> microseconds_ = 0;
};

// Prometheus text.
std::string metrics_text(const store::Counters& store, const TableCounters& tables, const net::Server* net,
                         const Histogram& answers);

}  // namespace volpe::server
