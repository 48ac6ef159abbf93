// The networks of Clever from their files.
#include "platform/clever/shipped_models.h"

#include "platform/huge_pages.h"
#include "platform/model_files.h"

namespace volpe::clever {
namespace {

constexpr const char* file_names[network_kinds] = {"clever-solo.model", "clever-forbidden.model", "clever-table.model"};

}  // namespace

Result<Weights> read_weights(const std::string& path) {
  const Result<Bytes> bytes = read_model_file(path, weights_kind, weights_version);
  if (!bytes) return bytes.error();
  return weights_of_bytes(*bytes, huge_pages());
}

Result<std::shared_ptr<const Weights>> ShippedModels::network(NetworkKind kind) const {
  const std::scoped_lock lock(mutex_);
  std::shared_ptr<const Weights>& network = networks_[kind];
  if (!network) {
    Result<Weights> weights = read_weights(model_path(file_names[kind]));
    if (!weights) return weights.error();
    network = std::make_shared<const Weights>(std::move(*weights));
  }
  return network;
}

std::optional<Error> ShippedModels::missing(NetworkKind kind) const {
  const Result<Bytes> bytes = read_model_file(model_path(file_names[kind]), weights_kind, weights_version);
  return bytes ? std::nullopt : std::optional(bytes.error());
}

}  // namespace volpe::clever
