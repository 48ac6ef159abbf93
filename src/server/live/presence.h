// Who views a table, here and on other servers: publishes what changes here, collects what others publish.
#pragma once

#include "server/live/live_table.h"
#include "server/live/remote_presence.h"

namespace volpe::server {

// Safe from any thread; the caller holds the mutex of a table that it passes.
class Presence {
 public:
  using Tables = RemotePresence::Tables;

  Presence(store::Store& store, double peer_timeout) : store_(store), peer_timeout_(peer_timeout) {}

  // For each seat whether its person views the table.
  JsonArray of(const LiveTable& live) const;

  // Tells the other servers who of those at the table views it here, if that has changed.
  void publish(LiveTable& live);
  // Asks the other servers to publish everything they have.
  void request();
  // Returns the tables whose presence changed. `tables` lists those in use, for a peer that has asked.
  Tables on_peer_message(const store::PeerMessage& message, const std::function<std::vector<LivePointer>()>& tables);
  // Requests presence in the first second, then sends heartbeats and expires silent peers, whose tables it returns.
  Tables every_second();

 private:
  void broadcast(const JsonObject& message);
  void publish_all(const std::vector<LivePointer>& tables);

  store::Store& store_;
  const double peer_timeout_;  // seconds
  mutable std::mutex mutex_;   // of what follows; taken last
  RemotePresence remote_;
  int seconds_ = 0;
};

}  // namespace volpe::server
