// Training: games, steps of learning, reports and checkpoints until the schedule is done.
#include "training/clever/trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include "platform/huge_pages.h"
#include "training/clever/checkpoint.h"

namespace volpe::clever {
namespace {

CheckpointHead head_of(const Training& training) {
  CheckpointHead head{checkpoint_mark, training.seed, 0, training.table};
  static_assert(sizeof(training.options) <= sizeof(head.options));
  std::memcpy(&head.options, &training.options, sizeof(training.options));
  return head;
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

Result<Trained> train(const Training& training, const std::string& checkpoint, const TrainingHooks& hooks,
                      const std::atomic<bool>& stop) {
  const CheckpointHead head = head_of(training);
  Learner learner(training.from ? Network(*training.from) : Network(training.seed));
  if (!checkpoint.empty())
    if (const std::string wrong = read_checkpoint(checkpoint, head, learner); !wrong.empty())
      return Error{Code::bad_option, "the checkpoint " + wrong};
  u64 total = 0;
  for (const Stage& stage : training.schedule) total += stage.games;
  total = std::min(total, training.until);

  Weights weights(huge_pages());
  std::vector<EvalCache> values(size_t(training.threads), EvalCache(weights));
  ParallelFor parallel_for(training.threads);
  const auto begin = std::chrono::steady_clock::now();
  Tally tally;
  while (learner.games < total && !stop) {
    const StageNow now = stage_at(training.schedule, learner.games);
    const SelfPlay how{now.rolls, now.lambda, {training.rewarded, now.shaping}};
    learner.quantise(weights, parallel_for);
    for (EvalCache& of_thread : values) of_thread.forget();
    std::vector<PlayedGame> played(games_a_step);
    parallel_for(played.size(), [&](size_t n, size_t thread) {
      const u64 number = learner.games + n, seed = mix(key_of(training.seed) + number);
      played[n] = training.table ? play_table(how, {2 + int(number % 3), training.options}, seed, values[thread])
                                 : play_solo(how, {1, training.options}, seed, values[thread]);
    });
    std::vector<const PlayedGame*> all;
    for (const PlayedGame& game : played) all.push_back(&game);
    tally.loss += learner.learn(all, now.rate, parallel_for);
    for (const PlayedGame& game : played) tally.add(game);
    learner.learn_again(std::move(played), now.rate, training.repeats, parallel_for);
    learner.games += games_a_step;
    constexpr u64 report_every = 20000;
    if (learner.games % report_every < games_a_step) {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
      hooks.report(tally.progress(learner.games, passed.count()));
      tally = {};
      hooks.save(write_checkpoint(learner, head));
    }
  }
  hooks.save(write_checkpoint(learner, head));
  Trained trained;
  for (int row = 0; row < rows; ++row) learner.mean.quantise_row(row, trained.weights);
  learner.mean.quantise_rest(trained.weights);
  trained.parameters = std::move(learner.mean.parameters);
  return trained;
}

}  // namespace volpe::clever
