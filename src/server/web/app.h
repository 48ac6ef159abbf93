// The house: what requests and messages from outside mean (docs/server-api.md).
#pragma once

#include <memory>

#include "net/server.h"
#include "server/live/table_service.h"
#include "server/services/jobs.h"
#include "server/web/static_files.h"

namespace volpe::server {

// Hall, jobs and store must outlive the house; the house must outlive the net.
class GameHouse : public House {
 public:
  // Counters of the net, for /metrics, when there is one.
  virtual void serve(const Net* net) = 0;
  // From now on /readyz says no.
  virtual void leave() = 0;
};
std::unique_ptr<GameHouse> make_house(store::Store& store, Hall& hall, Jobs& jobs, PageFiles page,
                                      double people_an_hour);

}  // namespace volpe::server
