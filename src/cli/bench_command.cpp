// volpe bench: prints the signature of this build and its speed on this machine.
#include <fmt/format.h>

#include <boost/json/serialize.hpp>

#include "arena/signature.h"
#include "arena/simulate.h"
#include "cli/commands.h"
#include "platform/shipped_models.h"

namespace volpe {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Games and decisions per second, measured with the simulation of volpe simulate.
template <class G>
std::pair<double, double> speed(int seats, const char* player, int threads, u64 games) {
  Simulation simulation;
  simulation.setup = {seats, {}};
  simulation.players.assign(size_t(seats), player);
  simulation.games = games;
  simulation.threads = threads;
  std::atomic<u64> started{0};
  const std::atomic<bool> never{false};
  const auto begin = Clock::now();
  const Results results = simulate<G>(shipped_models(), simulation, {}, started, never);
  const double seconds = seconds_since(begin);
  return {double(results.games) / seconds, double(results.decisions) / seconds};
}

// States of random solo games, each with the event that came next.
struct Moment {
  clever::State state;
  Event<Clever> event;
};
std::vector<Moment> moments(bool decisions) {
  std::vector<Moment> list;
  for (u64 game = 0; game < 100; ++game) {
    Random random(game);
    const RandomPlayer<Clever> player;
    play_game<Clever>(
        {1, {}}, SeededDice(game), [&](const auto& state, int) { return player.choose(state, random); },
        [&](const auto& state, const auto& event) {
          if (decisions == (state.legal != 0)) list.push_back({state, event});
        });
  }
  return list;
}

// Nanoseconds of `work` per moment, including the copy of the state; the best of a few rounds.
template <class Work>
double nanoseconds(const std::vector<Moment>& list, Work work) {
  double best = 1e9;
  u64 sum = 0;
  for (int round = 0; round < 20; ++round) {
    const auto begin = Clock::now();
    for (int n = 0; n < 20; ++n)
      for (const Moment& moment : list) sum += work(moment);
    best = std::min(best, seconds_since(begin) * 1e9 / (20.0 * double(list.size())));
  }
  [[maybe_unused]] static volatile u64 sink;
  sink = sum;
  return best;
}

double replay_microseconds() {
  Play<Clever> play({1, {}}, {{}, "", "seeded 1", {}});
  Random random(1);
  const RandomPlayer<Clever> player;
  play_game<Clever>(
      {1, {}}, SeededDice(1), [&](const auto& state, int) { return player.choose(state, random); },
      [&](const auto&, const auto& event) { play.add(event); });
  const std::string record = write_record(play);
  double best = 1e9;
  for (int round = 0; round < 20; ++round) {
    const auto begin = Clock::now();
    for (int n = 0; n < 50; ++n)
      if (!read_record(record)) throw Failure{1, "the record of the benchmark is broken"};
    best = std::min(best, seconds_since(begin) * 1e6 / 50);
  }
  return best;
}

void run(bool json) {
  JsonObject result{{"signature", fmt::format("{:016x}", signature())}};
  const auto measure = [&](const char* key, double value) {
    result[key] = value;
    if (!json) fmt::print("{:<44} {:>14.{}f}\n", key, value, value < 1000 ? 2 : 0);
  };
  if (!json) fmt::print("signature {}\n", std::string_view(result["signature"].as_string()));
  speed<Clever>(1, "random", 1, 100000);  // warm up
  const auto clever_one = speed<Clever>(1, "random", 1, 1000000), clever_two = speed<Clever>(1, "random", 2, 2000000);
  measure("clever_random_solo_games_per_second", clever_one.first);
  measure("clever_random_solo_decisions_per_second", clever_one.second);
  measure("clever_two_threads_ratio", clever_two.first / clever_one.first);
  measure("clever_random_four_seats_games_per_second", speed<Clever>(4, "random", 1, 200000).first);
  measure("clever_greedy_solo_games_per_second", speed<Clever>(1, "greedy", 1, 20000).first);
  const auto genial_one = speed<Genial>(2, "random", 1, 100000), genial_two = speed<Genial>(2, "random", 2, 200000);
  measure("genial_random_two_seats_games_per_second", genial_one.first);
  measure("genial_random_two_seats_decisions_per_second", genial_one.second);
  measure("genial_two_threads_ratio", genial_two.first / genial_one.first);
  measure("genial_greedy_two_seats_games_per_second", speed<Genial>(2, "greedy", 1, 1000).first);
  const auto decisions = moments(true), rolls = moments(false);
  const auto copy = [](const Moment& moment) {
    clever::State state = moment.state;
    return state.legal + state.values;
  };
  const double copying = nanoseconds(decisions, copy);
  measure("clever_ns_per_state_copy", copying);
  measure("clever_ns_per_legal_and_choice", nanoseconds(decisions, [](const Moment& moment) {
            const Mask legal = Clever::legal(moment.state);
            return u64(nth(legal, size(legal) / 2));
          }));
  measure("clever_ns_per_apply_with_copy", nanoseconds(decisions, [](const Moment& moment) {
            clever::State state = moment.state;
            Clever::apply(state, std::get<Decision>(moment.event));
            return state.legal;
          }));
  measure("clever_ns_per_roll_with_copy", nanoseconds(rolls, [](const Moment& moment) {
            clever::State state = moment.state;
            Clever::roll(state, std::get<clever::Roll>(moment.event));
            return state.legal;
          }));
  measure("clever_replay_of_a_record_microseconds", replay_microseconds());
  if (json) fmt::print("{}\n", boost::json::serialize(result));
}

}  // namespace

void add_bench(Program& program) {
  Command command = program.command("bench", "Print the signature of this build and its speed");
  auto json = std::make_shared<bool>(false);
  auto only = std::make_shared<bool>(false);
  command.takes("--json", *json, "Print one JSON object");
  command.takes("--signature", *only, "Print only the signature");
  command.footer(
      "Examples:\n  volpe bench\n  volpe bench --signature\nThe signature is the same on every machine; speeds are in "
      "docs/performance.md.");
  command.runs([json, only] {
    if (*only)
      fmt::print("{:016x}\n", signature());
    else
      run(*json);
  });
}

}  // namespace volpe
