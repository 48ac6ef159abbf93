// Simulations: the same games on any number of threads, honest statistics, and no allocation in the inner loop.
#include "arena/simulate.h"

#include <cstdlib>
#include <new>

#include "arena/signature.h"
#include "games/play_events.h"
#include "platform/shipped_models.h"

namespace {
std::atomic<long> allocations{0};
}

// Counts every allocation of this test program. (Noinline: g++ 12 else warns of free() after its own new.)
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  std::abort();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace volpe {
namespace {

template <class G>
Results run(const Simulation& simulation) {
  std::atomic<u64> started{0};
  const std::atomic<bool> never{false};
  return simulate<G>(shipped_models(), simulation, {}, started, never);
}

TEST(Simulate, TheSameGamesOnAnyNumberOfThreads) {
  for_each_game([](auto game) {
    using G = decltype(game);
    Simulation simulation;
    simulation.setup = {2, {}};
    simulation.players = {"random", "greedy"};
    simulation.games = 300;
    const Results one = run<G>(simulation);
    for (int threads : {2, 3, 7}) {
      simulation.threads = threads;
      const Results more = run<G>(simulation);
      EXPECT_EQ(more.games, one.games);
      EXPECT_EQ(more.decisions, one.decisions);
      for (size_t seat = 0; seat < 2; ++seat) {
        EXPECT_EQ(more.seats[seat].totals, one.seats[seat].totals);
        EXPECT_EQ(more.seats[seat].win_twelfths, one.seats[seat].win_twelfths);
      }
    }
  });
}

TEST(Simulate, AnotherSeedGivesOtherGames) {
  Simulation simulation;
  simulation.setup = {1, {}};
  simulation.players = {"random"};
  simulation.games = 100;
  const Results first = run<Clever>(simulation);
  simulation.seed = 2;
  EXPECT_NE(run<Clever>(simulation).seats[0].totals, first.seats[0].totals);
}

TEST(Simulate, EveryWinIsCountedOnce) {
  for (int seats = 2; seats <= 4; ++seats) {
    Simulation simulation;
    simulation.setup = {seats, {}};
    simulation.players.assign(size_t(seats), "random");
    simulation.games = 500;
    u64 twelfths = 0;
    for (const SeatResults& seat : run<Clever>(simulation).seats) twelfths += seat.win_twelfths;
    EXPECT_EQ(twelfths, 500u * 12);
  }
}

TEST(Simulate, InAMatchEverybodyStartsOnce) {
  Simulation simulation;
  simulation.setup = {3, {}};
  simulation.players = {"greedy", "random", "random"};
  simulation.games = 30;
  simulation.match = true;
  const Results results = run<Genial>(simulation);
  EXPECT_EQ(results.games, 30u);
  EXPECT_EQ(statistics(results.seats[0]).max, 21);  // three wins of seven
  EXPECT_GT(statistics(results.seats[0]).wins, 25);
}

TEST(Statistics, OfAKnownSample) {
  SeatResults results;
  for (int total : {1, 2, 3, 4, 100}) results.add(total, total == 100, 2);
  const Statistics s = statistics(results);
  EXPECT_DOUBLE_EQ(s.mean, 22);
  EXPECT_NEAR(s.sd, 43.6176, 1e-4);
  EXPECT_NEAR(s.se, 43.6176 / std::sqrt(5), 1e-4);
  EXPECT_EQ(s.min, 1);
  EXPECT_EQ(s.p5, 1);
  EXPECT_EQ(s.median, 3);
  EXPECT_EQ(s.p95, 100);
  EXPECT_EQ(s.max, 100);
  EXPECT_DOUBLE_EQ(s.wins, 0.5);
}

TEST(Allocation, TheInnerLoopMakesNone) {
  for_each_game([](auto game) {
    using G = decltype(game);
    const std::unique_ptr<Player<G>> greedy = std::make_unique<GreedyPlayer<G>>();
    const std::unique_ptr<Player<G>> random_player = std::make_unique<RandomPlayer<G>>();
    const auto some_games = [&] {
      u64 sum = 0;
      for (int seats = G::min_seats; seats <= G::max_seats; ++seats)
        for (u64 seed = 0; seed < 20; ++seed) {
          Random random(seed);
          const auto end = play_game<G>(
              {seats, {}}, SeededDice(seed),
              [&](const auto& state, int seat) { return (seat == 0 ? greedy : random_player)->choose(state, random); },
              [](const auto&, const auto&) {});
          sum += u64(G::ending(end).totals[0]);
        }
      return sum;
    };
    some_games();  // builds the tables that are built once
    const long before = allocations;
    some_games();
    EXPECT_EQ(allocations, before) << G::name;
  });
  const long before = allocations;
  const std::vector<int> one(static_cast<size_t>(before % 2 + 1));
  EXPECT_EQ(allocations, before + 1) << one.size();  // the count counts
}

TEST(Players, GreedyBeatsRandom) {
  for_each_game([](auto game) {
    using G = decltype(game);
    Simulation simulation;
    simulation.setup = {2, {}};
    simulation.players = {"random", "greedy"};
    simulation.games = 200;
    EXPECT_GT(statistics(run<G>(simulation).seats[1]).wins, 190) << G::name;
  });
}

TEST(Players, UnknownNamesAreNone) {
  EXPECT_FALSE(make_player<Clever>(shipped_models(), "Greedy", {1, {}}));
  EXPECT_FALSE(make_player<Clever>(shipped_models(), "", {1, {}}));
}

// A change of the rules, the dice or a player changes the signature: update tests/golden/signature.txt deliberately
// (tests/golden/regenerate).
TEST(Signature, IsTheOneOnFile) {
  FILE* file = std::fopen(GOLDEN "/signature.txt", "r");
  ASSERT_NE(file, nullptr);
  unsigned long long expected = 0;
  ASSERT_EQ(std::fscanf(file, "%llx", &expected), 1);
  std::fclose(file);
  EXPECT_EQ(signature(), expected);
}

}  // namespace
}  // namespace volpe
