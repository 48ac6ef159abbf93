// Counts what is under way, so that a service can wait for its end.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

namespace volpe::server {

class InFlight {
 public:
  // Something is under way until the last copy of what this returns is destroyed.
  using Guard = std::shared_ptr<void>;
  Guard begin() {
    ++count_;
    return Guard(this, [](void* self) { static_cast<InFlight*>(self)->end(); });
  }
  // Returns when nothing is.
  void wait() const {
    for (size_t now = count_; now != 0; now = count_) count_.wait(now);
  }

 private:
  void end() {
    if (--count_ == 0) count_.notify_all();
  }

  std::atomic<size_t> count_ = 0;
};

}  // namespace volpe::server
