// A batch: writes that become durable in one transaction, each done or refused by itself.
#pragma once

#include <optional>
#include <span>

#include "store/connection.h"

namespace volpe::store {

// What a writer on a shared database leaves in every transaction, to find out later whether it was committed.
struct Mark {
  Id writer;
  i64 batch = 0;
  i64 time = 0;
};

struct BatchEnd {
  std::vector<Outcome> outcomes;   // true if the transaction is committed
  std::optional<Failure> failure;  // then nothing is committed,
  bool unknown = false;            // unless the answer to COMMIT was lost
};

// After a failure that left the connection, the transaction has been rolled back.
BatchEnd write_batch(Connection& connection, std::span<const Write> writes, const std::optional<Mark>& mark);

// Makes the mark known, and drops those of writers that are long gone.
std::optional<Failure> introduce(Connection& connection, const Mark& mark);

// Whether the writer's last committed batch is this one. Waits for a transaction of the writer that is still open.
Attempt<bool> committed(Connection& connection, const Mark& mark);

}  // namespace volpe::store
