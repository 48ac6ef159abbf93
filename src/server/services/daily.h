// The game of the day: its board, with the expert's game on the same dice.
#pragma once

#include <mutex>
#include <set>
#include <string>

#include "base/json.h"
#include "concurrency/job_queue.h"
#include "store/store.h"

namespace volpe::server {

class DailyGame {
 public:
  DailyGame(store::Store& store, JobQueue& jobs) : store_(store), jobs_(jobs) {}

  // The scores of a date, best first, and the expert's; has the expert play if that was not done yet.
  Result<JsonObject> board(const std::string& date, i64 now);

 private:
  void schedule_expert(const std::string& date);

  store::Store& store_;
  JobQueue& jobs_;
  std::mutex mutex_;
  std::set<std::string> playing_;  // dates whose game the expert plays now
};

}  // namespace volpe::server
