// Why a decision in Clever: what its mark completes and earns, and what becomes of the dice.
#include "analysis/why.h"

#include <algorithm>

#include "games/clever/clever.h"

namespace volpe {
namespace {

using namespace clever;

struct Facts {
  const State& state;
  Decision decision;
  bool marks = false;   // whether a box is marked; what follows is only then filled
  Sheet before, after;  // the mover's sheet: by this mark alone
  int box = 0;
  Gains gains = 0;
  // Of a pick that another roll may follow: dice that go to the tray, and that stay. Else none.
  bool goes_on = false;
  int to_tray = 0, stay = 0;

  int area() const { return box_of[box].area; }
  int points(int of_area) const { return score(after).area[of_area] - score(before).area[of_area]; }
};

Facts facts_of(const State& state, Decision decision) {
  const Sheet& sheet = state.sheets[state.mover];
  Facts facts{state, decision, false, sheet, sheet};
  const bool bonus = state.phase == Phase::bonus || state.phase == Phase::round_bonus;
  if (!bonus && decision >= take_reroll) return facts;
  facts.marks = true;
  const int die = bonus ? 0 : take_of[decision].die;
  const int value = bonus ? bonus_mark_of[decision].value : of(state.values, die);
  facts.box = bonus ? bonus_mark_of[decision].box : take_of[decision].box;
  facts.gains = mark(facts.after, facts.box, value);
  facts.goes_on = state.phase == Phase::pick && state.roll < 3;
  if (facts.goes_on) {
    facts.to_tray = size(Mask(below(state.values, value) & state.rolled & ~(1 << die)));
    facts.stay = size(Mask(state.rolled)) - 1 - facts.to_tray;
  }
  return facts;
}

template <size_t count>
bool completes(const Facts& facts, int area, const u16 (&lines_of_area)[count]) {
  if (!facts.marks || facts.area() != area) return false;
  return std::any_of(std::begin(lines_of_area), std::end(lines_of_area), [&](u16 line) {
    return full(facts.after.marks[area], line) && !full(facts.before.marks[area], line);
  });
}

// A mark bonus that finds no free box is no chain.
bool starts_chain(const Facts& facts) {
  for (int bonus = yellow_x; bonus <= purple_6; ++bonus)
    if (count(facts.gains, Bonus(bonus)) > 0 && bonus_boxes(facts.after, Bonus(bonus)) != 0) return true;
  return false;
}

int lowest_area(const Sheet& sheet) {
  const Score points = score(sheet);
  return *std::min_element(points.area, points.area + areas);
}

bool raises_lowest(const Facts& facts) {
  const int foxes = facts.after.foxes + count(facts.gains, fox);
  return facts.marks && foxes > 0 && lowest_area(facts.after) > lowest_area(facts.before);
}

// Whether this is the last turn of the game in which the mover may use extra dice, and rerolls.
bool last_turn_for_extras(const State& state) {
  if (state.round != rounds_for[state.seats] || state.active + 1 != state.seats) return false;
  return state.seats > 1 || state.passive_turn == 1 || second(state, solo_passive_extra);
}
bool last_turn_for_rerolls(const State& state) { return state.round == rounds_for[state.seats]; }

bool last_chance(const Facts& facts) {
  if (facts.decision == take_reroll && facts.state.phase == Phase::pick) return last_turn_for_rerolls(facts.state);
  return facts.marks && facts.state.phase == Phase::extra && last_turn_for_extras(facts.state);
}

// Whether a line with the box just marked has one free box left.
template <size_t count>
bool one_left(const Facts& facts, const u16 (&lines_of_area)[count]) {
  const u16 marks = facts.after.marks[facts.area()], marked = box_of[facts.box].step;
  return std::any_of(std::begin(lines_of_area), std::end(lines_of_area),
                     [&](u16 line) { return (line & marked) != 0 && size(Mask(line & ~marks)) == 1; });
}

bool nears_bonus(const Facts& facts) {
  if (!facts.marks) return false;
  const u16 diagonal[] = {lines.yellow_diagonal};
  const int next = facts.after.marks[facts.area()];
  switch (facts.area()) {
    case yellow: return one_left(facts, lines.yellow_row) || one_left(facts, diagonal);
    case blue: return one_left(facts, lines.blue_row) || one_left(facts, lines.blue_column);
    case green: return next < row_boxes && green_bonus[next] != none;
    case orange: return next < row_boxes && orange_bonus[next] != none;
    default: return next < row_boxes && purple_bonus[next] != none;
  }
}

bool in_row(const Facts& facts, int area) { return facts.marks && facts.area() == area; }

constexpr int high = 5;  // points written at once
constexpr int low = 3;   // a number in purple that at least three others may follow

const Reason<Facts> table[] = {
    {"earns_fox", [](const Facts& f) { return count(f.gains, fox) > 0; }},
    {"starts_chain", starts_chain},
    {"completes_row",
     [](const Facts& f) { return completes(f, yellow, lines.yellow_row) || completes(f, blue, lines.blue_row); }},
    {"completes_column",
     [](const Facts& f) { return completes(f, yellow, lines.yellow_column) || completes(f, blue, lines.blue_column); }},
    {"completes_diagonal",
     [](const Facts& f) {
       const u16 diagonal[] = {lines.yellow_diagonal};
       return completes(f, yellow, diagonal);
     }},
    {"earns_extra", [](const Facts& f) { return count(f.gains, extra) > 0; }},
    {"earns_reroll", [](const Facts& f) { return count(f.gains, reroll) > 0; }},
    {"raises_lowest", raises_lowest},
    {"last_chance", last_chance},
    {"high_value",
     [](const Facts& f) {
       return (in_row(f, orange) && f.points(orange) >= high) || (in_row(f, purple) && f.points(purple) >= high);
     }},
    {"keeps_dice", [](const Facts& f) { return f.goes_on && f.to_tray <= 1 && f.stay >= 2; }},
    {"feeds_tray", [](const Facts& f) { return f.goes_on && f.to_tray >= 3; }},
    {"saves_extra",
     [](const Facts& f) {
       return f.state.phase == Phase::extra && f.decision == take_done && !last_turn_for_extras(f.state);
     }},
    {"rolls_again", [](const Facts& f) { return f.state.phase == Phase::pick && f.decision == take_reroll; }},
    {"keeps_purple_low",
     [](const Facts& f) { return in_row(f, purple) && f.points(purple) <= low && f.after.marks[purple] < row_boxes; }},
    {"nears_bonus", nears_bonus},
};

}  // namespace

template <>
Reasons why<Clever>(const State& state, Decision decision) {
  return reasons_that_hold(table, facts_of(state, decision));
}

template <>
Reasons why_keys<Clever>() {
  return all_keys(table);
}

}  // namespace volpe
