// Exports and imports: everything in a store as JSON Lines, the same from both databases.
#pragma once

#include "store/connection.h"

namespace volpe::store {

std::optional<Error> export_rows(Connection& connection, const std::function<bool(std::string_view)>& visit);
std::optional<Error> import_rows(Connection& connection, const std::function<std::optional<std::string>()>& next);

}  // namespace volpe::store
