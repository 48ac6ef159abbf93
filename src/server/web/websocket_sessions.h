// Pages and their sockets: who speaks, what they watch, what they ask for (docs/server-api.md).
#pragma once

#include "server/services/jobs.h"
#include "server/web/metrics.h"
#include "server/web/rest_api.h"

namespace volpe::server {

class Pages {
 public:
  virtual ~Pages() = default;
  virtual void opened(const std::shared_ptr<Socket>& socket) = 0;
  virtual void message(const std::shared_ptr<Socket>& socket, std::string text) = 0;
  virtual void closed(const std::shared_ptr<Socket>& socket) = 0;
  // Tells the person's pages that a seat of theirs is waited for.
  virtual void tell_turn(const store::Id& person, const store::Id& table) = 0;
};

std::unique_ptr<Pages> make_pages(store::Store& store, Hall& hall, Jobs& jobs, Desk& desk, Histogram& latency);

}  // namespace volpe::server
