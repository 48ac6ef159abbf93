// Players or evaluators that were made once and are asked again. Those that search remember what they have seen, up to
// half a megabyte each, so only so many are kept. A cache belongs to one thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "base/error.h"
#include "games/game.h"

namespace volpe {

template <class Kept>
class PlayerCache {
 public:
  explicit PlayerCache(size_t most_kept = 32) : most_kept_(most_kept) {}

  // The one of this name for these games; `make()` makes it if it is not known, and an error is not kept. It may be
  // used until the next call.
  template <class Make>
  Result<const Kept*> get(const std::string& name, const Setup& setup, bool match, const Make& make) {
    const Key key{name, setup.seats, setup.options, match};
    if (const auto known = kept_.find(key); known != kept_.end()) return known->second.get();
    Result<std::unique_ptr<Kept>> made = make();
    if (!made) return made.error();
    if (kept_.size() >= most_kept_) kept_.clear();
    return kept_.emplace(key, std::move(*made)).first->second.get();
  }

 private:
  using Key = std::tuple<std::string, int, Options, bool>;

  size_t most_kept_;
  std::map<Key, std::unique_ptr<Kept>> kept_;
};

}  // namespace volpe
