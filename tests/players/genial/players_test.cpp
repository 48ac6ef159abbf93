// The players of Genial: the evaluator is consistent, the expert beats racers, levels are ordered and bounded, models
// checked.
#include <cmath>
#include <filesystem>

#include "arena/simulate.h"
#include "games/play_events.h"
#include "platform/shipped_models.h"
#include "players/genial/compact.h"
#include "players/genial/expert.h"
#include "players/genial/level_player.h"
#include "players/genial/multi_seat_value.h"
#include "players/genial/race_player.h"
#include "players/roster.h"

namespace volpe {
namespace {

using namespace genial;

// Plays some games with greedy players and shows every state to `visit`.
template <class Visit>
void for_positions(int seats, int games, Options options, Visit&& visit) {
  const GreedyPlayer<Genial> greedy;
  for (int game = 0; game < games; ++game) {
    Random random{u64(game)};
    play_game<Genial>(
        {seats, options}, SeededDice(u64(game)), [&](const State& state, int) { return greedy.choose(state, random); },
        [&](const State& state, const auto&) { visit(state); });
  }
}

const genial::Models& models() { return shipped_models().genial_models; }

std::unique_ptr<Player<Genial>> made(std::string_view name, int seats) {
  auto player = make_player<Genial>(shipped_models(), name, {seats, {}});
  EXPECT_TRUE(bool(player)) << player.error().message;
  return std::move(*player);
}

ExpertEvaluator expert_evaluator(int seats, const Options& options = {}, bool match = false) {
  auto needed = expert_models(models(), {seats, options});
  EXPECT_TRUE(bool(needed)) << needed.error().message;
  return {std::move(*needed), match};
}

// The share of wins of one player among others, on the same dice in every seat.
double share(const Player<Genial>& one, const Player<Genial>& others, int seats, int deals) {
  int wins = 0;
  for (int deal = 0; deal < deals; ++deal)
    for (int seat = 0; seat < seats; ++seat) {
      Random random(game_seed(3, u64(deal)));
      const State end = play_game<Genial>(
          {seats, {}}, SeededDice(game_seed(3, u64(deal))),
          [&](const State& state, int mover) { return (mover == seat ? one : others).choose(state, random); },
          [](const State&, const auto&) {});
      wins += has(Genial::ending(end).winners, seat) ? 1 : 0;
    }
  return double(wins) / (deals * seats);
}

TEST(GenialEvaluator, SharesOutOneGame) {
  for (int seats = 2; seats <= 4; ++seats)
    for (const Options& options : {Options{0, 0, 0}, Options{1, 1, 1}}) {
      const ExpertEvaluator evaluator = expert_evaluator(seats, options);
      for_positions(seats, 1, options, [&](const State& state) {
        double sum = 0;
        for (double seat : evaluator.value(state)) sum += seat;
        EXPECT_NEAR(sum, 1, 1e-3);
      });
    }
}

TEST(GenialEvaluator, InAMatchCountsPoints) {
  for (int seats = 2; seats <= 4; ++seats) {
    const ExpertEvaluator evaluator = expert_evaluator(seats, {}, true);
    for_positions(seats, 1, {}, [&](const State& state) {
      double sum = 0;
      for (double seat : evaluator.value(state)) sum += seat;
      EXPECT_GT(sum, 6.9);
      EXPECT_LT(sum, 7.001 + 6 * (seats - 1));
    });
  }
}

TEST(GenialEvaluator, APositionIsWorthItsBestDecision) {
  for (int seats = 2; seats <= 4; ++seats) {
    const ExpertEvaluator evaluator = expert_evaluator(seats);
    for_positions(seats, 1, {}, [&](const State& state) {
      if (state.legal == 0) return;
      const std::vector<double> values = evaluator.values(state);
      EXPECT_EQ(values.size(), size_t(size(state.legal)));
      EXPECT_DOUBLE_EQ(*std::max_element(values.begin(), values.end()), evaluator.value(state)[state.turn]);
    });
  }
}

TEST(GenialEvaluator, DoesNotCareForTheNamesOfColours) {
  for (int seats = 2; seats <= 4; ++seats) {
    const ExpertEvaluator evaluator = expert_evaluator(seats);
    for_positions(seats, 1, {}, [&](const State& state) {
      if (state.phase != Phase::roll) return;
      State other = state;
      for (int seat = 0; seat < seats; ++seat) {
        other.rows[seat] = renamed(state.rows[seat], 433);
        other.dice[seat] = renamed(state.dice[seat], 433);
      }
      for (int seat = 0; seat < seats; ++seat)
        EXPECT_NEAR(evaluator.value(state)[size_t(seat)], evaluator.value(other)[size_t(seat)], 1e-5);
    });
  }
}

TEST(GenialEvaluator, MoreCrossesAreNeverWorse) {
  const ExpertEvaluator evaluator = expert_evaluator(3);
  for_positions(3, 2, {}, [&](const State& state) {
    if (state.phase != Phase::roll) return;
    for (int symbol = 0; symbol < symbols; ++symbol) {
      State better = state;
      Crosses cross_one{};
      cross_one.jokers[symbol] = 1;
      better.rows[state.turn] = cross(state.rows[state.turn], cross_one, state.boxes);
      if (better.rows[state.turn] == every(state.boxes)) continue;
      EXPECT_GE(evaluator.value(better)[state.turn], evaluator.value(state)[state.turn] - 1e-6);
    }
  });
}

TEST(GenialExpert, WinsMoreThanItsShareAmongRacers) {
  const auto share_of_expert = [](int seats, int deals) {
    return share(*made("expert", seats), *made("race", seats), seats, deals);
  };
  EXPECT_GT(share_of_expert(2, 60), 0.52);
  EXPECT_GT(share_of_expert(3, 150), 0.34);
  EXPECT_GT(share_of_expert(4, 150), 0.25);
}

TEST(GenialLevels, EachBeatsTheOneBelow) {
  for (int seats = 2; seats <= 4; ++seats)
    for (int level = 2; level <= 5; ++level) {
      const auto better = made("level" + std::to_string(level), seats),
                 worse = made("level" + std::to_string(level - 1), seats);
      EXPECT_GT(share(*better, *worse, seats, level == 5 && seats == 2 ? 30 : 60), 1.05 / seats)
          << "level " << level << ", " << seats << " seats";
    }
}

TEST(GenialLevels, NoDecisionLosesMoreThanItsBound) {
  for (int level = 1; level <= 4; ++level) {
    Random random(7);
    for (int seats = 2; seats <= 4; ++seats) {
      const auto player = made("level" + std::to_string(level), seats);
      const auto shared_race = models().race(seats, 7, 4);
      const Race& race = *shared_race;
      for_positions(seats, 5, {}, [&](const State& state) {
        if (state.legal == 0) return;
        const std::vector<double> values = TurnSearch(race, state, RaceValue(race)).values(state);
        const Decision chosen = player->choose(state, random);
        const double value = values[size_t(size(state.legal & (bit(chosen) - 1)))];
        EXPECT_LE(*std::max_element(values.begin(), values.end()) - value, most_lost(seats, level));
      });
    }
  }
}

TEST(GenialModels, AreThereAndSound) {
  const auto compact = models().compact();
  ASSERT_TRUE(bool(compact)) << compact.error().message;
  // The first player's chance with the opening shown, known from the solution.
  EXPECT_NEAR(double((*compact)->mean((*compact)->pairs().find(0, 0).pair, 0, 0)), 0.61441, 0.0006);
}

// What the compact model makes of some positions, to the bit: the same on every machine and build.
TEST(GenialModels, GiveTheSameValuesEverywhere) {
  u64 sum = 0;
  const auto add = [&](const LeafEvaluator& leaf, const Race& race, const State& state) {
    for (double value : TurnSearch(race, state, leaf).values(state)) {
      u64 bits;
      std::memcpy(&bits, &value, 8);
      sum = mix(sum ^ bits);
    }
  };
  for (int seats = 2; seats <= 4; ++seats) {
    const auto shared_race = models().race(seats, 7, 4);
    const Race& race = *shared_race;
    for_positions(seats, 1, {}, [&](const State& state) {
      if (state.legal == 0) return;
      add(MultiSeatValue(race, state, false), race, state);
      add(MultiSeatValue(race, state, true), race, state);
      if (seats == 2) add(CompactValue(**models().compact(), race, state), race, state);
    });
  }
  EXPECT_EQ(sum, 0xb0fed0369491832fu) << "0x" << std::hex << sum;
}

}  // namespace
}  // namespace volpe
