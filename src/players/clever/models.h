// The models of Clever: a value network for each kind of game.
#pragma once

#include <memory>
#include <optional>

#include "base/error.h"
#include "games/clever/clever.h"

namespace volpe::clever {

struct Weights;

// Solo games with and without extra dice in the passive turn, and games of more seats.
enum NetworkKind : u8 { solo_allowed, solo_forbidden, at_table, network_kinds };

// The kind that a game is, or would be if the seat were alone.
inline NetworkKind kind_alone(const Setup& setup) {
  return setup.options[solo_passive_extra] != 0 ? solo_forbidden : solo_allowed;
}
inline NetworkKind kind_of(const Setup& setup) { return setup.seats > 1 ? at_table : kind_alone(setup); }

class Models {
 public:
  virtual ~Models() = default;

  // A network, loaded when it is first asked for; an error if it is missing or damaged.
  virtual Result<std::shared_ptr<const Weights>> network(NetworkKind kind) const = 0;

  // Why a network cannot be loaded, if so. Keeps nothing in memory.
  virtual std::optional<Error> missing(NetworkKind kind) const = 0;
};

}  // namespace volpe::clever
