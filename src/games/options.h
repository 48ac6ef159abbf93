// Options of a game by name: their defaults, and choosing a value.
#pragma once

#include <iterator>

#include "games/game.h"
#include "games/notation.h"

namespace volpe {

template <class G>
inline constexpr int option_count = static_cast<int>(std::size(G::options));

template <class G>
std::string_view option_value(const Options& options, int n) {
  return G::options[n].values[options[n]];
}

// Sets one option, or says what is wrong with it.
template <class G>
Result<Options> choose(Options options, std::string_view name, std::string_view value) {
  std::string known;
  for (int n = 0; n < option_count<G>; ++n) {
    known += (n ? ", " : "") + std::string(G::options[n].name);
    if (G::options[n].name != name) continue;
    std::string values;
    for (u8 v = 0; v < G::options[n].values.size() && !G::options[n].values[v].empty(); ++v) {
      values += (v ? ", " : "") + std::string(G::options[n].values[v]);
      if (G::options[n].values[v] == value) {
        options[n] = v;
        return options;
      }
    }
    return Error{Code::bad_option, "option " + std::string(name) + " is one of " + values + ", not " + quote(value)};
  }
  return Error{Code::bad_option, std::string(G::name) + " has the options " + known + ", not " + quote(name)};
}

template <class G>
Result<int> check_seats(long long seats) {
  if (seats >= G::min_seats && seats <= G::max_seats) return static_cast<int>(seats);
  return Error{Code::bad_option, std::string(G::name) + " is for " + std::to_string(G::min_seats) + " to " +
                                     std::to_string(G::max_seats) + " seats, not " + std::to_string(seats)};
}

}  // namespace volpe
