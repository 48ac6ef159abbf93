// Tables that nobody has touched for long leave the lists. They are not lost: whoever knows one can go on with it, but
// for games with fair dice: those are broken off, so that the secret of their dice can be shown (docs/fair-dice.md).
#pragma once

#include "store/store.h"

namespace volpe::server {

// How long a table stays in lists after it was last touched.
struct Patience {
  i64 open = i64{7} * 24 * 3600 * 1000;  // milliseconds
  i64 playing = i64{90} * 24 * 3600 * 1000;
  i64 over = i64{30} * 24 * 3600 * 1000;
};

// Archives what is older, and says how many tables that were.
Result<int> archive_old_tables(store::Store& store, i64 now, const Patience& patience = {});

}  // namespace volpe::server
