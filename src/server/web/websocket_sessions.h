// The sessions of pages over WebSocket: who each is, what it watches, what it asks for (docs/server-api.md).
#pragma once

#include "server/web/metrics.h"
#include "server/web/rest_api.h"

namespace volpe::server {

class WebSocketSessions {
 public:
  virtual ~WebSocketSessions() = default;
  virtual void opened(const std::shared_ptr<net::WebSocket>& socket) = 0;
  virtual void message(const std::shared_ptr<net::WebSocket>& socket, std::string text) = 0;
  virtual void closed(const std::shared_ptr<net::WebSocket>& socket) = 0;
  // Tells the person's pages that a seat of theirs is waited for.
  virtual void announce_turn(const store::Id& person, const store::Id& table) = 0;
};

std::unique_ptr<WebSocketSessions> make_websocket_sessions(store::Store& store, TableService& service, JobQueue& jobs,
                                                           ThreadPool& pool, Histogram& latency);

}  // namespace volpe::server
