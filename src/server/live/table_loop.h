// The tables of one event loop: who asks for one, gets it read from the store if it is not in memory, and is served in
// order. Everything here runs on the loop.
#pragma once

#include "server/live/bot_schedule.h"
#include "server/live/command_queue.h"
#include "server/live/presence.h"
#include "server/live/subscriptions.h"

namespace volpe::server {

// What the loops of a service share.
struct ServiceParts {
  store::Store& store;
  EventLoops& loops;
  ThreadPool& readers;  // on which the store is read
  ThreadPool& bots;     // on which bots think
  const TableServiceOptions& options;
  ServiceCounters& counters;
  InFlight& in_flight;
  const OnTurn& on_turn;
};

class TableLoop : public std::enable_shared_from_this<TableLoop> {
 public:
  TableLoop(const ServiceParts& parts, size_t number);

  void start();
  // Ends timers and bots; commands still get their results.
  void stop();
  // Lets go of all tables. Nothing may be under way.
  void clear();

  void execute(const store::Id& table, PendingCommand command);
  void snapshot(const store::Id& table, const std::optional<store::Person>& person, const OnSnapshot& on_snapshot);
  void view(const store::Id& table, const std::optional<store::Person>& person, const OnView& on_view);
  void subscribe(const store::Id& table, Subscriber subscriber, const OnResult& on_result);
  void unsubscribe(const store::Id& table, u64 subscriber);

  // Another server has written to a table, or, without a table, perhaps to all.
  void on_remote_change(const store::Notice& notice);
  void on_peer_message(const store::Id& server, const JsonObject& message);
  void rename_person(const store::Id& person, const std::string& name);
  void forget_person(const store::Id& person);

 private:
  LivePointer live_table(const store::Id& id);
  // Runs `task` when the table is in memory, or `fail` if it cannot be had.
  void when_loaded(const LivePointer& live, std::function<void()> task, const std::function<void(Error)>& fail);
  void forget_if_absent(const LivePointer& live);
  void refresh(const LivePointer& live, const store::Notice& notice);
  void on_change(const LivePointer& live);
  void announce_turns(LiveTable& live);
  void on_viewers_changed(LiveTable& live);
  void show_presence_at(const RemotePresence::Tables& tables);
  void every_second();
  void evict_idle();

  const TableServiceOptions& options_;
  EventLoop& loop_;
  const Clock& clock_;
  ServiceCounters& counters_;
  const OnTurn& on_turn_;
  std::unordered_map<store::Id, LivePointer> tables_;
  TableReader reader_;
  CommandQueue commands_;
  BotSchedule bots_;
  Presence presence_;
  Subscriptions subscriptions_;
  bool stopped_ = false;
};

}  // namespace volpe::server
