// Why an entry or a request at a table is refused: the errors that several places give.
#pragma once

#include <string>

#include "base/error.h"

namespace volpe::tables {

inline Error illegal_now(const std::string& what) { return {Code::illegal_event, what}; }
inline Error not_yours(const std::string& what) { return {Code::not_yours, what}; }
inline Error not_your_seat() { return not_yours("this seat is not yours"); }
inline Error no_bots_here() { return illegal_now("no bot can play where seats are on paper"); }

}  // namespace volpe::tables
