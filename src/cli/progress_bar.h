// ProgressBar: how far a long command is, on standard error.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "base/bits.h"

namespace volpe {

// Draws until it is destroyed; does nothing if standard error is no terminal.
class ProgressBar {
 public:
  ProgressBar(const std::atomic<u64>& done, u64 all, std::string what) : what_(std::move(what)) {
    if (isatty(STDERR_FILENO) == 0) return;
    thread_ = std::jthread([this, &done, all](const std::stop_token& token) {
      std::unique_lock lock(mutex_);
      while (!wake_.wait_for(lock, token, std::chrono::milliseconds(200), [&] { return token.stop_requested(); }))
        draw(std::min(done.load(), all), all);
      fmt::print(stderr, "\r\033[K");
    });
  }

 private:
  void draw(u64 done, u64 all) const {
    constexpr u64 width = 40;
    const auto filled = static_cast<size_t>(static_cast<double>(done) / static_cast<double>(all) * width);
    fmt::print(stderr, "\r[{}{}] {} of {} {}", std::string(filled, '#'), std::string(width - filled, ' '), done, all,
               what_);
  }

  std::string what_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace volpe
