// Many games on many threads. A game depends on its seed alone, so the same seed gives the same games on any number of
// threads; results are counts, so adding them up in any order gives the same numbers.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "dice/play_game.h"
#include "games/match.h"
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

// One worker's part: takes games from a shared counter until none are left or `stop` is set.
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

  void work(std::atomic<u64>& next, const std::atomic<bool>& stop) {
    constexpr u64 chunk = 64;
    while (!stop) {
      const u64 first = next.fetch_add(chunk);
      if (first >= simulation_.games) return;
      for (u64 n = first; n < std::min(first + chunk, simulation_.games) && !stop; ++n) play(n);
    }
  }

  const Results& results() const { return results_; }

 private:
  void play(u64 n) {
    const u64 seed = game_seed(simulation_.seed, n);
    const int seats = simulation_.setup.seats;
    if (!simulation_.match) {
      finish(play_one(n, seed, 0));
      return;
    }
    Match match{seats, 0, {}};
    while (!match.over()) match.add(play_one(n, seed, match.games));
    Ending end;
    end.totals = match.points;
    end.winners = match.winners();
    finish(end);
  }

  void finish(const Ending& end) {
    ++results_.games;
    for (size_t seat = 0; seat < results_.seats.size(); ++seat)
      results_.seats[seat].add(end.totals[seat], has(end.winners, int(seat)), size(end.winners));
  }

  // Game number `game` of match n, or game n itself.
  Ending play_one(u64 n, u64 seed, int game) {
    const Setup& setup = simulation_.setup;
    const SeededDice dice(seed, game);
    std::array<const Player<G>*, max_seats> player{};
    std::array<Random, max_seats> random{Random(0), Random(0), Random(0), Random(0)};
    for (int seat = 0; seat < setup.seats; ++seat) {
      const int person = person_in_seat(game, seat, setup.seats);
      player[size_t(seat)] = players_[size_t(person)].get();
      random[size_t(seat)] = Random(player_seed(seed, person));
    }
    u64 decisions = 0;
    const auto choose = [&](const auto& state, int seat) {
      ++decisions;
      return player[size_t(seat)]->choose(state, random[size_t(seat)]);
    };
    const auto choose_at_random = [&](const auto& state, int seat) {
      ++decisions;
      return RandomPlayer<G>().choose(state, random[size_t(seat)]);
    };
    const auto look_away = [](const auto&, const auto&) {};
    const typename G::State end = !simulation_.records.empty() ? play_recorded(n, seed, game, choose)
                                  : all_random_
                                      ? play_game<G>(setup, dice, choose_at_random, look_away)  // no virtual call
                                      : play_game<G>(setup, dice, choose, look_away);
    results_.decisions += decisions;
    return G::ending(end);
  }

  template <class Choose>
  typename G::State play_recorded(u64 n, u64 seed, int game, const Choose& choose) {
    const int seats = simulation_.setup.seats;
    Header header;
    header.dice = "seeded " + std::to_string(seed);
    if (simulation_.match)
      header.match = std::to_string(simulation_.seed) + "-" + std::to_string(n + 1) + " " + std::to_string(game + 1) +
                     "/" + std::to_string(seats);
    for (int seat = 0; seat < seats; ++seat)
      header.names.push_back("bot:" + simulation_.players[size_t(person_in_seat(game, seat, seats))]);
    Play<G> play(simulation_.setup, header);
    play_game<G>(simulation_.setup, SeededDice(seed, game), choose,
                 [&](const auto&, const auto& event) { play.add(Event<G>(event)); });
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
  std::vector<Worker<G>> workers;
  for (int n = 0; n < simulation.threads; ++n) workers.emplace_back(models, simulation, write);
  {
    std::vector<std::jthread> threads;
    for (Worker<G>& worker : workers) threads.emplace_back([&] { worker.work(started, stop); });
  }
  Results all;
  all.seats.resize(simulation.players.size());
  for (const Worker<G>& worker : workers) all.add(worker.results());
  return all;
}

}  // namespace volpe
