// Games against the dice, samples from them, and steps of Adam.
#include "training/clever/trainer.h"

#include <chrono>
#include <cmath>
#include <deque>
#include <optional>
#include <sstream>

#include "concurrency/parallel_for.h"
#include "platform/huge_pages.h"
#include "players/clever/eval_cache.h"
#include "players/clever/turn_search.h"

namespace volpe::clever {
namespace {

constexpr u64 games_a_step = 32, recent_steps = 32;
constexpr double row_rate = 0.25;  // a unit of the first layer sums some 35 rows: each moves less

struct PlayedGame {
  std::vector<Sample> samples;
  double score = 0, adjusted = 0;
};

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

// What is taught in a stage: so many points for each of these yellow boxes that is marked in the end.
struct Lesson {
  u16 boxes;
  double points;

  double of(const Sheet& sheet) const { return points * size(Mask(sheet.marks[yellow] & boxes)); }
};

// Values that include what the lesson adds to the end.
struct Taught {
  EvalCache& values;
  Lesson lesson;

  double operator()(const State& state) {
    return values(state) + (state.phase == Phase::over ? lesson.of(state.sheets[0]) : 0);
  }
};

// From every chance of a solo game some rolls are tried, and play goes on from the first of them. Then it is played on
// from other paths at some of its decisions, most of them in the last rounds, where values are least certain.
class SoloGame {
 public:
  SoloGame(int rolls, double lambda, EvalCache& values, Lesson lesson, u64 seed)
      : rolls_(rolls), lambda_(lambda), values_{values, lesson}, random_(seed) {}

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
    game_.adjusted = game_.score + values_.lesson.of(state.sheets[0]) - luck;
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
  Taught values_;
  Random random_;
  std::vector<State> decisions_;
  PlayedGame game_;
};

// Every seat plays for its own total and learns from its own places: before each roll of its turn, before each turn of
// another seat, and before the black bonus. Now and then a seat takes another path than the best: what comes of it says
// nothing of what was before.
PlayedGame play_table(const Setup& setup, u64 seed, double lambda, EvalCache& values) {
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
      target = node.best ? *node.best : next + lambda * (target - next);
      next = node.value;
      game.samples.push_back({node.seen, float((target - node.seen.points) / unit)});
    }
  }
  game.adjusted = game.score;
  return game;
}

// ---- Learning

// Samples are learned in this many parts, each with a gradient of its own, however many threads there are: the order of
// a sum matters to its last digit.
constexpr size_t parts_of_step = 4;

struct Learner {
  Network network;
  Network mean;  // an exponential mean of the parameters: what is kept in the end
  std::vector<float> moment, square;
  std::vector<u32> steps;  // for each row of the table, and one for all the rest, which counts as one more row
  std::deque<std::vector<PlayedGame>> recent;
  u64 games = 0, step = 0;

  explicit Learner(const Network& first)
      : network(first),
        mean(first),
        moment(layout().end),
        square(layout().end),
        steps(table_rows() + 1),
        whole_(size_t{rows} * wide) {
    for (Part& part : parts_) part = {std::vector<float>(layout().end), std::vector<u8>(table_rows() + 1), 0, 0};
  }

  static size_t table_rows() { return size_t{rows} + size_t(part_rows()); }

