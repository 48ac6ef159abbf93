// Archives tables that nobody has touched for long: they leave the lists, and can still be played on by their address,
// except for games with fair dice, which are broken off so that their secret can be shown (docs/fair-dice.md).
#pragma once

#include "store/store.h"

namespace volpe::server {

// How long a table stays in lists after it was last touched.
struct Retention {
  i64 open = i64{7} * 24 * 3600 * 1000;  // milliseconds
  i64 playing = i64{90} * 24 * 3600 * 1000;
  i64 over = i64{30} * 24 * 3600 * 1000;
};

// Archives what is older; returns how many tables.
Result<int> archive_old_tables(store::Store& store, i64 now, const Retention& retention = {});

}  // namespace volpe::server
