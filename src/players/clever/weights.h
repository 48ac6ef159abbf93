// The weights of Clever's value network as the content of a model file.
#pragma once

#include <memory_resource>
#include <span>

#include "base/error.h"
#include "players/clever/network.h"
#include "players/model.h"

namespace volpe::clever {

inline constexpr std::string_view weights_kind = "clever";
inline constexpr u32 weights_version = 3;

// The content of a model: a map of the rows of the table that it has (the others are zero), those rows, and the layers
// above. New groups of features stand at the end of the table, so that older models can be read, and learned on from.
Bytes bytes_of_weights(const Weights& weights);
Result<Weights> weights_of_bytes(std::span<const u8> bytes,
                                 std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}  // namespace volpe::clever
