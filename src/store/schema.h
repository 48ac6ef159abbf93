// The schema: numbered steps that make it, and its tables as exports see them. docs/store.md explains the columns.
#pragma once

#include <span>

#include "store/connection.h"

namespace volpe::store {

// A step that only adds (tables, columns with a default, indexes) lets older servers go on beside newer ones; any other
// step names the oldest that can still work with it. Steps are never changed once released.
struct Step {
  i64 number;
  i64 oldest;  // the number that a server must know to work with the schema after this step
  std::vector<const char*> statements;
};

const std::vector<Step>& schema_steps();

// Gives the last entry of every table the time of the table. Stores and exports before step 3 kept it there alone.
extern const char* const time_last_entries;

// Takes the steps that are missing. Refuses a schema that needs newer steps than these, and with `look_only` an older
// one.
std::optional<Error> migrate(Connection& connection, std::span<const Step> steps, bool look_only = false);

// A table as exports walk through it, in the order of its key.
struct Exported {
  const char* name;
  std::vector<const char*> columns;
  size_t key_columns;  // the first ones
};

const std::vector<Exported>& exported_tables();  // in an order that references allow

}  // namespace volpe::store
