// Games against the dice, samples from them, and steps of Adam.
#include "training/clever/trainer.h"

#include <barrier>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <deque>
#include <fstream>
#include <sstream>
#include <thread>

#include "players/clever/lines.h"
#include "players/clever/values.h"

namespace volpe::clever {
namespace {

constexpr u64 games_a_step = 32, recent_steps = 32;
constexpr double row_rate = 0.25;  // a unit of the first layer sums some 35 rows: each moves less

struct PlayedGame {
  std::vector<Sample> samples;
  double score = 0, adjusted = 0;
};

PlayedGame play(const Setup& setup, u64 seed, int rolls, double lambda, Values& values) {
  struct Node {
    Features seen;
    double mean, next;  // the mean value after the rolls tried, and the value of the state that play went on to
  };
  std::vector<Node> nodes;
  Random random(seed);
  PlayedGame game;
  State state = start(setup);
  double luck = 0;
  while (state.phase != Phase::over) {
    Node node{features_of(state, 0), 0, 0};
    if (state.phase == Phase::round_bonus) {
      const Line line = best_line(state, values);
      node.mean = node.next = line.value;
      state = line.end;
    } else {
      const std::array<Roll, 6> drawn = six_rolls(random);
      Line first{};
      for (int n = 0; n < rolls; ++n) {
        State after = state;
        roll_dice(after, drawn[size_t(n)]);
        const Line line = best_line(after, values);
        node.mean += line.value / rolls;
        if (n == 0) first = line;
      }
      node.next = first.value;
      luck += node.next - node.mean;
      state = first.end;
    }
    nodes.push_back(node);
  }
  game.score = score(state.sheets[0]).total;
  game.adjusted = game.score - luck;
  double target_error = 0;
  for (size_t n = nodes.size(); n-- > 0;) {
    const double target = nodes[n].mean + lambda * target_error;
    if (n > 0) target_error = target - nodes[n - 1].next;
    game.samples.push_back({nodes[n].seen, float((target - nodes[n].seen.points) / unit)});
  }
  return game;
}

// ---- Learning

struct Learner {
  Network network;
  Network mean;  // an exponential mean of the parameters: what is kept in the end
  std::vector<float> gradient, moment, square;
  std::vector<u32> steps;            // for each row of the table, and one for all the rest
  std::vector<u8> touched, changed;  // rows of the table: in the last step, and since they were last rounded
  std::deque<std::vector<PlayedGame>> recent;
  u64 games = 0, step = 0;

  explicit Learner(u64 seed)
      : network(seed),
        mean(seed),
        gradient(layout().end),
        moment(layout().end),
        square(layout().end),
        steps(size_t(rows + line_rows()) + 1),
        touched(steps.size(), u8{1}),
        changed(steps.size(), u8{1}) {}

  void adam(size_t from, size_t to, u32& count, float rate, float scale) {
    ++count;
    const float left = float(1 - std::pow(0.9, count)), right = float(1 - std::pow(0.999, count));
    for (size_t n = from; n < to; ++n) {
      const float g = gradient[n] * scale;
      moment[n] += 0.1f * (g - moment[n]);
      square[n] += 0.001f * (g * g - square[n]);
      network.parameters[n] -= rate * (moment[n] / left) / (std::sqrt(square[n] / right) + 1e-8f);
      gradient[n] = 0;
    }
  }

  // Games of the last steps are learned from again: playing costs far more than learning.
  void learn_again(const std::vector<PlayedGame>& played, double rate, int repeats) {
    if (recent.size() == recent_steps) recent.pop_front();
    recent.push_back(played);
    Random random(step);
    std::vector<PlayedGame> mixed(played.size());
    for (int again = 0; again < repeats; ++again) {
      for (PlayedGame& game : mixed) {
        const std::vector<PlayedGame>& from = recent[size_t(random.below(int(recent.size())))];
        game = from[size_t(random.below(int(from.size())))];
      }
      learn(mixed, rate);
    }
  }

