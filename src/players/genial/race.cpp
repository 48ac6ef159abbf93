// The lone racer: solved from the full sheet back, one sheet at a time.
#include "players/genial/race.h"

#include <algorithm>
#include <map>

namespace volpe::genial {
namespace {

int opposing_dice(int seats) { return (seats - 1) * dice_for[seats]; }

}  // namespace

Race::Race(int seats, int boxes, int four_joker)
    : sheets_(boxes), plan_(dice_for[seats], opposing_dice(seats), four_joker) {
  for (int n = 0; n < sheets_.count(); ++n)
    place_.push_back(sheets_.sorted_place(sheets_.number(renamed(sheets_.rows(n), descending(sheets_.rows(n))))));
  const int full = sheets_.sorted_count() - 1;
  for (int n = 0; n < full; ++n) turns_.emplace_back(plan_, sheets_, sheets_.sorted(n));
  choice_.resize(size_t(full));
  left_.assign(size_t(full) + 1, 0);
  saved_.resize(size_t(full));
  ahead_.resize(size_t(full) + 1);
  for (int n = full - 1; n >= 0; --n) solve(n);
  int known = 0;
  for (int dice = 0; dice <= plan_.opposing; ++dice) {
    first_known_.push_back(known);
    known += int(dice_outcomes(dice).size());
  }
  first_known_.push_back(known);
  against_ = std::vector<std::atomic<const Ahead*>>(size_t(known) * size_t(full));
}

Race::~Race() {
  for (const std::atomic<const Ahead*>& made : against_) delete made.load();
}

// Where each case leads: to the sheet with the fewest turns left, whatever it takes if nothing can be crossed.
void Race::choose(int place) {
  const Turn& turn = turns_[size_t(place)];
  std::vector<u16> best_of_way;
  const auto better = [&](int a, int b) { return left_[size_t(a)] < left_[size_t(b)]; };
  const u16 none = u16(place);
  for (int way = 0; way < turn.results.size(); ++way) {
    u16 best = none;
    for (u16 result : turn.results[way]) {
      const int there = place_[size_t(turn.after[result])];
      if (best == none || better(there, best)) best = u16(there);
    }
    best_of_way.push_back(best);
  }
  std::vector<u16>& choice = choice_[size_t(place)];
  for (int n = 0; n < plan_.cases.size(); ++n) {
    u16 best = none;
    for (u16 way : plan_.cases[n])
      if (best_of_way[way] != none && (best == none || better(best_of_way[way], best))) best = best_of_way[way];
    choice.push_back(best);
  }
}

std::vector<Race::Opposing> Race::opposing_up_to_colours(PerSymbol descending_rows, int dice) {
  std::vector<Opposing> list;
  std::map<int, size_t> at;
  for (const DiceOutcome& outcome : dice_outcomes(dice)) {
    const int like = outcome_number(renamed(outcome.dice, descending_where_equal(outcome.dice, descending_rows)));
    const auto [found, is_new] = at.try_emplace(like, list.size());
    if (is_new) list.push_back({like, 0});
    list[found->second].chance += outcome.chance;
  }
  return list;
}

Race::Mean Race::mean_turn(int place, double if_idle, std::vector<float>* turns_by_outcome) const {
  const std::vector<DiceOutcome>& own = dice_outcomes(plan_.own);
  const std::vector<u16>& choice = choice_[size_t(place)];
  std::vector<double> turns(size_t(plan_.cases.size())), idle(turns.size());
  for (size_t n = 0; n < turns.size(); ++n) {
    idle[n] = choice[n] == place ? 1 : 0;
    turns[n] = choice[n] == place ? if_idle : left_[choice[n]];
  }
  Mean mean{};
  for (const auto& [other, chance] : opposing_) {
    Mean promise{1e9, 0};
    for (int roll = 0; roll < 3; ++roll) {
      Mean sum{};
      for (size_t n = 0; n < own.size(); ++n) {
        const u16 at = plan_.case_of(int(n), other);
        const bool stop = turns[at] <= promise.turns;
        sum.turns += own[n].chance * (stop ? turns[at] : promise.turns);
        sum.idle += own[n].chance * (stop ? idle[at] : promise.idle);
      }
      promise = sum;
    }
    if (turns_by_outcome != nullptr) (*turns_by_outcome)[size_t(other)] = float(promise.turns);
    mean.turns += chance * promise.turns;
    mean.idle += chance * promise.idle;
  }
  return mean;
}

// A turn that crosses nothing leaves the sheet as it is: left = 1 + turns(left), solved by Newton's method.
void Race::solve(int place) {
  choose(place);
  opposing_ = opposing_up_to_colours(sheets_.rows(sheets_.sorted(place)), plan_.opposing);
  double left = 1 + left_[size_t(place_[size_t(turns_[size_t(place)].after[0])])];
  for (double moved = 1; moved > 1e-12;) {
    const Mean mean = mean_turn(place, left);
    const double next = (1 + mean.turns - mean.idle * left) / (1 - mean.idle);
    moved = next > left ? next - left : left - next;
    left = next;
  }
  left_[size_t(place)] = left;
  save(place);
  std::vector<double> reached(size_t(sheets_.sorted_count()), 0.0);
  for (const auto& [other, chance] : opposing_)
    add_turn(place, plan_.cases_against(dice_outcomes(plan_.opposing)[size_t(other)].dice).data(), chance, reached);
  const double idle = reached[size_t(place)];
  reached[size_t(place)] = 0;
  ahead_[size_t(place)] = after_turn(reached, place, idle);
}

void Race::save(int place) {
  const PerSymbol rows = sheets_.rows(sheets_.sorted(place));
  const std::vector<DiceOutcome>& all = dice_outcomes(plan_.opposing);
  std::vector<float> turns(all.size());
  mean_turn(place, left_[size_t(place)], &turns);
  for (const DiceOutcome& outcome : all) {
    const int like = outcome_number(renamed(outcome.dice, descending_where_equal(outcome.dice, rows)));
    saved_[size_t(place)].push_back(float(left_[size_t(place)] - 1) - turns[size_t(like)]);
  }
}

void Race::add_turn(int place, const u16* cases, double chance, std::vector<double>& reached) const {
  const std::vector<DiceOutcome>& own = dice_outcomes(plan_.own);
  const std::vector<u16>& choice = choice_[size_t(place)];
  double promise[4] = {1e9, 0, 0, 0};
  for (int roll = 1; roll <= 3; ++roll)
    for (size_t n = 0; n < own.size(); ++n) {
      const double turns = left_[choice[cases[n]]];
      promise[roll] += own[n].chance * (turns <= promise[roll - 1] ? turns : promise[roll - 1]);
    }
  for (int roll = 3; roll >= 1; --roll) {
    double go_on = 0;
    for (size_t n = 0; n < own.size(); ++n) {
      const u16 there = choice[cases[n]];
      if (left_[there] <= promise[roll - 1])
        reached[there] += chance * own[n].chance;
      else
        go_on += own[n].chance;
    }
    chance *= go_on;
  }
}

// What lies ahead when a turn leads where it leads; with `idle`, of a sheet that stays as it is so often in every turn.
Ahead Race::after_turn(const std::vector<double>& reached, int place, double idle) const {
  std::array<double, turns_ahead> still{}, shortest_row{};
  for (size_t there = 0; there < reached.size(); ++there) {
    if (reached[there] == 0) continue;
    const Ahead& then = ahead_[there];
    for (size_t k = 1; k < turns_ahead; ++k) {
      still[k] += reached[there] * double(then.still[k - 1]);
      shortest_row[k] += reached[there] * double(then.shortest[k - 1]);
    }
  }
  still[0] = 1;
  shortest_row[0] = shortest(sheets_.rows(sheets_.sorted(place)));
  Ahead ahead{};
  for (size_t k = 0; k < turns_ahead; ++k) {
    if (k > 0) still[k] += idle * still[k - 1];
    if (k > 0) shortest_row[k] += idle * shortest_row[k - 1];
    ahead.still[k] = float(still[k]);
    ahead.shortest[k] = float(shortest_row[k]);
  }
  return ahead;
}

Ahead Race::compute_against(int place, PerSymbol opposing) const {
  std::vector<double> reached(size_t(sheets_.sorted_count()), 0.0);
  for (const DiceOutcome& rest : dice_outcomes(plan_.opposing - dice_in(opposing)))
    add_turn(place, plan_.cases_against(opposing + rest.dice).data(), rest.chance, reached);
  return after_turn(reached, place, 0);
}

const Ahead& Race::ahead_against(int place, PerSymbol opposing) const {
  const size_t known = size_t(first_known_[size_t(dice_in(opposing))]) + size_t(outcome_number(opposing));
  std::atomic<const Ahead*>& made = against_[size_t(place) * size_t(first_known_.back()) + known];
  if (const Ahead* ready = made.load(std::memory_order_acquire)) return *ready;
  const Ahead* fresh = new Ahead(compute_against(place, opposing));
  const Ahead* none = nullptr;
  if (made.compare_exchange_strong(none, fresh, std::memory_order_acq_rel)) return *fresh;
  delete fresh;
  return *none;
}

}  // namespace volpe::genial
