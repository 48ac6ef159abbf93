// Opens the store that --store names, for commands that work on it without a server.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/store_option.h"
#include "store/store.h"

namespace volpe {

// The default store if `address` is empty.
inline std::unique_ptr<store::Store> open_chosen_store(const std::string& address, const store::StoreOptions& options) {
  Result<std::unique_ptr<store::Store>> store = store::open_store(address.empty() ? default_store() : address, options);
  if (!store) throw Failure{1, store.error().message};
  return std::move(*store);
}

inline void fail_if(const std::optional<Error>& error) {
  if (error) throw Failure{1, error->message};
}

}  // namespace volpe
