// Who is subscribed to the tables of an event loop, and what they are sent.
#pragma once

#include "server/live/command_queue.h"
#include "server/live/presence.h"

namespace volpe::server {

class Subscriptions {
 public:
  Subscriptions(const Presence& presence, ServiceCounters& counters) : presence_(presence), counters_(counters) {}

  // Sends the new subscriber the table at once.
  void add(LiveTable& live, Subscriber subscriber);
  bool remove(LiveTable& live, u64 number);

  // Send something to everybody: the table as it is now, or who is here.
  void show(LiveTable& live);
  void show_presence(const LiveTable& live);

 private:
  const Presence& presence_;
  ServiceCounters& counters_;
};

}  // namespace volpe::server
