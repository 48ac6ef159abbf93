// Speed of the engine: whole random games, single steps, records. Run: build/test/bench/engine_bench
#include <benchmark/benchmark.h>

#include "arena/simulate.h"
#include "platform/shipped_models.h"

namespace volpe {
namespace {

// Whole games through the simulation that everybody uses.
template <class G>
void random_games(benchmark::State& bench) {
  Simulation simulation;
  simulation.setup = {static_cast<int>(bench.range(0)), {}};
  simulation.players.assign(size_t(bench.range(0)), "random");
  simulation.threads = static_cast<int>(bench.range(1));
  simulation.games = 50000 * u64(simulation.threads);
  u64 games = 0, decisions = 0;
  for (auto _ : bench) {
    std::atomic<u64> started{0};
    const std::atomic<bool> never{false};
    const Results results = simulate<G>(shipped_models(), simulation, {}, started, never);
    games += results.games;
    decisions += results.decisions;
    ++simulation.seed;
  }
  bench.counters["games"] = benchmark::Counter(double(games), benchmark::Counter::kIsRate);
  bench.counters["decisions"] = benchmark::Counter(double(decisions), benchmark::Counter::kIsRate);
}
BENCHMARK_TEMPLATE(random_games, Clever)
    ->ArgNames({"seats", "threads"})
    ->Args({1, 1})
    ->Args({1, 2})
    ->Args({4, 1})
    ->UseRealTime();
BENCHMARK_TEMPLATE(random_games, Genial)
    ->ArgNames({"seats", "threads"})
    ->Args({2, 1})
    ->Args({2, 2})
    ->Args({4, 1})
    ->UseRealTime();

// States of random games, each with the event that came next.
template <class G>
struct Moment {
  typename G::State state;
  Event<G> event;
};
template <class G>
std::vector<Moment<G>> moments(bool decisions) {
  std::vector<Moment<G>> list;
  for (u64 game = 0; list.size() < 2000; ++game) {
    Random random(game);
    play_game<G>(
        {G::min_seats, {}}, SeededDice(game),
        [&](const auto& state, int) { return RandomPlayer<G>().choose(state, random); },
        [&](const auto& state, const auto& event) {
          if (decisions == (G::legal(state) != 0)) list.push_back({state, event});
        });
  }
  list.resize(2000);
  return list;
}

template <class G>
void copy_state(benchmark::State& bench) {
  const auto list = moments<G>(true);
  for (auto _ : bench)
    for (const auto& moment : list) {
      typename G::State state = moment.state;
      benchmark::DoNotOptimize(state);
    }
  bench.SetItemsProcessed(int64_t(bench.iterations() * list.size()));
}
BENCHMARK_TEMPLATE(copy_state, Clever);
BENCHMARK_TEMPLATE(copy_state, Genial);

template <class G>
void legal_and_choice(benchmark::State& bench) {
  const auto list = moments<G>(true);
  for (auto _ : bench)
    for (const auto& moment : list) {
      const Mask legal = G::legal(moment.state);
      benchmark::DoNotOptimize(nth(legal, size(legal) / 2));
    }
  bench.SetItemsProcessed(int64_t(bench.iterations() * list.size()));
}
BENCHMARK_TEMPLATE(legal_and_choice, Clever);
BENCHMARK_TEMPLATE(legal_and_choice, Genial);

// A copy and an event on it; take copy_state off for the event alone.
template <class G>
void copy_and_step(benchmark::State& bench) {
  const auto list = moments<G>(bench.range(0) == 1);
  for (auto _ : bench)
    for (const auto& moment : list) {
      typename G::State state = moment.state;
      apply<G>(state, moment.event);
      benchmark::DoNotOptimize(state);
    }
  bench.SetItemsProcessed(int64_t(bench.iterations() * list.size()));
}
BENCHMARK_TEMPLATE(copy_and_step, Clever)->ArgName("decision")->Arg(0)->Arg(1);
BENCHMARK_TEMPLATE(copy_and_step, Genial)->ArgName("decision")->Arg(0)->Arg(1);

template <class G>
void replay_record(benchmark::State& bench) {
  Play<G> play({G::min_seats, {}}, {{}, "", "seeded 1", {}});
  Random random(1);
  play_game<G>(
      {G::min_seats, {}}, SeededDice(1),
      [&](const auto& state, int) { return RandomPlayer<G>().choose(state, random); },
      [&](const auto&, const auto& event) { play.add(event); });
  const std::string record = write_record(play);
  for (auto _ : bench) benchmark::DoNotOptimize(read_record(record));
  bench.SetItemsProcessed(int64_t(bench.iterations() * play.events().size()));
}
BENCHMARK_TEMPLATE(replay_record, Clever);
BENCHMARK_TEMPLATE(replay_record, Genial);

template <class G>
void position_as_json(benchmark::State& bench) {
  const auto list = moments<G>(true);
  for (auto _ : bench)
    for (const auto& moment : list) benchmark::DoNotOptimize(G::position(moment.state, 0));
  bench.SetItemsProcessed(int64_t(bench.iterations() * list.size()));
}
BENCHMARK_TEMPLATE(position_as_json, Clever);
BENCHMARK_TEMPLATE(position_as_json, Genial);

template <class G>
void position_with_effects(benchmark::State& bench) {
  const auto list = moments<G>(true);
  for (auto _ : bench)
    for (const auto& moment : list) {
      JsonObject position = G::position(moment.state, 0);
      position["effects"] = G::effects(moment.state);
      benchmark::DoNotOptimize(position);
    }
  bench.SetItemsProcessed(int64_t(bench.iterations() * list.size()));
}
BENCHMARK_TEMPLATE(position_with_effects, Clever);
BENCHMARK_TEMPLATE(position_with_effects, Genial);

}  // namespace
}  // namespace volpe
