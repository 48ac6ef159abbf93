// The HTTP interface under /api/v1 (docs/server-api.md).
#pragma once

#include "concurrency/job_queue.h"
#include "net/server.h"
#include "server/live/table_service.h"

namespace volpe::server {

class RestApi {
 public:
  using Send = std::function<void(const net::Reply&)>;

  virtual ~RestApi() = default;
  // Called on a thread that may wait for the store.
  virtual void handle(const net::Request& request, const Send& send) = 0;
};

// New people from one address are bounded; this machine itself is not.
std::unique_ptr<RestApi> make_rest_api(store::Store& store, TableService& service, JobQueue& jobs, const Clock& clock,
                                       double people_an_hour);

}  // namespace volpe::server
