// Questions that take thinking, advice and analysis: answered one after the other by a few threads.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "tables/game_session.h"

namespace volpe::server {

class Jobs {
 public:
  virtual ~Jobs() = default;  // what is being thought about is ended, what waits is not begun

  // Whether there is room for it in the queue; it is run by a thread of the jobs.
  virtual bool add(std::function<void()> job) = 0;
  virtual u64 waiting() const = 0;
  // Set when the jobs end: long ones should look at it.
  std::atomic<bool> ending = false;
};

std::unique_ptr<Jobs> make_jobs(int threads, size_t longest_queue);

// The following are for threads of the jobs, each of which has judges of its own.

// What each decision of a seat is worth: {"advice":[…]} as in the engine protocol.
Result<JsonObject> advice_for_seat(const AnySitting& sitting, int seat, bool match);
// The same for a position that was set up by hand.
Result<JsonObject> advice_for_play(const AnyPlay& play);
// How the expert ends the game of a day: {"total", "grade"}.
Result<JsonObject> experts_game(const Bytes32& day_secret, const std::string& date);
// The analysis of a game as `volpe analyze --json` prints it. `go_on` hears the share that is done, and may end it.
Result<JsonObject> analysis_of(const AnyPlay& play, const std::function<bool(double)>& go_on);

}  // namespace volpe::server
