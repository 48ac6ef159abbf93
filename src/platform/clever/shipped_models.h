// The networks of Clever that ship with the program: each is read when it is first asked for, and kept.
#pragma once

#include <array>
#include <mutex>
#include <string>

#include "players/clever/models.h"
#include "players/clever/weights.h"

namespace volpe::clever {

class ShippedModels final : public Models {
 public:
  Result<std::shared_ptr<const Weights>> network(NetworkKind kind) const override;
  std::optional<Error> missing(NetworkKind kind) const override;

 private:
  mutable std::mutex mutex_;
  mutable std::array<std::shared_ptr<const Weights>, network_kinds> networks_;
};

// The weights of a model file.
Result<Weights> read_weights(const std::string& path);

}  // namespace volpe::clever
