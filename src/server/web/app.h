// The application behind the network: routes requests and messages to API, sessions, static files and health checks.
#pragma once

#include <memory>

#include "concurrency/job_queue.h"
#include "net/server.h"
#include "server/live/table_service.h"
#include "server/web/static_files.h"

namespace volpe::server {

// Store, loops, readers, table service and jobs must outlive the app; the app must outlive the network server.
class App : public net::RequestHandler {
 public:
  // The network server whose counters /metrics shows; null when there is none.
  virtual void set_server(const net::Server* server) = 0;
  // From now on /readyz says no.
  virtual void begin_shutdown() = 0;
};
std::unique_ptr<App> make_app(store::Store& store, EventLoops& loops, ThreadPool& readers, TableService& service,
                              JobQueue& jobs, StaticFiles page, double people_an_hour);

}  // namespace volpe::server
