// The engine protocol: one JSON request a line, one answer (docs/engine-protocol.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "players/model_source.h"
#include "record/record.h"

namespace volpe {

class Engine {
 public:
  explicit Engine(const ModelSource& models) : models_(models) {}

  // The answer to one request line, itself one line without its end. Never throws; a bad request changes nothing.
  std::string answer(std::string_view line);

  bool finished() const { return finished_; }

 private:
  Result<JsonObject> handle(const JsonObject& request);
  Result<JsonObject> start(const JsonObject& request);
  Result<JsonObject> set_up(const JsonObject& request);
  Result<JsonObject> load(const JsonObject& request);
  Result<JsonObject> in_game(std::string_view op, const JsonObject& request);

  ModelSource models_;
  std::optional<AnyPlay> play_;
  bool finished_ = false;
};

}  // namespace volpe
