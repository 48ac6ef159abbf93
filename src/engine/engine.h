// The engine protocol as a library: one line of JSON in, one line of JSON out (docs/engine-protocol.md).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "players/model_source.h"
#include "record/record.h"

namespace volpe {

class Engine {
 public:
  // Called for the seed of each game whose request names no dice.
  using SeedSource = std::function<u64()>;

  Engine(const ModelSource& models, SeedSource new_seed);

  // Returns the answer to one request line, without a line end. Never throws; a refused request changes nothing.
  std::string answer(std::string_view line);

  bool finished() const { return finished_; }

 private:
  Result<JsonObject> handle(const JsonObject& request);
  Result<JsonObject> start(const JsonObject& request);
  Result<JsonObject> set_up(const JsonObject& request);
  Result<JsonObject> load(const JsonObject& request);
  Result<JsonObject> in_game(std::string_view op, const JsonObject& request);

  ModelSource models_;
  SeedSource new_seed_;
  std::optional<AnyPlay> play_;
  bool finished_ = false;
};

}  // namespace volpe
