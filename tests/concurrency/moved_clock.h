// A clock that stands still until the test moves it.
#pragma once

#include <atomic>

#include "concurrency/event_loop.h"

namespace volpe {

class MovedClock final : public Clock {
 public:
  Time now() const override { return Time(std::chrono::milliseconds(milliseconds_)); }
  std::int64_t milliseconds() const override { return milliseconds_; }

  void advance(std::chrono::milliseconds by, EventLoops& loops) {
    milliseconds_ += by.count();
    loops.check_timers();
  }

 private:
  std::atomic<std::int64_t> milliseconds_ = 1'700'000'000'000;
};

}  // namespace volpe
