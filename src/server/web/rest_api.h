// The HTTP interface under /api/v1 (docs/server-api.md).
#pragma once

#include "concurrency/thread_pool.h"
#include "net/server.h"
#include "server/live/table_service.h"
#include "server/services/jobs.h"

namespace volpe::server {

class Api {
 public:
  using Send = std::function<void(const Reply&)>;

  virtual ~Api() = default;
  // On a thread of the desk, since it may have to wait for the store.
  virtual void answer(const Request& request, const Send& send) = 0;
};

// New people from one address are bounded; this machine itself is not.
std::unique_ptr<Api> make_api(store::Store& store, Hall& hall, Jobs& jobs, Desk& desk, double people_an_hour);

}  // namespace volpe::server
