// When bots play: after a pause in which people can follow, and on threads of their own.
#pragma once

#include "concurrency/thread_pool.h"
#include "server/live/live_table.h"

namespace volpe::server {

// Of one event loop.
class BotSchedule {
 public:
  // `push` takes what a bot does to the table's queue.
  using Push = std::function<void(const LivePointer&, PendingCommand)>;
  BotSchedule(EventLoop& loop, ThreadPool& threads, InFlight& in_flight, int pace, Push push)
      : loop_(loop), threads_(threads), in_flight_(in_flight), pace_(pace), push_(std::move(push)) {}

  // Lets a bot play soon if one is due, as long as somebody may be interested.
  void schedule(const LivePointer& live);
  // From now on no bot begins.
  void stop() { stopped_ = true; }

 private:
  void play(const LivePointer& live);
  void push(const LivePointer& live, const tables::BotTask& task, const std::string& event, i64 revision);

  EventLoop& loop_;
  ThreadPool& threads_;
  InFlight& in_flight_;
  const int pace_;  // milliseconds
  const Push push_;
  bool stopped_ = false;
};

}  // namespace volpe::server
