// A game as other programs get to know it: its name, how many may sit there, and its options.
#pragma once

#include "games/view.h"

namespace volpe {

template <class G>
JsonObject description() {
  JsonArray options;
  for (const Option& option : G::options) {
    JsonArray values;
    for (std::string_view value : option.values)
      if (!value.empty()) values.emplace_back(value);
    options.emplace_back(JsonObject{{"name", option.name}, {"default", option.values[0]}, {"values", values}});
  }
  return {{"name", G::name}, {"seats", {{"min", G::min_seats}, {"max", G::max_seats}}}, {"options", options}};
}

}  // namespace volpe