  double learn(const std::vector<PlayedGame>& played, double rate) {
    std::fill(touched.begin(), touched.end(), u8{0});
    double squares = 0;
    size_t count = 0;
    for (const PlayedGame& game : played)
      for (const Sample& sample : game.samples) {
        const double error = network.add_gradient(sample, gradient);
        squares += error * error;
        ++count;
        for (u16 row : sample.seen.row) touched[row] = 1;
      }
    for (size_t row = 0; row < marked_rows; ++row)
      if (touched[row]) {
        Network::spread(u16(row), gradient);
        for (u16 part : parts_of_rows()[row]) touched[part] = 1;
      }
    const float scale = 1.0f / float(count);
    for (size_t row = 0; row + 1 < steps.size(); ++row)
      if (touched[row]) adam(row * wide, (row + 1) * wide, steps[row], float(rate * row_rate), scale);
    adam(layout().bias, layout().end, steps.back(), float(rate), scale);
    network.sum_rows();
    for (size_t row = 0; row < touched.size(); ++row) changed[row] |= touched[row];
    ++step;
    constexpr u64 every = 8;
    if (step % every == 0) {
      const float part = float(1 - std::pow(0.999, every));
      for (size_t n = 0; n < layout().end; ++n)
        mean.parameters[n] += part * (network.parameters[n] - mean.parameters[n]);
    }
    return std::sqrt(squares / double(count)) * unit;
  }
};

// ---- Checkpoints

constexpr u64 checkpoint_mark = 0x32726576656c4356;

// The lengths of lists are visited before the lists, so that they have their length when they are read.
template <class Each>
void each_part(Learner& learner, Each&& each) {
  const auto list = [&](auto& items) {
    u64 length = items.size();
    each(&length, sizeof(length));
    if (length > u64{1} << 24) length = 0;  // no list of ours: the end of the file will not fit
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

bool write_checkpoint(Learner& learner, const std::string& path) {
  const std::string unfinished = path + ".part";
  {
    std::ofstream file(unfinished, std::ios::binary);
    u64 mark = checkpoint_mark;
    const auto write = [&](void* data, size_t bytes) {
      file.write(static_cast<const char*>(data), std::streamsize(bytes));
    };
    write(&mark, sizeof(mark));
    each_part(learner, write);
    if (!file.flush()) return false;
  }
  return std::rename(unfinished.c_str(), path.c_str()) == 0;
}

bool read_checkpoint(Learner& learner, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const size_t parameters = layout().end, rows_and_rest = learner.steps.size();
  u64 mark = 0;
  const auto read = [&](void* data, size_t bytes) { file.read(static_cast<char*>(data), std::streamsize(bytes)); };
  read(&mark, sizeof(mark));
  if (mark != checkpoint_mark) return false;
  each_part(learner, read);
  for (const auto* floats : {&learner.network.parameters, &learner.mean.parameters, &learner.moment, &learner.square})
    if (floats->size() != parameters) return false;
  if (!file || learner.steps.size() != rows_and_rest || file.peek() != std::ifstream::traits_type::eof()) return false;
  learner.network.sum_rows();
  return true;
}

struct Rate {
  int rolls;
  double rate, lambda;
};

// Where in the schedule a number of games stands.
Rate rate_at(const std::vector<Stage>& schedule, u64 games) {
  for (const Stage& stage : schedule) {
    if (games < stage.games) {
      const double part = double(games) / double(stage.games);
      return {stage.rolls, stage.rate_from * std::pow(stage.rate_to / stage.rate_from, part),
              stage.lambda_from + part * (stage.lambda_to - stage.lambda_from)};
    }
    games -= stage.games;
  }
  return {0, 0, 0};
}

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
    if (!in || !divided || in.peek() != EOF || (stage.rolls != 1 && stage.rolls != 6) || stage.games == 0 ||
        stage.rate_from <= 0 || stage.rate_to <= 0)
      return Error{Code::bad_option,
                   "a stage is rolls:games:rate:rate:lambda:lambda with 1 or 6 rolls, not '" + one + "'"};
    schedule.push_back(stage);
  }
  if (schedule.empty()) return Error{Code::bad_option, "the schedule has no stage"};
  return schedule;
}

Result<Trained> train(const Training& training, const std::function<void(const Progress&)>& report,
                      const std::atomic<bool>& stop) {
  Learner learner(training.seed);
  if (std::ifstream(training.checkpoint) && !read_checkpoint(learner, training.checkpoint))
    return Error{Code::bad_option, "the checkpoint " + training.checkpoint + " is damaged or of another version"};
  u64 total = 0;
  for (const Stage& stage : training.schedule) total += stage.games;
  total = std::min(total, training.until);

  const Setup setup{1, training.options};
  std::vector<PlayedGame> played(games_a_step);
  Weights weights;
  std::vector<Values> values(size_t(training.threads), Values(weights));
  bool done = false;
  Rate now{};
  std::barrier<> barrier(training.threads);
  const auto play_share = [&](size_t thread) {  // between two meetings of all threads; false when all is done
    barrier.arrive_and_wait();
    if (done) return false;
    values[thread].forget();
    for (size_t n = thread; n < played.size(); n += size_t(training.threads))
      played[n] = play(setup, mix(key_of(training.seed) + learner.games + n), now.rolls, now.lambda, values[thread]);
    barrier.arrive_and_wait();
    return true;
  };
  std::vector<std::thread> threads;
  for (size_t thread = 1; thread < size_t(training.threads); ++thread)
    threads.emplace_back([&, thread] {
      while (play_share(thread)) {
      }
    });

  const auto begin = std::chrono::steady_clock::now();
  double sums[4] = {}, loss = 0;
  u64 counted = 0, steps = 0;
  constexpr u64 report_every = 20000;
  bool written = true;
  while (learner.games < total && !stop) {
    now = rate_at(training.schedule, learner.games);
    learner.network.quantise(weights, learner.changed);
    std::fill(learner.changed.begin(), learner.changed.end(), u8{0});
    play_share(0);
    loss += learner.learn(played, now.rate);
    learner.learn_again(played, now.rate, training.repeats);
    ++steps;
    for (const PlayedGame& game : played) {
      sums[0] += game.score, sums[1] += game.score * game.score;
      sums[2] += game.adjusted, sums[3] += game.adjusted * game.adjusted;
      ++counted;
    }
    learner.games += games_a_step;
    if (learner.games % report_every < games_a_step) {
      const double n = double(counted);
      const auto error = [&](double sum, double square) { return std::sqrt((square / n - sum / n * sum / n) / n); };
      report({learner.games, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
              sums[0] / n, error(sums[0], sums[1]), sums[2] / n, error(sums[2], sums[3]), loss / double(steps)});
      std::fill(sums, sums + 4, 0.0);
      loss = 0;
      counted = steps = 0;
      written = write_checkpoint(learner, training.checkpoint) && written;
    }
  }
  done = true;
  play_share(0);
  for (std::thread& thread : threads) thread.join();
  if (!(write_checkpoint(learner, training.checkpoint) && written))
    return Error{Code::bad_option, "the checkpoint " + training.checkpoint + " can not be written"};
  learner.mean.sum_rows();
  std::vector<u8> seen(rows);
  for (size_t row = 0; row < rows; ++row) seen[row] = row < marked_rows || learner.steps[row] > 0;
  return Trained{learner.mean, seen, learner.games};
}

}  // namespace volpe::clever