  // A step of Adam; returns the root of the mean squared error in points.
  double learn(const std::vector<const PlayedGame*>& played, double rate, Crew& crew) {
    const auto each_game_of = [&](size_t part, auto&& each) {
      for (size_t game = part; game < played.size(); game += parts_of_step) each(*played[game]);
    };
    crew.each(parts_of_step, [&](size_t number, size_t) {
      each_game_of(number, [&](const PlayedGame& game) { mark_rows(game, parts_[number]); });
    });
    each_row(rows, crew, [&](size_t row) {
      if (touched(row)) network.whole_row(int(row), &whole_[row * wide]);
    });
    crew.each(parts_of_step, [&](size_t number, size_t) {
      Part& part = parts_[number];
      part.squares = 0;
      part.count = 0;
      each_game_of(number, [&](const PlayedGame& game) { add_gradient(game, part); });
      for (int row = 0; row < rows; ++row)
        if (part.touched[size_t(row)]) {
          Network::spread(u16(row), part.gradient);
          for (u16 shared : parts_of(row)) part.touched[shared] = 1;
        }
    });
    double squares = 0;
    size_t count = 0;
    for (const Part& part : parts_) {
      squares += part.squares;
      count += part.count;
    }
    const float scale = 1.0f / float(count);
    each_row(table_rows() + 1, crew, [&](size_t row) {
      if (!touched(row)) return;
      const bool rest = row == table_rows();
      adam(row * wide, rest ? layout().end : (row + 1) * wide, row, float(rest ? rate : rate * row_rate), scale);
      for (Part& part : parts_) part.touched[row] = 0;
    });
    ++step;
    constexpr u64 mean_every = 32;
    if (step % mean_every == 0) {
      const float share = float(1 - std::pow(0.999, mean_every));
      constexpr size_t jobs = 64;
      crew.each(jobs, [&](size_t job, size_t) {
        for (size_t n = job * layout().end / jobs; n < (job + 1) * layout().end / jobs; ++n)
          mean.parameters[n] += share * (network.parameters[n] - mean.parameters[n]);
      });
    }
    return std::sqrt(squares / double(count)) * unit;
  }

  // Games of the last steps are learned from again: playing costs far more than learning.
  void learn_again(std::vector<PlayedGame> played, double rate, int repeats, Crew& crew) {
    if (recent.size() == recent_steps) recent.pop_front();
    recent.push_back(std::move(played));
    Random random(step);
    std::vector<const PlayedGame*> mixed(games_a_step);
    for (int again = 0; again < repeats; ++again) {
      for (const PlayedGame*& game : mixed) {
        const std::vector<PlayedGame>& from = recent[size_t(random.below(int(recent.size())))];
        game = &from[size_t(random.below(int(from.size())))];
      }
      learn(mixed, rate, crew);
    }
  }

  void quantise(Weights& weights, Crew& crew) {
    each_row(rows, crew, [&](size_t row) { network.quantise_row(int(row), weights); });
    network.quantise_rest(weights);
  }

 private:
  struct Part {
    std::vector<float> gradient;
    std::vector<u8> touched;  // rows
    double squares;
    size_t count;
  };

  // Does each(row) for every row below `count`, many in one job.
  template <class Each>
  static void each_row(size_t count, Crew& crew, const Each& each) {
    constexpr size_t rows_a_job = 256;
    crew.each((count + rows_a_job - 1) / rows_a_job, [&](size_t job, size_t) {
      for (size_t row = job * rows_a_job; row < std::min(count, (job + 1) * rows_a_job); ++row) each(row);
    });
  }

  static void mark_rows(const PlayedGame& game, Part& part) {
    part.touched.back() = 1;
    for (const Sample& sample : game.samples)
      for (u16 row : sample.seen.row) part.touched[row] = 1;
  }

  void add_gradient(const PlayedGame& game, Part& part) const {
    for (const Sample& sample : game.samples) {
      const double error = network.add_gradient(sample, whole_, part.gradient);
      part.squares += error * error;
      ++part.count;
    }
  }

  bool touched(size_t row) const {
    return std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) { return part.touched[row] != 0; });
  }

  void adam(size_t from, size_t to, size_t row, float rate, float scale) {
    const u32 count = ++steps[row];
    const float left = float(1 - std::pow(0.9, count)), right = float(1 - std::pow(0.999, count));
    for (Part& part : parts_)
      if (&part != parts_.data() && part.touched[row] != 0)
        for (size_t n = from; n < to; ++n) {
          parts_[0].gradient[n] += part.gradient[n];
          part.gradient[n] = 0;
        }
    for (size_t n = from; n < to; ++n) {
      const float g = parts_[0].gradient[n] * scale;
      parts_[0].gradient[n] = 0;
      moment[n] += 0.1f * (g - moment[n]);
      square[n] += 0.001f * (g * g - square[n]);
      network.parameters[n] -= rate * (moment[n] / left) / (std::sqrt(square[n] / right) + 1e-8f);
    }
  }

  std::array<Part, parts_of_step> parts_;
  std::vector<float> whole_;  // whole rows of the table; those that are touched are up to date
};

// ---- Checkpoints

