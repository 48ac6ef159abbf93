// The search of a turn: every path of a seat from a decision to the next chance, and the best of them by a value of
// the states they end in.
#pragma once

#include <algorithm>
#include <array>

#include "games/clever/clever.h"

namespace volpe::clever {

// Whether the paths of a seat end here: at chance, before the black bonus, when another seat decides or all is over.
inline bool is_end(const State& state, int seat) {
  return state.legal == 0 || state.phase == Phase::round_bonus || state.mover != seat;
}

// How many states are kept at each depth of a chain of bonuses, and at each extra die.
inline constexpr int chain_width = 8, extra_width = 4;

struct Path {
  State end;
  double value;
  Decision first;  // the decision that the path begins with
};

// Searches the paths of the seat that decides. `evaluate(state)` is called at ends only. Chains of bonuses are followed
// whole as long as they are narrow; extra dice are a beam over what the turn would be worth if it ended after each.
// `visit(path)` is called with every path found.
template <class Evaluate, class Visit>
class TurnSearch {
 public:
  TurnSearch(Evaluate& evaluate, Visit& visit) : evaluate_(evaluate), visit_(visit) {}

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
    std::array<Path, room> path;
    int count = 0;

    void add(const Path& added) {
      for (int n = 0; n < count; ++n)
        if (path[n].value == added.value && same(path[n].end, added.end)) return;
      if (count < room) path[count++] = added;
    }
  };

  // An end is valued, a chain or a choice of extra dice waits for its turn.
  void follow(Path path, Decision decision) {
    decide(path.end, decision);
    if (is_end(path.end, seat_)) {
      finish(path);
    } else if (path.end.phase == Phase::bonus) {
      path.value = if_lost(path.end);
      chains_.add(path);
    } else {
      Path stopped = path;
      leave_turn(stopped.end);
      path.value = finish(stopped);
      extras_.add(path);
    }
  }

  double finish(Path& path) {
    path.value = evaluate_(path.end);
    visit_(path);
    return path.value;
  }

  // What a state in a chain is worth if the bonuses that wait were lost: enough to compare it with its neighbours.
  double if_lost(State state) {
    state.waiting = 0;
    go_on(state);
    if (!is_end(state, seat_)) leave_turn(state);
    return evaluate_(state);
  }

  void follow_from(List& list, int width, Mask without) {
    struct Rank {  // paths are too big to be moved about
      double value;
      int at;
    };
    std::array<Rank, room> all;
    for (int n = 0; n < list.count; ++n) all[n] = {list.path[n].value, n};
    constexpr int widest = std::max(chain_width, extra_width);
    std::array<Rank, widest> best;
    const int count = std::min(width, list.count);
    std::partial_sort_copy(all.begin(), all.begin() + list.count, best.begin(), best.begin() + count,
                           [](const Rank& a, const Rank& b) { return a.value > b.value; });
    std::array<Path, widest> kept;
    for (int n = 0; n < count; ++n) kept[n] = list.path[best[n].at];
    list.count = 0;
    for (int n = 0; n < count; ++n)
      for (int decision : Members{kept[n].end.legal & ~without}) follow(kept[n], Decision(decision));
  }

  Evaluate& evaluate_;
  Visit& visit_;
  int seat_ = 0;
  List chains_, extras_;
};

// The best path from a decision; the first one found among equals.
template <class Evaluate>
Path best_path(const State& state, Evaluate& evaluate) {
  Path best{{}, -1e9, 0};
  const auto visit = [&](const Path& path) {
    if (path.value > best.value) best = path;
  };
  TurnSearch search(evaluate, visit);
  search.from(state);
  return best;
}

// The best path that begins with a decision.
template <class Evaluate>
Path best_path_with(Decision first, const State& state, Evaluate& evaluate) {
  Path path{state, 0, first};
  decide(path.end, first);
  if (is_end(path.end, state.mover)) {
    path.value = evaluate(path.end);
  } else {
    path = best_path(path.end, evaluate);
    path.first = first;
  }
  return path;
}

}  // namespace volpe::clever
