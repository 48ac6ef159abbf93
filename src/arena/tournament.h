// Tournaments: players compared on duplicate dice with rotated seats (docs/arena.md).
#pragma once

#include <map>
#include <mutex>
#include <optional>

#include "arena/ratings.h"
#include "arena/simulate.h"

namespace volpe {

inline constexpr int most_players = 12;

struct Tournament {
  Setup setup;
  std::vector<std::string> players;  // two to most_players
  u64 duplicates = 1;
  u64 seed = 1;
  int threads = 1;
  bool match = false;
  std::optional<Hypotheses> sprt;  // only with two players
};

struct Outcome {
  Standings standings;
  std::optional<Sprt> sprt;
};

// ---- Playing

// Takes tallies as they come and adds them in the order of their numbers, so that an early stop does not depend on
// which thread was faster.
class InOrder {
 public:
  explicit InOrder(const Tournament& tournament)
      : sprt_(tournament.sprt), standings_(int(tournament.players.size()), tournament.setup.seats) {
    if (sprt_) verdict_ = sequential_test(*sprt_, standings_);
  }

  void add(u64 number, Tally tally, std::atomic<u64>& done) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(number, std::move(tally));
    while (!settled_ && !waiting_.empty() && waiting_.begin()->first == standings_.duplicates()) {
      standings_.add(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      ++done;
      if (!sprt_) continue;
      verdict_ = sequential_test(*sprt_, standings_);
      settled_ = verdict_->accepted >= 0;
    }
  }

  bool settled() const { return settled_; }
  Outcome outcome() const { return {standings_, verdict_}; }

 private:
  std::optional<Hypotheses> sprt_;
  std::mutex mutex_;
  std::map<u64, Tally> waiting_;
  Standings standings_;
  std::optional<Sprt> verdict_;
  std::atomic<bool> settled_{false};
};

// One worker's players and the games they play.
template <Game G>
class DuplicatePlayer {
 public:
  DuplicatePlayer(const ModelSource& models, const Tournament& tournament) : tournament_(tournament) {
    for (const std::string& name : tournament.players)
      players_.push_back(std::move(*make_player<G>(models, name, tournament.setup, tournament.match)));
  }

  // All games of a duplicate; nothing if `stop` came first.
  std::optional<Tally> play(u64 number, const std::atomic<bool>& stop) const {
    const int players = int(players_.size());
    Tally tally(players);
    for (const Seating& seating : seatings(players, tournament_.setup.seats, number)) {
      if (stop) return {};
      const auto play = [&](int game) { return play_one(seating, game_seed(tournament_.seed, number), game); };
      tally.add(seating, play_game_or_match(tournament_.setup.seats, tournament_.match, play));
    }
    return tally;
  }

 private:
  // What a player draws belongs to the seat, like the dice: equal players are exactly equal.
  Ending play_one(const Seating& seating, u64 seed, int game) const {
    const int seats = tournament_.setup.seats;
    SeatedPlayers<Player<G>> seated;
    for (int seat = 0; seat < seats; ++seat)
      seated[size_t(seat)] = {players_[size_t(seating[size_t(person_in_seat(game, seat, seats))])].get(),
                              Random(player_seed(seed, game * max_seats + seat))};
    const auto look_away = [](const auto&, const auto&) {};
    return G::ending(play_seated<G>(tournament_.setup, SeededDice(seed, game), seated, look_away));
  }

  const Tournament& tournament_;
  std::vector<std::unique_ptr<Player<G>>> players_;
};

// Runs a tournament. `done` counts finished duplicates; `stop` ends it early, and the outcome is that of the
// duplicates finished without a gap by then.
template <Game G>
Outcome play_tournament(const ModelSource& models, const Tournament& tournament, std::atomic<u64>& done,
                        const std::atomic<bool>& stop) {
  InOrder results(tournament);
  std::vector<DuplicatePlayer<G>> games;
  for (int n = 0; n < tournament.threads; ++n) games.emplace_back(models, tournament);
  ParallelFor(tournament.threads).while_true(tournament.duplicates, [&](size_t number, size_t thread) {
    std::optional<Tally> tally = games[thread].play(number, stop);
    if (tally) results.add(number, std::move(*tally), done);
    return tally && !stop && !results.settled();
  });
  return results.outcome();
}

}  // namespace volpe
