// Adds up what threads have counted, and keeps the first failure.
#include "cli/load/run.h"

namespace volpe::load {

void Counts::add(const Counts& other) {
  plays.insert(plays.end(), other.plays.begin(), other.plays.end());
  echoes.insert(echoes.end(), other.echoes.begin(), other.echoes.end());
  bytes += other.bytes;
  messages += other.messages;
  records += other.records;
  broken += other.broken;
  failed_tables += other.failed_tables;
  failed_connections += other.failed_connections;
}

void Run::fail(const std::string& why) {
  const std::lock_guard lock(mutex_);
  if (failure_.empty()) failure_ = why;
  end();
}

std::string Run::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

}  // namespace volpe::load
