// The weights of Clever's value network as a model file.
#pragma once

#include <memory>

#include "players/clever/network.h"
#include "players/model.h"

namespace volpe::clever {

// The bytes of a model: which rows of the table it has (the others are zero), those rows, and the layers above.
Bytes bytes_of_weights(const Weights& weights);
Result<Weights> weights_of_bytes(const Bytes& bytes);

inline constexpr std::string_view weights_kind = "clever";
inline constexpr u32 weights_version = 1;

// The weights of a model file of the models folder, read once.
Result<std::shared_ptr<const Weights>> weights_named(const std::string& name);

}  // namespace volpe::clever
