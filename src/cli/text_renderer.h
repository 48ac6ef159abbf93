// Games as plain text, for the prompt, the replay and the rules; each game specializes these templates.
#pragma once

#include <string>

#include "games/view.h"

namespace volpe {

// Several lines: a seat's sheet with its points.
template <class G>
std::string draw_sheet(const typename G::State& state, int seat, const std::string& name);

// One line: whose turn it is, the dice and where they are.
template <class G>
std::string draw_dice(const typename G::State& state);

// One line: what a decision would do, from its entry in `effects`.
template <class G>
std::string draw_effect(const JsonObject& effect);

// One line: how a game ended for a seat, beyond the total; may be empty.
template <class G>
std::string draw_ending(const typename G::State& state, int seat);

}  // namespace volpe
