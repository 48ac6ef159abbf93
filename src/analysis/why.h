// Why a decision: keys that a front end turns into words (locale/*/why.txt), each a fact of the rules about that
// decision. docs/advice.md states the condition of every key.
#pragma once

#include <string_view>
#include <vector>

#include "games/game.h"

namespace volpe {

using Reasons = std::vector<std::string_view>;
inline constexpr size_t most_reasons = 4;

// What speaks for, or marks, a legal decision: the most important first, at most `most_reasons`; may be empty.
template <Game G>
Reasons why(const typename G::State& state, Decision decision);

// Every key of a game, the most important first.
template <Game G>
Reasons why_keys();

// A key and when it is given, in the light of a game's facts about a decision.
template <class Facts>
struct Reason {
  std::string_view key;
  bool (*holds)(const Facts&);
};

template <class Facts, size_t count>
Reasons reasons_that_hold(const Reason<Facts> (&table)[count], const Facts& facts) {
  Reasons keys;
  for (const Reason<Facts>& reason : table)
    if (keys.size() < most_reasons && reason.holds(facts)) keys.push_back(reason.key);
  return keys;
}

template <class Facts, size_t count>
Reasons all_keys(const Reason<Facts> (&table)[count]) {
  Reasons keys;
  for (const Reason<Facts>& reason : table) keys.push_back(reason.key);
  return keys;
}

}  // namespace volpe
