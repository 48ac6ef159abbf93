// Advice: every legal decision with what it is worth and why, best first.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/why.h"
#include "games/view.h"
#include "players/evaluator.h"

namespace volpe {

struct Advice {
  Decision decision;
  std::string event;
  double value;  // to the mover: see Worth
  Reasons why;
};

// All legal decisions, best first, equal ones by their text. The same state gives the same advice.
template <Game G>
std::vector<Advice> advise(const typename G::State& state, const Evaluator<G>& evaluator) {
  std::vector<Advice> list;
  const std::vector<double> values = evaluator.values(state);
  for (int decision : Members{G::legal(state)})
    list.push_back({Decision(decision), G::write(state, Decision(decision)), values[list.size()],
                    why<G>(state, Decision(decision))});
  std::sort(list.begin(), list.end(), [](const Advice& a, const Advice& b) {
    return a.value != b.value ? a.value > b.value : a.event < b.event;
  });
  return list;
}

inline JsonArray advice_json(const std::vector<Advice>& list) {
  JsonArray lines;
  for (const Advice& advice : list)
    lines.emplace_back(JsonObject{
        {"event", advice.event}, {"value", advice.value}, {"why", JsonArray(advice.why.begin(), advice.why.end())}});
  return lines;
}

}  // namespace volpe
