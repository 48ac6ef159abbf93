// Notices of other servers on a PostgreSQL database.
#pragma once

#include "store/postgres_connection.h"

namespace volpe::store {

using OpenConnection = std::function<Attempt<std::unique_ptr<PostgresConnection>>()>;

// Listens on connections that `open` makes: a lost one is followed by the next. What `own` wrote is no news.
Attempt<std::unique_ptr<Listening>> listen_with(OpenConnection open, Id own, Listeners listeners);

}  // namespace volpe::store
