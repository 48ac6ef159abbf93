// Why an entry or a request at a table is refused: the errors that several places give.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace volpe::tables {

inline constexpr std::string_view foreign_seat = "this seat is not yours";
// Of a stage of the table at which a command cannot be given, or of a game or seat with which it cannot.
inline constexpr std::string_view game_not_on = "the game is not on";
inline constexpr std::string_view no_next_game = "there is no next game now";
inline constexpr std::string_view no_bot_for_you = "no bot plays for you here";
inline constexpr std::string_view nothing_to_break_off = "there is nothing to break off";

inline Error illegal_now(std::string_view what) { return {Code::illegal_event, std::string(what)}; }
inline Error not_yours(std::string_view what) { return {Code::not_yours, std::string(what)}; }
inline Error not_your_seat() { return not_yours(foreign_seat); }
inline Error no_bots_here() { return illegal_now("no bot can play where seats are on paper"); }

}  // namespace volpe::tables