constexpr u64 checkpoint_mark = 0x35726576656c4356;

// Visits all that a checkpoint holds after its mark, seed and options. The lengths of lists are visited before the
// lists, so that they have their length when they are read.
template <class Each>
void each_part(Learner& learner, Each&& each) {
  const auto list = [&](auto& items) {
    u64 length = items.size();
    each(&length, sizeof(length));
    if (length > u64{1} << 24) length = 0;  // no list of ours: the end will not fit
    items.resize(length);
  };
  const auto numbers = [&](auto& items) {
    list(items);
    each(items.data(), items.size() * sizeof(items[0]));
  };
  each(&learner.games, sizeof(u64));
  each(&learner.step, sizeof(u64));
  for (auto* floats : {&learner.network.parameters, &learner.mean.parameters, &learner.moment, &learner.square})
    numbers(*floats);
  numbers(learner.steps);
  list(learner.recent);
  for (std::vector<PlayedGame>& games : learner.recent) {
    list(games);
    for (PlayedGame& game : games) numbers(game.samples);
  }
}

struct CheckpointHead {
  u64 mark = checkpoint_mark, seed = 0, options = 0, table = 0;
};

CheckpointHead head_of(const Training& training) {
  CheckpointHead head{checkpoint_mark, training.seed, 0, training.table};
  static_assert(sizeof(training.options) <= sizeof(head.options));
  std::memcpy(&head.options, &training.options, sizeof(training.options));
  return head;
}

std::string checkpoint_of(Learner& learner, const Training& training) {
  const CheckpointHead head = head_of(training);
  std::string bytes(reinterpret_cast<const char*>(&head), sizeof(head));
  each_part(learner, [&](void* data, size_t size) { bytes.append(static_cast<const char*>(data), size); });
  return bytes;
}

// Goes on from a checkpoint; what is wrong with it, or nothing.
std::string go_on_from(std::string_view bytes, const Training& training, Learner& learner) {
  const CheckpointHead wanted = head_of(training);
  CheckpointHead head;
  bool whole = true;
  const auto read = [&](void* data, size_t size) {
    whole = whole && size <= bytes.size();
    if (!whole) return;
    if (size > 0) std::memcpy(data, bytes.data(), size);
    bytes.remove_prefix(size);
  };
  read(&head, sizeof(head));
  if (!whole || head.mark != wanted.mark) return "is not one, or of another version";
  if (head.seed != wanted.seed || head.options != wanted.options || head.table != wanted.table)
    return "is of another seed or other options";
  each_part(learner, read);
  for (const auto* floats : {&learner.network.parameters, &learner.mean.parameters, &learner.moment, &learner.square})
    whole = whole && floats->size() == layout().end;
  if (!whole || learner.steps.size() != learner.table_rows() + 1 || !bytes.empty()) return "is damaged";
  return {};
}

// ---- The schedule

struct Rate {
  int rolls;
  double rate, lambda, lesson;
};

// Where in the schedule a number of games stands.
Rate rate_at(const std::vector<Stage>& schedule, u64 games) {
  for (const Stage& stage : schedule) {
    if (games < stage.games) {
      const double part = double(games) / double(stage.games);
      return {stage.rolls, stage.rate_from * std::pow(stage.rate_to / stage.rate_from, part),
              stage.lambda_from + part * (stage.lambda_to - stage.lambda_from), stage.lesson};
    }
    games -= stage.games;
  }
  return {};
}

// How the games since the last report went.
struct Tally {
  double score = 0, score_squares = 0, adjusted = 0, adjusted_squares = 0, loss = 0;
  u64 games = 0;

  void add(const PlayedGame& game) {
    score += game.score, score_squares += game.score * game.score;
    adjusted += game.adjusted, adjusted_squares += game.adjusted * game.adjusted;
    ++games;
  }

  Progress progress(u64 all, double seconds) const {
    const double n = double(games);
    const auto error = [&](double sum, double squares) { return std::sqrt((squares / n - sum / n * sum / n) / n); };
    return {all,
            seconds,
            score / n,
            error(score, score_squares),
            adjusted / n,
            error(adjusted, adjusted_squares),
            loss / (n / double(games_a_step))};
  }
};

}  // namespace

