// Readers: connections are made when they are needed, kept, and made anew when the database was away.
#include "store/readers.h"

#include <algorithm>

#include "store/bounds.h"

namespace volpe::store {
namespace {

constexpr size_t most_connections = 4;

}  // namespace

Attempt<std::unique_ptr<Connection>> Readers::take() {
  {
    std::unique_lock lock(mutex_);
    free_.wait(lock, [&] { return busy_ < most_connections; });
    ++busy_;
    if (!idle_.empty()) {
      std::unique_ptr<Connection> connection = std::move(idle_.back());
      idle_.pop_back();
      return connection;
    }
  }
  auto connection = database_.connect(Database::Use::read);
  if (!connection) give_back(nullptr, false);
  return connection;
}

void Readers::give_back(std::unique_ptr<Connection> connection, bool lost) {
  const std::lock_guard lock(mutex_);
  --busy_;
  if (lost)
    idle_.clear();  // they were made before, so they are lost as well
  else if (connection)
    idle_.push_back(std::move(connection));
  free_.notify_one();
}

Result<Rows> Readers::ask(const Statement& question) {
  const auto unwritable = [](const Value& value) {
    const std::string* text = std::get_if<std::string>(&value);
    return text != nullptr && !good_text(*text);
  };
  if (std::ranges::any_of(question.values, unwritable)) return Rows{};  // nothing is called that

  for (int attempt = 1;; ++attempt) {
    auto connection = take();
    if (!connection) return Error{Code::unavailable, connection.error().message};
    auto answer = (*connection)->run({question});
    const bool lost = !answer && answer.error().kind == Failure::lost;
    give_back(std::move(*connection), lost);
    if (answer) return std::move(answer->front());
    if (!lost || attempt == 2) return Error{Code::unavailable, answer.error().message};
  }
}

}  // namespace volpe::store
