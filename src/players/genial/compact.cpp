// The compact model of Genial for two: how it is distilled, and how a turn is looked ahead with it.
#include "players/genial/compact.h"

#include <algorithm>
#include <cmath>

#include "players/genial/turn_kernel.h"

namespace volpe::genial {
namespace {

constexpr float step = 1.0f / 1024;
constexpr int zero = 128;

// The chance of the first of two lone racers who starts some turns ahead, by both places. Turn by turn for all second
// ones at once: many sums side by side are fast, and each is summed in the same order on every machine.
std::vector<float> two_racers(const Race& race, size_t ahead) {
  const auto count = size_t(race.sheets().sorted_count()), racing = count - 1;  // all but the full sheet
  std::vector<float> still(turns_ahead * racing);                               // of the second, by turn
  for (size_t second = 0; second < racing; ++second)
    for (size_t k = 0; k < turns_ahead; ++k) still[k * racing + second] = race.ahead(int(second)).still[k];
  std::vector<float> chances(count * count, 0.0f);
  for (size_t first = 0; first < racing; ++first) {
    const auto& mine = race.ahead(int(first)).still;
    float* to = &chances[first * count];
    for (size_t k = 1; k < turns_ahead; ++k) {
      const float ends = mine[k - 1] - mine[k];
      const float* other = &still[(k > ahead ? k - 1 - ahead : 0) * racing];
      for (size_t second = 0; second < racing; ++second) to[second] += ends * other[second];
    }
  }
  return chances;
}

}  // namespace

Compact::Compact(Bytes corrections, const Race& race)
    : corrections_(std::move(corrections)),
      both_(race.sheets().boxes()),
      racers_(two_racers(race, 0)),
      per_turn_(two_racers(race, 1)) {
  for (size_t n = 0; n < racers_.size(); ++n) per_turn_[n] -= racers_[n];
}

Bytes Compact::distil(const Solution& solution, const Race& race) {
  const std::vector<float> racers = two_racers(race, 0);
  const size_t count = size_t(race.sheets().sorted_count());
  Bytes corrections(solution.pairs().count(), u8(zero));
  for (size_t first = 0; first + 1 < count; ++first)
    for (u64 pair = solution.pairs().first_with(int(first)); pair < solution.pairs().first_with(int(first) + 1);
         ++pair) {
      const int second = race.place(race.sheets().number(solution.pairs().second(int(first), pair)));
      double mean = 0;
      for (size_t n = 0; n < two_seat_outcomes; ++n)
        mean += dice_outcomes(max_dice)[n].chance * double(solution.row(pair)[n]);
      const double steps = std::round((mean - double(racers[first * count + size_t(second)])) / double(step));
      corrections[pair] = u8(std::clamp(zero + int(steps), 0, 255));
    }
  return corrections;
}

float Compact::mean(u64 pair, int mover_place, int other_place) const {
  const size_t count = size_t(both_.sheets.sorted_count());
  return racers_[size_t(mover_place) * count + size_t(other_place)] + step * float(int(corrections_[pair]) - zero);
}

float Compact::per_turn(int mover_place, int other_place) const {
  return per_turn_[size_t(mover_place) * size_t(both_.sheets.sorted_count()) + size_t(other_place)];
}

CompactValue::CompactValue(const Compact& compact, const Race& race, const State& state)
    : compact_(compact),
      race_(race),
      view_(race, state),
      other_place_(race.place(race.sheets().number(view_.rows[1]))),
      other_by_(descending(view_.rows[1])),
      rows_(size_t(race.sheets().count())) {}

// The other's turn against each outcome of the mover's dice.
CompactValue::Row CompactValue::look_ahead(int sheet) const {
  const Plan& plan = race_.plan();
  const Turn& turn = race_.turn(other_place_);
  const std::vector<Then> then = chances_after(sheet);
  const Then& idle = then.back();
  alignas(64) Board board;
  std::vector<float> least_of_way(size_t(plan.ways.size()));
  const int mine_by = descending(renamed(race_.sheets().rows(sheet), other_by_));
  for (int own = 0; own < two_seat_outcomes; ++own) {
    const float saved = race_.saved(race_.place(sheet), outcomes_renamed(mine_by)[own]);
    for (int way = plan.first_way[size_t(own)]; way < plan.first_way[size_t(own) + 1]; ++way) {
      float least = 2;
      for (u16 result : turn.results[way]) least = std::min(least, then[result].mean + then[result].per_turn * saved);
      least_of_way[size_t(way)] = least;
    }
    std::array<float, 128> case_value{};
    const int first = plan.first_case[size_t(own)];
    for (int n = first; n < plan.first_case[size_t(own) + 1]; ++n) {
      float least = 2;
      for (u16 way : plan.cases[n]) least = std::min(least, least_of_way[way]);
      case_value[size_t(n - first)] = 1 - (least > 1.5f ? idle.mean + idle.per_turn * saved : least);
    }
    for (int n = 0; n < board_width; ++n)
      board[own][n] = n < two_seat_outcomes ? case_value[size_t(plan.case_of(own, n) - first)] : 0.0f;
  }
  alignas(64) float value[board_width];
  value_of_rolling(board, value);
  Row row{};
  for (size_t n = 0; n < two_seat_outcomes; ++n) row[n] = value[outcomes_renamed(other_by_)[n]];
  return row;
}

// What the mover may expect after each sheet that the other can reach, and last after the other's as it is.
std::vector<CompactValue::Then> CompactValue::chances_after(int sheet) const {
  const Sheets& sheets = race_.sheets();
  const PerSymbol mine = renamed(sheets.rows(sheet), other_by_);
  const int by = descending(mine), place = race_.place(sheet);
  const SheetPairs::Form* forms = compact_.pairs().forms(renamed(mine, by));
  const u64 first = compact_.pairs().first_with(place);
  std::vector<Then> list;
  const auto add = [&](int after) {
    const u64 pair = first + forms[sheets.number(renamed(sheets.rows(after), by))].place;
    const int there = race_.place(after);
    list.push_back(after == sheets.full() ? Then{0, 0}
                                          : Then{compact_.mean(pair, place, there), compact_.per_turn(place, there)});
  };
  for (int after : race_.turn(other_place_).after) add(after);
  add(sheets.sorted(other_place_));
  return list;
}

Value CompactValue::value(int sheet, int outcome) const {
  if (sheet == race_.sheets().full()) return {1, 0};
  std::unique_ptr<Row>& row = rows_[size_t(sheet)];
  if (!row) row = std::make_unique<Row>(look_ahead(sheet));
  const double chance = double((*row)[size_t(outcome)]);
  return {1 - chance, chance};
}

}  // namespace volpe::genial
