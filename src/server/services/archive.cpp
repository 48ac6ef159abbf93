// Old tables, a few at a time.
#include "server/services/archive.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "base/json.h"

namespace volpe::server {
namespace {

store::Change archived(const store::StoredTable& table, i64 now) {
  store::Change change{table.table, table.revision, {}, table, {}, {}};
  change.listing->stage = store::Stage::archived;
  boost::json::error_code failed;
  Json summary = boost::json::parse(table.summary, failed);
  if (failed || !summary.is_object() || table.stage != store::Stage::playing) return change;
  JsonObject& line = summary.get_object();
  if (const Json* dice = line.if_contains("dice"); dice == nullptr || *dice != "fair") return change;
  change.entries.push_back({boost::json::serialize(JsonObject{{"do", "break_off"}, {"at", now}}), {}, now});
  line["stage"] = "over";
  line["broken_off"] = true;
  change.listing->summary = boost::json::serialize(summary);
  return change;
}

}  // namespace

Result<int> archive_old_tables(store::Store& store, i64 now, const Retention& retention) {
  const std::pair<store::Stage, i64> kinds[] = {{store::Stage::open, retention.open},
                                                {store::Stage::playing, retention.playing},
                                                {store::Stage::over, retention.over}};
  int count = 0;
  for (const auto& [stage, age] : kinds)
    for (;;) {
      constexpr int some = 100;
      const auto old = store.tables_until(stage, now - age, some);
      if (!old) return old.error();
      const int before = count;
      for (const store::StoredTable& table : *old) {
        const store::Outcome outcome = store.write_and_wait(archived(table, now));
        if (outcome.kind == store::Outcome::unavailable) return Error{Code::unavailable, outcome.message};
        count += outcome.kind == store::Outcome::done;  // else somebody has just touched it
      }
      if (count == before) break;
    }
  return count;
}

}  // namespace volpe::server