Result<std::vector<Stage>> read_schedule(const std::string& text) {
  std::vector<Stage> schedule;
  std::istringstream stages(text);
  for (std::string one; std::getline(stages, one, ',');) {
    Stage stage;
    std::istringstream in(one);
    char c[5] = {};
    in >> stage.rolls >> c[0] >> stage.games >> c[1] >> stage.rate_from >> c[2] >> stage.rate_to >> c[3] >>
        stage.lambda_from >> c[4] >> stage.lambda_to;
    const bool divided = std::all_of(c, c + 5, [](char at) { return at == ':'; });
    if (in && !in.eof() && in.peek() == ':') in.ignore() >> stage.lesson;
    if (!in || !divided || in.peek() != EOF || (stage.rolls != 1 && stage.rolls != 6) || stage.games == 0 ||
        stage.rate_from <= 0 || stage.rate_to <= 0)
      return Error{Code::bad_option,
                   "a stage is rolls:games:rate:rate:lambda:lambda[:lesson] with 1 or 6 rolls, not '" + one + "'"};
    schedule.push_back(stage);
  }
  if (schedule.empty()) return Error{Code::bad_option, "the schedule has no stage"};
  return schedule;
}

Result<u16> read_lesson(const std::string& text) {
  constexpr std::string_view none = ".../.../.../...";
  const auto fits = [](char drawn, char plain) { return drawn == plain || (drawn == 'x' && plain == '.'); };
  if (!std::equal(text.begin(), text.end(), none.begin(), none.end(), fits))
    return Error{Code::bad_option,
                 "a lesson is four rows of three yellow boxes as in xxx/.x./.x./xxx, not '" + text + "'"};
  u16 boxes = 0;
  for (size_t box = 0; box < yellow_boxes; ++box)
    if (text[box + box / 3] == 'x') boxes |= u16(1 << box);
  return boxes;
}

Result<Trained> train(const Training& training, const std::string& checkpoint, const TrainingHooks& hooks,
                      const std::atomic<bool>& stop) {
  Learner learner(training.from ? Network(*training.from) : Network(training.seed));
  if (!checkpoint.empty())
    if (const std::string wrong = go_on_from(checkpoint, training, learner); !wrong.empty())
      return Error{Code::bad_option, "the checkpoint " + wrong};
  u64 total = 0;
  for (const Stage& stage : training.schedule) total += stage.games;
  total = std::min(total, training.until);

  Weights weights(huge_pages());
  std::vector<EvalCache> values(size_t(training.threads), EvalCache(weights));
  Crew crew(training.threads);
  const auto begin = std::chrono::steady_clock::now();
  Tally tally;
  while (learner.games < total && !stop) {
    const Rate now = rate_at(training.schedule, learner.games);
    learner.quantise(weights, crew);
    for (EvalCache& of_thread : values) of_thread.forget();
    std::vector<PlayedGame> played(games_a_step);
    crew.each(played.size(), [&](size_t n, size_t thread) {
      const u64 number = learner.games + n, seed = mix(key_of(training.seed) + number);
      played[n] = training.table ? play_table({2 + int(number % 3), training.options}, seed, now.lambda, values[thread])
                                 : SoloGame(now.rolls, now.lambda, values[thread], {training.lesson, now.lesson}, seed)
                                       .play({1, training.options});
    });
    std::vector<const PlayedGame*> all;
    for (const PlayedGame& game : played) all.push_back(&game);
    tally.loss += learner.learn(all, now.rate, crew);
    for (const PlayedGame& game : played) tally.add(game);
    learner.learn_again(std::move(played), now.rate, training.repeats, crew);
    learner.games += games_a_step;
    constexpr u64 report_every = 20000;
    if (learner.games % report_every < games_a_step) {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
      hooks.report(tally.progress(learner.games, passed.count()));
      tally = {};
      hooks.save(checkpoint_of(learner, training));
    }
  }
  hooks.save(checkpoint_of(learner, training));
  Trained trained;
  for (int row = 0; row < rows; ++row) learner.mean.quantise_row(row, trained.weights);
  learner.mean.quantise_rest(trained.weights);
  trained.parameters = std::move(learner.mean.parameters);
  return trained;
}

}  // namespace volpe::clever
