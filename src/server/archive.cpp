// Old tables, a few at a time.
#include "server/archive.h"

namespace volpe::server {

Result<int> archive_old_tables(store::Store& store, i64 now, const Patience& patience) {
  const std::pair<store::Stage, i64> kinds[] = {{store::Stage::open, patience.open},
                                                {store::Stage::playing, patience.playing},
                                                {store::Stage::over, patience.over}};
  int archived = 0;
  for (const auto& [stage, age] : kinds)
    for (;;) {
      constexpr int some = 100;
      const auto old = store.tables_until(stage, now - age, some);
      if (!old) return old.error();
      const int before = archived;
      for (const store::StoredTable& table : *old) {
        store::Listing listing = table;
        listing.stage = store::Stage::archived;
        const store::Outcome outcome =
            store.write_and_wait(store::Change{table.table, table.revision, {}, listing, {}, {}});
        if (outcome.kind == store::Outcome::unavailable) return Error{Code::unavailable, outcome.message};
        archived += outcome.kind == store::Outcome::done;  // else somebody has just touched it
      }
      if (archived == before) break;
    }
  return archived;
}

}  // namespace volpe::server
