// Solves Genial for two: one turn by optimal stopping, the cycle when nobody crosses, layers on many threads.
#include "training/genial/solver.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "concurrency/parallel_for.h"
#include "players/genial/solved_value.h"
#include "players/genial/turn_kernel.h"

namespace volpe::genial {
namespace {

// The parts that all threads share.
struct Tables {
  explicit Tables(const Solution& solution) : plan(max_dice, max_dice, solution.four_joker()) {
    const Sheets& sheets = solution.sheets();
    for (int n = 0; n + 1 < sheets.sorted_count(); ++n) {
      turns.emplace_back(plan, sheets, sheets.sorted(n));
      idle.push_back(idle_of(turns.back()));
    }
  }

  // For each own outcome, the outcomes of the other's dice against which nothing can be crossed.
  Lists<u8> idle_of(const Turn& turn) const {
    std::vector<bool> is_idle(size_t(plan.cases.size()), false);
    for (u16 n : turn.idle) is_idle[n] = true;
    Lists<u8> lists;
    for (int own = 0; own < two_seat_outcomes; ++own) {
      for (int n = 0; n < two_seat_outcomes; ++n)
        if (is_idle[plan.case_of(own, n)]) lists.add(u8(n));
      lists.end_list();
    }
    return lists;
  }

  Plan plan;
  std::vector<Turn> turns;  // of each sheet with descending rows but the full one
  std::vector<Lists<u8>> idle;
};

// The same sheets with the other player to roll.
SheetPairs::Place back_of(const Solution& solution, int first, u64 pair) {
  const Sheets& sheets = solution.sheets();
  return solution.pairs().find(solution.pairs().second(first, pair), sheets.rows(sheets.sorted(first)));
}

// The place of the first sheet of a pair.
int first_of(const Solution& solution, u64 pair) {
  int low = 0, high = solution.sheets().sorted_count();
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (solution.pairs().first_with(middle) <= pair ? low : high) = middle;
  }
  return low;
}

// One of the two sides of a pair of sheets: what the mover can do, as far as it does not depend on the other side.
class Side {
 public:
  Side(const Tables& tables, MappedSolution& solution) : tables_(tables), solution_(solution) {}

  void prepare(int first, u64 pair) {
    turn_ = &tables_.turns[size_t(first)];
    idle_ = &tables_.idle[size_t(first)];
    row_ = solution_.row(pair);
    const PerSymbol other = solution_.pairs().second(first, pair);
    back_ = back_of(solution_, first, pair);
    find_rows(other);
    price_cases();
    for (int own = 0; own < two_seat_outcomes; ++own)
      for (int n = 0; n < two_seat_outcomes; ++n) board_[own][n] = case_value_[tables_.plan.case_of(own, n)];
  }

  // A first guess of the other side's chances: as if the mover had made a cross.
  void guess(float* other) const {
    for (int outcome = 0; outcome < two_seat_outcomes; ++outcome)
      other[outcomes_renamed(back_.by)[outcome]] = places_[0].row[places_[0].outcome[outcome]];
  }

  // The chances of this side, given the other side's; how far they moved.
  float update(const float* other) {
    alignas(64) float value[board_width];
    compute(other, value);
    float moved = 0;
    for (int n = 0; n < two_seat_outcomes; ++n) {
      moved = std::max(moved, std::abs(value[n] - row_[n]));
      row_[n] = value[n];
    }
    return moved;
  }

  // The chance of a mover who faces no dice at all, as at a hidden opening: no own die matches, whatever it shows.
  double value_without_dice() {
    const float* other = solution_.row(back_.pair);
    for (int own = 0; own < two_seat_outcomes; ++own) {
      const int without = tables_.plan.cases_against(0)[size_t(own)];
      const bool crosses = case_value_[without] >= 0;
      for (float& chance : board_[own])
        chance = crosses ? case_value_[without] : 1 - other[outcomes_renamed(back_.by)[own]];
    }
    alignas(64) float value[board_width];
    value_of_rolling(board_, value);
    return double(value[0]);
  }

 private:
  void compute(const float* other, float* value) {
    for (int own = 0; own < two_seat_outcomes; ++own) {
      const float chance = 1 - other[outcomes_renamed(back_.by)[own]];
      for (u8 n : (*idle_)[own]) board_[own][n] = chance;
    }
    value_of_rolling(board_, value);
  }

  // Where the chances after each reachable sheet lie, and how its outcomes are named there.
  struct Reached {
    const float* row;
    const u8* outcome;
  };

  void find_rows(PerSymbol other) {
    const Sheets& sheets = solution_.sheets();
    const SheetPairs& pairs = solution_.pairs();
    by_ = descending(other);
    const PerSymbol kept = renamed(other, by_);
    const SheetPairs::Form* forms = pairs.forms(kept);
    const u64 first = pairs.first_with(sheets.sorted_place(sheets.number(kept)));
    places_.clear();
    for (int number : turn_->after) {
      const SheetPairs::Form form = forms[sheets.number(renamed(sheets.rows(number), by_))];
      places_.push_back({solution_.row(first + form.place), outcomes_renamed(form.by)});
      for (int line = 0; line < two_seat_outcomes; line += 16) __builtin_prefetch(places_.back().row + line);
    }
  }

