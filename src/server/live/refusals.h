// Why a table cannot be had: the errors that several places give.
#pragma once

#include "base/error.h"

namespace volpe::server {

inline Error store_unavailable() { return {Code::unavailable, "the store cannot be reached: please try again"}; }
inline Error no_table() { return {Code::not_found, "there is no such table"}; }

}  // namespace volpe::server
