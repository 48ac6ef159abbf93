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
inline constexpr int chain_width = 8, extra_width = 4;

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
    for (int decision : Members{state.legal}) follow({state, 0, Decision(decision)}, Decision(decision));
    while (chains_.count > 0 || extras_.count > 0) {
      while (chains_.count > 0) follow_from(chains_, chain_width, 0);
      follow_from(extras_, extra_width, bit(take_done));
    }
  }

 private:
  static constexpr int room = 256;

  struct List {
    std::array<Line, room> line;
    int count = 0;

    void add(const Line& added) {
      for (int n = 0; n < count; ++n)
        if (line[n].value == added.value && same(line[n].end, added.end)) return;
      if (count < room) line[count++] = added;
    }
  };

  // An end is valued, a chain or a choice of extra dice waits for its turn.
  void follow(Line line, Decision decision) {
    decide(line.end, decision);
    if (is_end(line.end, seat_)) {
      finish(line);
    } else if (line.end.phase == Phase::bonus) {
      line.value = if_lost(line.end);
      chains_.add(line);
    } else {
      Line stopped = line;
      leave_turn(stopped.end);
      line.value = finish(stopped);
      extras_.add(line);
    }
  }

  double finish(Line& line) {
    line.value = value_(line.end);
    see_(line);
    return line.value;
  }

  // What a state in a chain is worth if the bonuses that wait were lost: enough to compare it with its neighbours.
  double if_lost(State state) {
    state.waiting = 0;
    go_on(state);
    if (!is_end(state, seat_)) leave_turn(state);
    return value_(state);
  }

  void follow_from(List& list, int width, Mask without) {
    struct Rank {  // lines are too big to be moved about
      double value;
      int at;
    };
    std::array<Rank, room> all;
    for (int n = 0; n < list.count; ++n) all[n] = {list.line[n].value, n};
    constexpr int widest = std::max(chain_width, extra_width);
    std::array<Rank, widest> best;
    const int count = std::min(width, list.count);
    std::partial_sort_copy(all.begin(), all.begin() + list.count, best.begin(), best.begin() + count,
                           [](const Rank& a, const Rank& b) { return a.value > b.value; });
    std::array<Line, widest> kept;
    for (int n = 0; n < count; ++n) kept[n] = list.line[best[n].at];
    list.count = 0;
    for (int n = 0; n < count; ++n)
      for (int decision : Members{kept[n].end.legal & ~without}) follow(kept[n], Decision(decision));
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
