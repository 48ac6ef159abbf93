// Games drawn in plain text, for the prompt, the replay and the rules.
#pragma once

#include <string>

#include "games/view.h"

namespace volpe {

// A seat's sheet with its points; several lines.
template <class G>
std::string draw_sheet(const typename G::State& state, int seat, const std::string& name);

// The dice and where they lie, and whose turn it is.
template <class G>
std::string draw_table(const typename G::State& state);

// One line: what an entry of `effects` says a decision would do.
template <class G>
std::string draw_effect(const JsonObject& effect);

// One line on how a game ended for a seat, beyond the total; may be empty.
template <class G>
std::string draw_ending(const typename G::State& state, int seat);

}  // namespace volpe
