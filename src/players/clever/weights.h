// The weights of Clever's value network as a model file.
#pragma once

#include <memory>

#include "players/clever/network.h"
#include "players/model.h"

namespace volpe::clever {

// The bytes of a model: a map of the rows of the table that it has (the others are zero), those rows, and the layers
// above. New groups of features stand at the end of the table, so that older models can be read, and learned on from.
Bytes bytes_of_weights(const Weights& weights);
Result<Weights> weights_of_bytes(const Bytes& bytes);

inline constexpr std::string_view weights_kind = "clever";
inline constexpr u32 weights_version = 3;

// The weights of a model file.
Result<Weights> weights_in(const std::string& path);

// The networks that ship, one for each kind of game; read once.
enum Kind : u8 { solo_allowed, solo_forbidden, at_table, kinds };
inline constexpr const char* shipped_names[kinds] = {"clever-solo.model", "clever-forbidden.model",
                                                     "clever-table.model"};
using Networks = std::array<std::shared_ptr<const Weights>, kinds>;
Result<Networks> shipped_networks();

// The kind that a game is, or would be if the seat were alone.
inline Kind kind_alone(const State& state) { return second(state, solo_passive_extra) ? solo_forbidden : solo_allowed; }
inline Kind kind_of(const State& state) { return state.seats > 1 ? at_table : kind_alone(state); }

}  // namespace volpe::clever
