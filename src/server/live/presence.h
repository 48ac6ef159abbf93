// Who views a table, here and on other servers: publishes what changes here, collects what others publish.
#pragma once

#include "server/live/live_table.h"
#include "server/live/remote_presence.h"

namespace volpe::server {

// Of one event loop, and of its tables.
class Presence {
 public:
  using Tables = RemotePresence::Tables;

  // One of a server's is the `speaker`, which sends heartbeats and asks others for theirs.
  Presence(store::Store& store, const Clock& clock, double peer_timeout, bool speaker)
      : store_(store), clock_(clock), peer_timeout_(peer_timeout), speaker_(speaker) {}

  // For each seat whether its person views the table.
  std::vector<bool> of(const LiveTable& live) const;

  // Tells the other servers who of those at the table views it here, if that has changed.
  void publish(LiveTable& live);
  // Tells them of all tables, as a peer has asked for.
  void publish_all(const std::unordered_map<store::Id, LivePointer>& tables);
  // Asks the other servers to publish everything they have.
  void request();
  // Returns the tables whose presence changed.
  Tables on_peer_message(const store::Id& server, const JsonObject& message);
  // Requests presence in the first second, then sends heartbeats and expires silent peers, whose tables it returns.
  Tables every_second();

 private:
  void broadcast(const JsonObject& message);

  store::Store& store_;
  const Clock& clock_;
  const double peer_timeout_;  // seconds
  const bool speaker_;
  RemotePresence remote_;
  int seconds_ = 0;
};

}  // namespace volpe::server
