// Lines: what a seat can do from a decision to the next chance, and the best of it by a value of the states it ends in.
#pragma once

#include <algorithm>
#include <array>

#include "games/clever/clever.h"

namespace volpe::clever {

// Whether the lines of a seat end here: at chance, before the black bonus, when another seat decides or all is over.
inline bool is_end(const State& state, int seat) {
  return state.legal == 0 || state.phase == Phase::round_bonus || state.mover != seat;
}

// How many states are kept at each depth of a chain of bonuses, and at each extra die.
inline constexpr int chain_width = 12, extra_width = 6;

struct Line {
  State end;
  double value;
  Decision first;  // the decision that the line begins with
};

// Searches the lines of the seat that decides. `value(state)` is asked at ends only. Chains of bonuses are followed
// whole as long as they are narrow; extra dice are a beam over what the turn would be worth if it ended after each.
// `see(line)` is shown every line found.
template <class Value, class See>
class LineSearch {
 public:
  LineSearch(Value& value, See& see) : value_(value), see_(see) {}

  void from(const State& state) {
    seat_ = state.mover;
    for (int decision : Members{state.legal}) {
      State after = state;
      decide(after, Decision(decision));
      sort({after, 0, Decision(decision)});
    }
    while (chains_.count > 0 || extras_.count > 0) {
      while (chains_.count > 0) go_on_from(chains_, chain_width, 0);
      go_on_from(extras_, extra_width, bit(take_done));
    }
  }

 private:
  struct List {
    std::array<Line, 256> line;
    int count = 0;

    void add(const Line& added) {
      for (int n = 0; n < count; ++n)
        if (line[n].value == added.value && same(line[n].end, added.end)) return;
      if (count < int(line.size())) line[count++] = added;
    }
  };

  // An end is valued, a chain or a choice of extra dice waits for its turn, anything else is expanded.
  void sort(Line line) {
    if (is_end(line.end, seat_)) {
      finish(line);
    } else if (line.end.phase == Phase::bonus) {
      line.value = if_lost(line.end);
      chains_.add(line);
    } else {
      line.value = finish(stopped(line));
      extras_.add(line);
    }
  }

  double finish(Line line) {
    line.value = value_(line.end);
    see_(line);
    return line.value;
  }

  static Line stopped(Line line) {
    decide(line.end, take_done);
    return line;
  }

  // What a state in a chain is worth if the bonuses that wait were lost: enough to compare it with its neighbours.
  double if_lost(State state) {
    state.waiting = 0;
    go_on(state);
    if (!is_end(state, seat_)) decide(state, take_done);
    return value_(state);
  }

  void go_on_from(List& list, int width, Mask without) {
    std::array<Line, std::max(chain_width, extra_width)> kept;
    const int count = std::min(width, list.count);
    std::partial_sort_copy(list.line.begin(), list.line.begin() + list.count, kept.begin(), kept.begin() + count,
                           [](const Line& a, const Line& b) { return a.value > b.value; });
    list.count = 0;
    for (int n = 0; n < count; ++n)
      for (int decision : Members{kept[n].end.legal & ~without}) {
        Line next = kept[n];
        decide(next.end, Decision(decision));
        sort(next);
      }
  }

  Value& value_;
  See& see_;
  int seat_ = 0;
  List chains_, extras_;
};

// The best line from a decision; the first one found among equals.
template <class Value>
Line best_line(const State& state, Value& value) {
  Line best{{}, -1e9, 0};
  const auto see = [&](const Line& line) {
    if (line.value > best.value) best = line;
  };
  LineSearch search(value, see);
  search.from(state);
  return best;
}

// The best line that begins with a decision.
template <class Value>
Line best_line_with(Decision first, const State& state, Value& value) {
  Line line{state, 0, first};
  decide(line.end, first);
  if (is_end(line.end, state.mover)) {
    line.value = value(line.end);
  } else {
    line = best_line(line.end, value);
    line.first = first;
  }
  return line;
}

}  // namespace volpe::clever