  // What each case is worth to the mover; the other's chance is what it takes away.
  void price_cases() {
    constexpr float nothing = 2;
    const Plan& plan = tables_.plan;
    for (int own = 0; own < two_seat_outcomes; ++own) {
      const u8 outcome = outcomes_renamed(by_)[own];
      for (int way = plan.first_way[size_t(own)]; way < plan.first_way[size_t(own) + 1]; ++way) {
        float least = nothing;
        for (u16 result : turn_->results[way]) {
          const Reached& there = places_[result];
          const float chance = there.row[there.outcome[outcome]];
          least = chance < least ? chance : least;
        }
        least_[way] = least;
      }
    }
    for (int n = 0; n < plan.cases.size(); ++n) {
      float least = nothing;
      for (u16 way : plan.cases[n]) least = least_[way] < least ? least_[way] : least;
      case_value_[n] = 1 - least;
    }
  }

  const Tables& tables_;
  MappedSolution& solution_;
  const Turn* turn_ = nullptr;
  const Lists<u8>* idle_ = nullptr;
  float* row_ = nullptr;
  SheetPairs::Place back_{};
  int by_ = 0;
  std::vector<Reached> places_;
  float least_[6000] = {};
  float case_value_[4000] = {};
  alignas(64) Board board_ = {};
};

// Solves pairs: each together with the pair of the same sheets in the other order, since play comes back to it when
// nobody crosses.
class Solver {
 public:
  Solver(const Tables& tables, MappedSolution& solution)
      : solution_(solution), one_(tables, solution), other_(tables, solution) {}

  void solve(int first, u64 pair) {
    const u64 back = back_of(solution_, first, pair).pair;
    if (back < pair) return;
    one_.prepare(first, pair);
    float* row = solution_.row(pair);
    float* back_row = solution_.row(back);
    if (back == pair) {
      one_.guess(row);
      while (one_.update(row) > precise) {
      }
      return;
    }
    other_.prepare(first_of(solution_, back), back);
    one_.guess(back_row);
    do one_.update(back_row);
    while (other_.update(row) > precise);
    one_.update(back_row);
  }

 private:
  static constexpr float precise = 1e-6f;

  MappedSolution& solution_;
  Side one_, other_;
};

struct Task {
  int first;
  u64 begin, end;  // pairs
};

// The pairs of a layer in portions.
std::vector<Task> tasks_of(const Solution& solution, int crosses) {
  constexpr u64 portion = 64;
  std::vector<Task> tasks;
  const Sheets& sheets = solution.sheets();
  for (int first = 0; first + 1 < sheets.sorted_count(); ++first) {
    const int others = crosses - crosses_on(sheets.rows(sheets.sorted(first)));
    if (others < 0 || others >= symbols * solution.boxes()) continue;  // the other's sheet is not full
    const u64 end = solution.pairs().first_with(first, others + 1);
    for (u64 at = solution.pairs().first_with(first, others); at < end; at += portion)
      tasks.push_back({first, at, std::min(end, at + portion)});
  }
  return tasks;
}

}  // namespace

std::string solve(MappedSolution& solution, Solving& solving, const std::atomic<bool>& stop) {
  const Tables tables(solution);
  std::vector<std::unique_ptr<Solver>> solvers;
  for (int n = 0; n < solving.threads; ++n) solvers.push_back(std::make_unique<Solver>(tables, solution));
  ParallelFor parallel_for(solving.threads);
  while (!solution.complete() && solution.layers_done() < solving.layers) {
    const std::vector<Task> tasks = tasks_of(solution, solution.layers() - 1 - solution.layers_done());
    parallel_for.while_true(tasks.size(), [&](size_t n, size_t thread) {
      if (stop) return false;
      for (u64 pair = tasks[n].begin; pair < tasks[n].end; ++pair) solvers[thread]->solve(tasks[n].first, pair);
      solving.pairs_done += tasks[n].end - tasks[n].begin;
      return true;
    });
    if (stop) return {};
    if (std::string wrong = solution.finish_layer(); !wrong.empty()) return wrong;
  }
  return {};
}

double opening_shown(const Solution& solution) {
  const float* row = solution.row(solution.pairs().find(0, 0).pair);
  double mean = 0;
  for (size_t n = 0; n < two_seat_outcomes; ++n) mean += dice_outcomes(max_dice)[n].chance * double(row[n]);
  return mean;
}

double opening_hidden(MappedSolution& solution) {
  const Tables tables(solution);
  Side side(tables, solution);
  side.prepare(0, solution.pairs().find(0, 0).pair);
  return side.value_without_dice();
}

double residual(const Solution& solution, const Race& race, int samples, u64 seed) {
  Random random(seed);
  double largest = 0;
  for (int n = 0; n < samples; ++n) {
    const u64 pair = random.next() % solution.pairs().first_with(solution.sheets().sorted_count() - 1);
    const int first = first_of(solution, pair), outcome = random.below(two_seat_outcomes);
    State state = start({2, {1, u8(solution.boxes() - 7), u8(4 - solution.four_joker())}});
    state.rows[0] = solution.sheets().rows(solution.sheets().sorted(first));
    state.rows[1] = solution.pairs().second(first, pair);
    state.dice[1] = dice_outcomes(max_dice)[size_t(outcome)].dice;
    if (state.rows[1] == every(state.boxes)) continue;
    const SolvedValue leaf(solution, race, state);
    const double turn = TurnSearch(race, state, leaf).rolling(3)[0];
    largest = std::max(largest, std::abs(turn - double(solution.row(pair)[outcome])));
  }
  return largest;
}

}  // namespace volpe::genial
