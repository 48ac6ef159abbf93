// The HTTP interface under /api/v1 (docs/server-api.md).
#pragma once

#include <boost/asio/thread_pool.hpp>

#include "server/hall.h"
#include "server/net.h"

namespace volpe::server {

using Desk = boost::asio::thread_pool;  // where what may have to wait for the store is done

class Api {
 public:
  using Send = std::function<void(const Reply&)>;

  virtual ~Api() = default;
  // On a thread of the desk.
  virtual void answer(const Request& request, const Send& send) = 0;
};

std::unique_ptr<Api> make_api(store::Store& store, Hall& hall, Desk& desk);

}  // namespace volpe::server
