// Why a decision in Genial: what the crosses reach, and what the dice left behind are worth to the next player.
#include "analysis/why.h"

#include <algorithm>

#include "games/genial/genial.h"

namespace volpe {
namespace {

using namespace genial;

struct Facts {
  const State& state;
  bool scores = false;
  PerSymbol before = 0, after = 0;  // the mover's rows
  int made = 0, lost = 0;           // crosses
};

Facts facts_of(const State& state, Decision decision) {
  const PerSymbol rows = state.rows[state.turn];
  Facts facts{state, decision != reroll_all, rows, rows};
  if (!facts.scores) return facts;
  const Crosses crosses = earned(state, decision);
  facts.after = cross(rows, crosses, state.boxes);
  int all = 0;
  for (int symbol = 0; symbol < symbols; ++symbol) {
    facts.made += of(facts.after, symbol) - of(rows, symbol);
    all += crosses.matches[symbol] + crosses.jokers[symbol];
  }
  facts.lost = all - facts.made;
  return facts;
}

bool unlocks(const Facts& facts, int crosses) {
  return all_at_least(facts.after, crosses) && !all_at_least(facts.before, crosses);
}

bool completes_row(const Facts& facts) {
  for (int symbol = 0; symbol < symbols; ++symbol)
    if (of(facts.after, symbol) == facts.state.boxes && of(facts.before, symbol) < facts.state.boxes) return true;
  return false;
}

// How far a row can be crossed as things stand.
int open_end(PerSymbol rows, int boxes) {
  return all_at_least(rows, left_end + 1) ? boxes : all_at_least(rows, 1) ? centre_end : left_end;
}

// How many dice of the mover show a symbol that the next seat can cross.
int useful_dice_left(const State& state) {
  const PerSymbol next = state.rows[(state.turn + 1) % state.seats];
  int useful = 0;
  for (int symbol = 0; symbol < symbols; ++symbol)
    if (of(next, symbol) < open_end(next, state.boxes)) useful += of(state.dice[state.turn], symbol);
  return useful;
}

constexpr int many = 4, few = 1, wasted = 2;

bool wins(const Facts& facts) { return facts.after == every(facts.state.boxes); }

const Reason<Facts> table[] = {
    {"wins_now", wins},
    {"unlocks_right", [](const Facts& f) { return unlocks(f, left_end + 1); }},
    {"unlocks_centre", [](const Facts& f) { return unlocks(f, 1); }},
    {"completes_row", completes_row},
    {"lifts_shortest", [](const Facts& f) { return shortest(f.after) > shortest(f.before); }},
    {"many_crosses", [](const Facts& f) { return f.made >= many; }},
    {"leaves_few_matches", [](const Facts& f) { return f.scores && !wins(f) && useful_dice_left(f.state) <= few; }},
    {"wastes_crosses", [](const Facts& f) { return f.lost >= wasted; }},
    {"rolls_again", [](const Facts& f) { return !f.scores; }},
};

}  // namespace

template <>
Reasons why<Genial>(const State& state, Decision decision) {
  return reasons_that_hold(table, facts_of(state, decision));
}

template <>
Reasons why_keys<Genial>() {
  return all_keys(table);
}

}  // namespace volpe
