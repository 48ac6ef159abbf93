// Self-play: solo games with branches, and games of several seats.
#include "training/clever/self_play.h"

#include <optional>
#include <utility>

#include "players/clever/turn_search.h"

namespace volpe::clever {
namespace {

// The best path from a decision that is not the best of all, perhaps: of those that begin with some decision, or of
// those that leave some number of actions; of two such, the better. Values of states that are thought bad are learned
// in no other way.
template <class Value>
Path other_path(const State& state, Value& value, Random& random) {
  struct Kind {
    int first, actions;
    Path best;
  };
  const bool by_actions = random.below(2) == 0;
  std::vector<Kind> kinds;
  const auto see = [&](const Path& path) {
    const Sheet& sheet = path.end.sheets[state.mover];
    const int first = by_actions ? 0 : path.first, actions = by_actions ? 8 * sheet.rerolls + sheet.extras : 0;
    for (Kind& kind : kinds)
      if (kind.first == first && kind.actions == actions) {
        if (path.value > kind.best.value) kind.best = path;
        return;
      }
    kinds.push_back({first, actions, path});
  };
  TurnSearch search(value, see);
  search.from(state);
  const auto drawn = [&]() -> const Path& { return kinds[size_t(random.below(int(kinds.size())))].best; };
  const Path &one = drawn(), &other = drawn();
  return one.value > other.value ? one : other;
}

// Values that include what reward shaping adds to the end.
struct ShapedValues {
  EvalCache& values;
  RewardShaping shaping;

  double operator()(const State& state) {
    return values(state) + (state.phase == Phase::over ? shaping.of(state.sheets[0]) : 0);
  }
};

// From every chance of a solo game some rolls are tried, and play goes on from the first of them. Then it is played on
// from other paths at some of its decisions, most of them in the last rounds, where values are least certain.
class SoloGame {
 public:
  SoloGame(const SelfPlay& how, EvalCache& values, u64 seed)
      : rolls_(how.rolls), lambda_(how.lambda), values_{values, how.shaping}, random_(seed) {}

  PlayedGame play(const Setup& setup) {
    play_on(start(setup));
    const double score = game_.score, adjusted = game_.adjusted;
    const auto decisions = std::exchange(decisions_, {});
    const auto late = size_t(
        std::count_if(decisions.begin(), decisions.end(), [](const State& state) { return state.round < late_round; }));
    for (int branch = 0; branch <= late_branches; ++branch) {
      const size_t from = branch == 0 ? 0 : late;
      const size_t at = from + size_t(random_.below(int(decisions.size() - from)));
      play_on(other_path(decisions[at], values_, random_).end);
    }
    game_.score = score;
    game_.adjusted = adjusted;
    return std::move(game_);
  }

 private:
  static constexpr int late_round = 5, late_branches = 2;

  struct Node {
    Features seen;
    double mean, next;  // the mean value after the rolls tried, and the value of the state that play went on to
  };

  void play_on(State state) {
    std::vector<Node> nodes;
    double luck = 0;
    while (state.phase != Phase::over) {
      const auto [node, end] = state.phase == Phase::round_bonus ? chosen(state) : rolled(state);
      luck += node.next - node.mean;
      nodes.push_back(node);
      state = end;
    }
    game_.score = score(state.sheets[0]).total;
    game_.adjusted = game_.score + values_.shaping.of(state.sheets[0]) - luck;
    double target_error = 0;
    for (size_t n = nodes.size(); n-- > 0;) {
      const double target = nodes[n].mean + lambda_ * target_error;
      if (n > 0) target_error = target - nodes[n - 1].next;
      game_.samples.push_back({nodes[n].seen, float((target - nodes[n].seen.points) / unit)});
    }
  }

  std::pair<Node, State> chosen(const State& state) {
    const Path path = best_path(state, values_);
    decisions_.push_back(state);
    return {{features_of(state, 0), path.value, path.value}, path.end};
  }

  std::pair<Node, State> rolled(const State& state) {
    const std::array<Roll, 6> drawn = six_rolls(random_);
    Node node{features_of(state, 0), 0, 0};
    State end{};
    for (int n = 0; n < rolls_; ++n) {
      State after = state;
      roll_dice(after, drawn[size_t(n)]);
      const Path path = best_path(after, values_);
      node.mean += path.value / rolls_;
      if (n == 0) {
        node.next = path.value;
        end = path.end;
        decisions_.push_back(after);
      }
    }
    return {node, end};
  }

  int rolls_;
  double lambda_;
  ShapedValues values_;
  Random random_;
  std::vector<State> decisions_;
  PlayedGame game_;
};

}  // namespace

PlayedGame play_solo(const SelfPlay& how, const Setup& setup, u64 seed, EvalCache& values) {
  return SoloGame(how, values, seed).play(setup);
}

// Every seat plays for its own total and learns from its own places: before each roll of its turn, before each turn of
// another seat, and before the black bonus. Now and then a seat takes another path than the best: what comes of it says
// nothing of what was before.
PlayedGame play_table(const SelfPlay& how, const Setup& setup, u64 seed, EvalCache& values) {
  struct Node {
    Features seen;
    double value;
    std::optional<double> best;  // what the best path was worth, if another was taken
  };
  constexpr int one_in = 32;  // one path of so many
  std::array<std::vector<Node>, max_seats> nodes;
  Random random(seed);
  State state = start(setup);
  while (state.phase != Phase::over) {
    if (state.legal == 0 || (state.phase == Phase::round_bonus && state.mover == 0))
      for (int seat = 0; seat < setup.seats; ++seat)
        if (seat == state.active || state.roll == 0)
          nodes[size_t(seat)].push_back({features_of(state, seat), values(state, seat), {}});
    if (state.legal == 0) {
      roll_dice(state, six_rolls(random)[0]);
    } else {
      const int mover = state.mover;
      const auto total = [&](const State& end) { return values(end, mover); };
      Path path = best_path(state, total);
      if (random.below(one_in) == 0) {
        nodes[size_t(mover)].back().best = path.value;
        path = other_path(state, total, random);
      }
      state = path.end;
    }
  }
  PlayedGame game;
  for (int seat = 0; seat < setup.seats; ++seat) {
    const double total = score(state.sheets[seat]).total;
    game.score += total / setup.seats;
    double target = total, next = total;
    for (size_t n = nodes[size_t(seat)].size(); n-- > 0;) {
      const Node& node = nodes[size_t(seat)][n];
      target = node.best ? *node.best : next + how.lambda * (target - next);
      next = node.value;
      game.samples.push_back({node.seen, float((target - node.seen.points) / unit)});
    }
  }
  game.adjusted = game.score;
  return game;
}

}  // namespace volpe::clever
