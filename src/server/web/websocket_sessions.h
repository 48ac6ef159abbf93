// The sessions of pages over WebSocket: who each is, what it watches, what it asks for (docs/server-api.md).
#pragma once

#include "concurrency/job_queue.h"
#include "server/live/table_service.h"
#include "server/web/metrics.h"
#include "server/web/person_sockets.h"

namespace volpe::server {

// What all sessions share. It must outlive them.
struct SessionServices {
  store::Store& store;
  TableService& tables;
  JobQueue& jobs;
  ThreadPool& readers;  // on which the store is read
  PersonSockets& sockets;
  Histogram& latency;
};

std::shared_ptr<net::SocketSession> make_session(SessionServices& services,
                                                 const std::shared_ptr<net::WebSocket>& socket);

}  // namespace volpe::server
