// Clever's strong players: the shipped model, the levels and what they may lose, the expert's advice.
#include "arena/tournament.h"
#include "games/options.h"
#include "games/play_events.h"
#include "platform/shipped_models.h"
#include "players/clever/level_player.h"
#include "players/clever/models.h"
#include "players/clever/solo_search.h"

namespace volpe::clever {
namespace {

std::shared_ptr<const Weights> shipped(NetworkKind kind) {
  const auto network = shipped_models().clever_models.network(kind);
  EXPECT_TRUE(network) << (network ? "" : network.error().message);
  return *network;
}

Outcome compete(const std::vector<std::string>& players, int seats, u64 duplicates) {
  Tournament tournament;
  tournament.setup = {seats, {}};
  tournament.players = players;
  tournament.duplicates = duplicates;
  tournament.seed = 11;
  std::atomic<u64> done{0};
  const std::atomic<bool> stop{false};
  return play_tournament<Clever>(shipped_models(), tournament, done, stop);
}

// Nobody takes a path that is valued far too low, so nobody would ever find out but for the mean over rolls after it.
TEST(CleverValues, OfPathsThatAreNotTakenAreNotFarOff) {
  for (NetworkKind kind : {solo_allowed, solo_forbidden}) {
    const std::shared_ptr<const Weights> network = shipped(kind);
    SoloSearch search(network);
    EvalCache values(*network);
    Options options{};
    if (kind == solo_forbidden) options = *choose<Clever>(options, "solo_passive_extra", "forbidden");
    size_t paths = 0, far_off = 0;
    for (u64 game = 0; game < 8; ++game)
      play_game<Clever>(
          {1, options}, SeededDice(game),
          [&](const State& state, int) {
            constexpr int blocks = 10;
            const std::vector<double> means = search.values(state, blocks);
            constexpr double far = 12;
            size_t n = 0;
            for (int decision : Members{state.legal}) {
              const double one_step = best_path_with(Decision(decision), state, values).value;
              far_off += means[n++] > one_step + far ? 1 : 0;
              ++paths;
            }
            return best_path(state, values).first;
          },
          [](const State&, const Event<Clever>&) {});
    EXPECT_LT(double(far_off), 0.02 * double(paths)) << int(kind);
  }
}

TEST(CleverLevels, NoDecisionLosesMoreThanItsLevelAllows) {
  for (int seats : {1, 3})
    for (int level = 1; level <= weak_levels; ++level) {
      const std::shared_ptr<const Weights> network = shipped(seats == 1 ? solo_allowed : at_table);
      const LevelPlayer player(network, level);
      TableSearch search(network);
      const double bound = (seats == 1 ? solo_levels : table_levels)[level - 1].bound;
      double worst = 0;
      Random random{u64(level)};
      for (int game = 0; game < 4; ++game)
        play_game<Clever>(
            {seats, {}}, SeededDice(u64(game)), [&](const State& state, int) { return player.choose(state, random); },
            [&](const State& state, const Event<Clever>& event) {
              const Decision* decision = std::get_if<Decision>(&event);
              if (decision == nullptr) return;
              const std::vector<double> totals = search.totals(state);
              const double taken = totals[size_t(size(state.legal & (bit(*decision) - 1)))];
              worst = std::max(worst, *std::max_element(totals.begin(), totals.end()) - taken);
            });
      EXPECT_LE(worst, bound) << level;
      EXPECT_GT(worst, 0) << level;  // they do err
    }
}

TEST(CleverLevels, EachBeatsTheOneBelow) {
  for (int level = 1; level < highest_level; ++level) {
    const std::string lower = "level" + std::to_string(level), upper = "level" + std::to_string(level + 1);
    if (level < weak_levels) {
      const Outcome alone = compete({upper, lower}, 1, 200);
      EXPECT_GT(alone.standings.mean(0), alone.standings.mean(1)) << upper << " alone";
    }
    const Outcome two = compete({upper, lower}, 2, 100);
    EXPECT_GT(two.standings.wins(0), two.standings.wins(1)) << upper << " against " << lower;
  }
}

TEST(CleverExpert, BeatsGreedy) {
  const Outcome two = compete({"expert", "greedy"}, 2, 30);
  EXPECT_GT(two.standings.wins(0), 3 * two.standings.wins(1));
  EXPECT_GT(compete({"race", "greedy"}, 1, 50).standings.mean(0), 230);
}

TEST(CleverExpert, TheSameStateGetsTheSameAnswer) {
  const volpe::Setup setup{1, {}};
  const auto player = make_player<Clever>(shipped_models(), "expert", setup),
             other = make_player<Clever>(shipped_models(), "expert", setup);
  const auto evaluator = make_evaluator<Clever>(shipped_models(), "expert", setup, false);
  ASSERT_TRUE(player && other && evaluator);
  Random random(1);
  State state = start(setup);
  for (int n = 0; n < 12; ++n) {
    if (state.legal == 0) roll_dice(state, thrown(u32(random.below(int(throws)))));
    const Decision decision = (*player)->choose(state, random);
    ASSERT_TRUE(has(state.legal, decision));
    EXPECT_EQ((*other)->choose(state, random), decision);
    EXPECT_EQ((*evaluator)->values(state), (*evaluator)->values(state));
    EXPECT_EQ((*evaluator)->values(state).size(), size_t(size(state.legal)));
    decide(state, decision);
  }
}

TEST(CleverEvaluator, KnowsTheEnd) {
  const GreedyPlayer<Clever> greedy;
  Random random(4);
  for (int seats : {1, 2}) {
    const auto evaluator = make_evaluator<Clever>(shipped_models(), "expert", {seats, {}}, false);
    ASSERT_TRUE(evaluator);
    const State end = play_game<Clever>(
        {seats, {}}, SeededDice(5), [&](const State& state, int) { return greedy.choose(state, random); },
        [](const State&, const auto&) {});
    EXPECT_EQ((*evaluator)->value(end), ending_value(ending(end), seats, false));
  }
}

}  // namespace
}  // namespace volpe::clever
