// What a turn of Genial can lead to: the ways to use dice, and the sheets worth reaching with them.
#include "players/genial/turn.h"

#include <algorithm>
#include <map>

namespace volpe::genial {
namespace {

PerSymbol mask_of(PerSymbol dice) {
  PerSymbol mask = 0;
  for (int symbol = 0; symbol < symbols; ++symbol)
    if (of(dice, symbol) > 0) mask |= PerSymbol{15} << 4 * symbol;
  return mask;
}

// Which dice a decision uses as jokers, whatever their targets.
struct Shape {
  std::array<int, 4> jokers{};  // symbol and size of each
  PerSymbol matching;           // the other dice
  bool operator<(const Shape& other) const { return jokers < other.jokers; }
};

Shape shape_of(PerSymbol dice, int decision) {
  Shape shape{{}, dice};
  const Jokers jokers = jokers_of(dice, decision);
  for (int n = 0; n < jokers.count; ++n) {
    const auto [symbol, size, target] = jokers.joker[n];
    shape.jokers[2 * size_t(n)] = symbol + 1;
    shape.jokers[2 * size_t(n) + 1] = size;
    shape.matching -= size * one(symbol);
  }
  return shape;
}

std::array<int, symbols> sums(const Crosses& crosses) {
  std::array<int, symbols> of_rows;
  for (size_t symbol = 0; symbol < symbols; ++symbol)
    of_rows[symbol] = crosses.matches[symbol] + crosses.jokers[symbol];
  return of_rows;
}

Crosses crosses_of(PerSymbol own, PerSymbol opposing, int decision, int four_joker) {
  State state{};
  state.seats = 2;
  state.four_joker = u8(four_joker);
  state.dice[0] = own;
  state.dice[1] = opposing;
  return earned(state, decision);
}

}  // namespace

// Every other symbol at once, which leaves each room for a bit above it that stays only if nothing has to be borrowed.
bool covered(PerSymbol a, PerSymbol b) {
  constexpr PerSymbol every_other = 0x0f0f0f, above = 0x101010;
  const auto fits = [](PerSymbol small, PerSymbol large) {
    return ((((large & every_other) | above) - (small & every_other)) & above) == above;
  };
  return fits(a, b) && fits(a >> 4, b >> 4);
}

Plan::Plan(int own_dice, int opposing_dice, int four_joker)
    : own(own_dice), opposing(opposing_dice), opposing_outcomes_(dice_outcomes(opposing_dice).size()) {
  std::map<std::array<int, symbols>, u16> known_crosses;
  const auto crosses_with = [&](const Crosses& made) {
    const auto [found, is_new] = known_crosses.try_emplace(sums(made), u16(crosses.size()));
    if (is_new) crosses.push_back(made);
    return found->second;
  };
  for (const DiceOutcome& outcome : dice_outcomes(own)) {
    first_case.push_back(u16(cases.size()));
    first_way.push_back(u16(ways.size()));
    own_mask.push_back(mask_of(outcome.dice));
    std::map<Shape, std::vector<int>> decisions;
    for (int decision : Members{scorings(outcome.dice)})
      decisions[shape_of(outcome.dice, decision)].push_back(decision);
    std::map<PerSymbol, u16> known_cases;
    std::map<std::pair<std::array<int, 4>, PerSymbol>, u16> known_ways;
    for (const DiceOutcome& other : dice_outcomes(opposing)) {
      const PerSymbol seen = other.dice & own_mask.back();
      const auto [found, is_new] = known_cases.try_emplace(seen, u16(cases.size()));
      case_of_.push_back(found->second);
      if (!is_new) continue;
      offered.push_back(seen);
      for (const auto& [shape, with_targets] : decisions) {
        const auto key = std::pair(shape.jokers, seen & mask_of(shape.matching));
        const auto [way, is_new_way] = known_ways.try_emplace(key, u16(ways.size()));
        cases.add(way->second);
        if (!is_new_way) continue;
        for (int decision : with_targets) ways.add(crosses_with(crosses_of(outcome.dice, seen, decision, four_joker)));
        ways.end_list();
      }
      cases.end_list();
    }
  }
  first_case.push_back(u16(cases.size()));
  first_way.push_back(u16(ways.size()));
}

std::vector<u16> Plan::cases_against(PerSymbol opposing_dice) const {
  const bool all = dice_in(opposing_dice) == opposing;
  const int outcome = all ? outcome_number(opposing_dice) : 0;
  std::vector<u16> list;
  for (int n = 0; n < own_outcomes(); ++n) list.push_back(all ? case_of(n, outcome) : case_with(n, opposing_dice));
  return list;
}

u16 Plan::case_with(int own_outcome, PerSymbol opposing_dice) const {
  const PerSymbol seen = opposing_dice & own_mask[size_t(own_outcome)];
  u16 found = first_case[size_t(own_outcome)];
  while (offered[size_t(found)] != seen) ++found;
  return found;
}

Turn::Turn(const Plan& plan, const Sheets& sheets, int sheet) {
  const PerSymbol before = sheets.rows(sheet);
  std::vector<PerSymbol> crossed;
  for (const Crosses& crosses : plan.crosses) crossed.push_back(cross(before, crosses, sheets.boxes()));
  std::vector<u16> place(size_t(sheets.count()), 0xffff);
  std::vector<PerSymbol> made;
  for (int way = 0; way < plan.ways.size(); ++way) {
    made.clear();
    for (u16 crosses : plan.ways[way]) {
      const PerSymbol rows = crossed[crosses];
      if (rows == before) continue;
      if (std::ranges::any_of(made, [&](PerSymbol other) { return covered(rows, other); })) continue;
      std::erase_if(made, [&](PerSymbol other) { return covered(other, rows); });
      made.push_back(rows);
    }
    for (PerSymbol rows : made) {
      u16& at = place[size_t(sheets.number(rows))];
      if (at == 0xffff) {
        at = u16(after.size());
        after.push_back(sheets.number(rows));
      }
      results.add(at);
    }
    results.end_list();
  }
  for (int n = 0; n < plan.cases.size(); ++n)
    if (std::ranges::all_of(plan.cases[n], [&](u16 way) { return results[way].empty(); })) idle.push_back(u16(n));
}

}  // namespace volpe::genial
