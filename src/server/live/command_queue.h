// The commands of a table, one after the other: each is checked, written, and shown only when it is durable.
//
// Servers do not lock tables: a write says which revision it follows. If another server was faster, the table is read
// again and the command tried on what it is now.
#pragma once

#include "server/live/table_reader.h"

namespace volpe::server {

// How often a service did what, for /metrics. Its loops share it.
struct ServiceCounters {
  std::atomic<u64> tables = 0, subscriptions = 0, queued = 0, entries = 0, refused = 0, retried = 0;
};

// Of one event loop.
class CommandQueue {
 public:
  // `on_change` is called when a table has changed and what it shows is durable.
  CommandQueue(store::Store& store, EventLoop& loop, const Clock& clock, TableReader& reader, InFlight& in_flight,
               ServiceCounters& counters, std::function<void(const LivePointer&)> on_change)
      : store_(store),
        loop_(loop),
        clock_(clock),
        reader_(reader),
        in_flight_(in_flight),
        counters_(counters),
        on_change_(std::move(on_change)) {}

  void push(const LivePointer& live, PendingCommand command);
  // Runs commands until one is being written or the table is being read.
  void process(const LivePointer& live);

 private:
  void run_first(const LivePointer& live);
  void refuse_first(const LivePointer& live, const Error& error);
  void write(const LivePointer& live, const JsonObject& entry, tables::Table next);
  void on_written(const LivePointer& live, const store::Outcome& outcome);
  void on_durable(const LivePointer& live, i64 revision);
  void on_conflict(const LivePointer& live);
  void on_failed_write(const LivePointer& live, const store::Outcome& outcome);
  void finish_first(const LivePointer& live, const Result<JsonObject>& result);

  store::Store& store_;
  EventLoop& loop_;
  const Clock& clock_;
  TableReader& reader_;
  InFlight& in_flight_;
  ServiceCounters& counters_;
  const std::function<void(const LivePointer&)> on_change_;
};

}  // namespace volpe::server
