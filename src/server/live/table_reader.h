// Reads tables from the store on threads of their own, so that no event loop waits for the database.
#pragma once

#include "concurrency/thread_pool.h"
#include "server/live/live_table.h"

namespace volpe::server {

// Of one event loop.
class TableReader {
 public:
  // `on_idle` is called whenever a read has ended and no other follows.
  TableReader(store::Store& store, ThreadPool& threads, EventLoop& loop, InFlight& in_flight,
              std::function<void(const LivePointer&)> on_idle)
      : store_(store), threads_(threads), loop_(loop), in_flight_(in_flight), on_idle_(std::move(on_idle)) {}

  // Both call `then` with whether the read went well. No write of the table may be under way.

  // Brings the table up to date with what the store has when this is called.
  void refresh(const LivePointer& live, std::function<void(bool)> then);
  // The same for a table that is not in memory: a read that is under way will do.
  void load(const LivePointer& live, std::function<void(bool)> then);

 private:
  void read(const LivePointer& live);

  store::Store& store_;
  ThreadPool& threads_;
  EventLoop& loop_;
  InFlight& in_flight_;
  const std::function<void(const LivePointer&)> on_idle_;
};

}  // namespace volpe::server
