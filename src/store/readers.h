// Readers: a few connections that run queries from any thread.
#pragma once

#include <condition_variable>
#include <mutex>

#include "store/connection.h"

namespace volpe::store {

class Readers {
 public:
  explicit Readers(Database& database) : database_(database) {}

  Result<Rows> ask(const Statement& question);

 private:
  Attempt<std::unique_ptr<Connection>> take();
  void give_back(std::unique_ptr<Connection> connection, bool lost);

  Database& database_;
  std::mutex mutex_;
  std::condition_variable free_;
  std::vector<std::unique_ptr<Connection>> idle_;
  size_t busy_ = 0;
};

}  // namespace volpe::store
