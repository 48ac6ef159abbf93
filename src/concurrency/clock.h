// The time as a server sees it. A test passes a clock that it moves itself.
#pragma once

#include <chrono>
#include <cstdint>

namespace volpe {

class Clock {
 public:
  using Time = std::chrono::steady_clock::time_point;

  virtual ~Clock() = default;
  // For durations: never goes back.
  virtual Time now() const { return std::chrono::steady_clock::now(); }
  // What calendars show, in milliseconds since 1970.
  virtual std::int64_t milliseconds() const {
    const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count();
  }
};

inline const Clock& real_clock() {
  static const Clock clock;
  return clock;
}

}  // namespace volpe
