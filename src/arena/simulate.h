// Many games on many threads. A game depends on its seed alone, so the same seed gives the same games on any number of
// threads; results are counts, so adding them up in any order gives the same numbers.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "arena/seated_game.h"
#include "concurrency/parallel_for.h"
#include "players/roster.h"
#include "record/record.h"

namespace volpe {

inline constexpr int highest_total = 1023;  // more than any game or match can score

// What one seat (one person, in matches) achieved over all games.
struct SeatResults {
  std::array<u64, highest_total + 1> totals{};  // how often each total came
  u64 win_twelfths = 0;                         // a win shared by k counts 12 / k

  void add(int total, bool won, int winners) {
    ++totals[static_cast<size_t>(total)];
    if (won) win_twelfths += u64(12 / winners);
  }
  void add(const SeatResults& other) {
    for (size_t n = 0; n < totals.size(); ++n) totals[n] += other.totals[n];
    win_twelfths += other.win_twelfths;
  }
};

struct Statistics {
  double mean = 0, se = 0, sd = 0, wins = 0;
  int min = 0, p5 = 0, median = 0, p95 = 0, max = 0;
};
Statistics statistics(const SeatResults& results);

struct Results {
  u64 games = 0, decisions = 0;  // in matches, `games` counts matches
  std::vector<SeatResults> seats;

  void add(const Results& other) {
    games += other.games;
    decisions += other.decisions;
    for (size_t seat = 0; seat < seats.size(); ++seat) seats[seat].add(other.seats[seat]);
  }
};

struct Simulation {
  Setup setup;
  std::vector<std::string> players;  // one a seat
  u64 games = 1;
  u64 seed = 1;
  int threads = 1;
  bool match = false;
  std::string records;  // a folder for the records; empty: none
};

// One thread's players, and the results of the games they have played.
template <Game G>
class Worker {
 public:
  // `write` gets the number of a game and its record; it is not called if `simulation.records` is empty.
  using Write = std::function<void(u64, const std::string&)>;

  Worker(const ModelSource& models, const Simulation& simulation, Write write)
      : simulation_(simulation), write_(std::move(write)) {
    for (const std::string& name : simulation.players) {
      players_.push_back(std::move(*make_player<G>(models, name, simulation.setup, simulation.match)));
      all_random_ = all_random_ && name == "random";
    }
    results_.seats.resize(simulation.players.size());
  }

  void play(u64 n) {
    const u64 seed = game_seed(simulation_.seed, n);
    const auto play = [&](int game) { return play_one(n, seed, game); };
    finish(play_game_or_match(simulation_.setup.seats, simulation_.match, play));
  }

  const Results& results() const { return results_; }

 private:
  void finish(const Ending& end) {
    ++results_.games;
    for (size_t seat = 0; seat < results_.seats.size(); ++seat)
      results_.seats[seat].add(end.totals[seat], has(end.winners, int(seat)), size(end.winners));
  }

  // Game number `game` of match n, or game n itself.
  Ending play_one(u64 n, u64 seed, int game) {
    if (!simulation_.records.empty()) return G::ending(play_recorded(n, seed, game));
    const auto look_away = [](const auto&, const auto&) {};
    return G::ending(all_random_ ? play_counted<RandomPlayer<G>>(seed, game, look_away)
                                 : play_counted<Player<G>>(seed, game, look_away));
  }

  template <class PlayerType, class See>
  typename G::State play_counted(u64 seed, int game, const See& see) {
    const Setup& setup = simulation_.setup;
    SeatedPlayers<PlayerType> seated;
    for (int seat = 0; seat < setup.seats; ++seat) {
      const int person = person_in_seat(game, seat, setup.seats);
      seated[size_t(seat)] = {static_cast<const PlayerType*>(players_[size_t(person)].get()),
                              Random(player_seed(seed, person))};
    }
    u64 decisions = 0;
    const typename G::State end =
        play_seated<G>(setup, SeededDice(seed, game), seated, [&](const auto& state, const auto& event) {
          decisions += std::is_same_v<decltype(event), const Decision&>;
          see(state, event);
        });
    results_.decisions += decisions;
    return end;
  }

  typename G::State play_recorded(u64 n, u64 seed, int game) {
    const int seats = simulation_.setup.seats;
    Header header;
    header.dice = "seeded " + std::to_string(seed);
    if (simulation_.match)
      header.match = std::to_string(simulation_.seed) + "-" + std::to_string(n + 1) + " " + std::to_string(game + 1) +
                     "/" + std::to_string(seats);
    for (int seat = 0; seat < seats; ++seat)
      header.names.push_back("bot:" + simulation_.players[size_t(person_in_seat(game, seat, seats))]);
    Play<G> play(simulation_.setup, header);
    play_counted<Player<G>>(seed, game, [&](const auto&, const auto& event) { play.add(Event<G>(event)); });
    write_(simulation_.match ? n * u64(seats) + u64(game) : n, write_record(play));
    return play.state();
  }

  const Simulation& simulation_;
  Write write_;
  std::vector<std::unique_ptr<Player<G>>> players_;
  bool all_random_ = true;
  Results results_;
};

// Runs a simulation. `started` counts the games handed out, for whoever shows progress; `stop` ends it early, and the
// results are those of the games finished by then.
template <Game G>
Results simulate(const ModelSource& models, const Simulation& simulation, typename Worker<G>::Write write,
                 std::atomic<u64>& started, const std::atomic<bool>& stop) {
  constexpr u64 portion = 64;
  std::vector<Worker<G>> workers;
  for (int n = 0; n < simulation.threads; ++n) workers.emplace_back(models, simulation, write);
  ParallelFor(simulation.threads).while_true((simulation.games + portion - 1) / portion, [&](size_t n, size_t thread) {
    const u64 first = n * portion, end = std::min(first + portion, simulation.games);
    started += end - first;
    for (u64 game = first; game < end && !stop; ++game) workers[thread].play(game);
    return !stop;
  });
  Results all;
  all.seats.resize(simulation.players.size());
  for (const Worker<G>& worker : workers) all.add(worker.results());
  return all;
}

}  // namespace volpe
