// Ctrl-C stops a long command, which then prints what it has so far.
#pragma once

#include <atomic>
#include <csignal>

namespace volpe {

// Long commands check this between two games and end early if it is set.
inline std::atomic<bool> stop{false};

// The first Ctrl-C sets `stop`; a second one ends the program.
inline void stop_at_interrupt() {
  struct sigaction action {};
  action.sa_handler = [](int) { stop = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

}  // namespace volpe
