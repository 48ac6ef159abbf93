// Tournaments: players compared on duplicate dice with rotated seats, and what the results prove (docs/arena.md).
#pragma once

#include <map>
#include <mutex>
#include <optional>

#include "arena/simulate.h"

namespace volpe {

inline constexpr int most_players = 12;

// Two answers to "by how much is the first player better than the second", in Elo, or in points with one seat.
struct Hypotheses {
  double h0 = 0, h1 = 0;
};

struct Tournament {
  Setup setup;
  std::vector<std::string> players;  // two to most_players
  u64 duplicates = 1;
  u64 seed = 1;
  int threads = 1;
  bool match = false;
  std::optional<Hypotheses> sprt;  // only with two players
};

// ---- The schedule

// Who sits in each seat, players by number.
using Seating = std::vector<int>;

// Which players meet: every choice of as many players as there are seats; with fewer players than seats, everybody
// once and one player in all the seats that are left, each in turn.
std::vector<Seating> line_ups(int players, int seats);

// All games of a duplicate: every line-up in every rotation, so that each of its members sits in each seat once. The
// order around the table changes from duplicate to duplicate, so that nobody always has the same neighbour.
std::vector<Seating> seatings(int players, int seats, u64 duplicate);

// ---- Results

// What happened in one duplicate. A win shared by k counts 12 / k twelfths.
struct Tally {
  explicit Tally(int players) : wins(size_t(players)), totals(wins.size()), met(wins.size() * wins.size()) {}

  void add(const Seating& seating, const Ending& end);

  std::vector<u64> wins;    // twelfths, by player
  std::vector<u64> totals;  // sum over the seats held
  std::vector<u64> met;     // [a * players + b]: twelfths of a in games where b sat too
};

// The sum of all duplicates, in whole numbers: the same in whatever order they are added.
class Standings {
 public:
  Standings(int players, int seats);

  void add(const Tally& tally);

  int players() const { return players_; }
  int seats() const { return seats_; }
  u64 duplicates() const { return duplicates_; }
  u64 games() const { return duplicates_ * games_in_duplicate_; }
  u64 games_in_duplicate() const { return games_in_duplicate_; }
  u64 seats_held() const { return games() * u64(seats_) / u64(players_); }  // by each player
  double wins(int player) const { return double(wins_[size_t(player)]) / 12; }
  double mean_total(int player) const;
  // The part of a in the wins that a and b had in games where both sat; a half if they had none.
  double against(int a, int b) const;

  // The mean over duplicates of what is compared (wins; with one seat the total), and the covariance of two players'.
  double mean(int player) const;
  double covariance(int a, int b) const;

  // The same with one more duplicate in which every seat had its equal part of each win.
  Standings with_a_shared_duplicate() const;
  bool won_against(int a, int b) const { return met_[cell(a, b)] > 0; }

 private:
  u64 scored(const Tally& tally, int player) const;
  size_t cell(int a, int b) const { return size_t(a) * size_t(players_) + size_t(b); }

  int players_, seats_;
  u64 games_in_duplicate_;
  u64 duplicates_ = 0;
  std::vector<u64> wins_, totals_, met_;
  std::vector<u64> products_;  // [a * players + b]: sum over duplicates of scored a * scored b
};

// ---- What the results prove

// 95 %; low and high are not finite after a single duplicate.
struct Interval {
  double value = 0, low = 0, high = 0;
};

struct Ratings {
  std::vector<Interval> player;                   // Elo, the mean of all is 0; with one seat the mean total
  std::vector<std::vector<Interval>> difference;  // [a][b]: a minus b
  bool bounded = false;  // somebody won or lost everything: a shared duplicate was added to get finite numbers
};
Ratings rate(const Standings& standings);

// The sequential test: how strongly the results speak for h1 against h0, and what is accepted once that is enough.
struct Sprt {
  double llr = 0, lower = 0, upper = 0;
  int accepted = -1;  // 0, 1, or -1: not settled
};
Sprt sequential_test(const Hypotheses& hypotheses, const Standings& standings);

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
      tally.add(seating, play_one(seating, game_seed(tournament_.seed, number)));
    }
    return tally;
  }

 private:
  // A game, or a match, for the persons of a seating.
  Ending play_one(const Seating& seating, u64 seed) const {
    if (!tournament_.match) return play_game_of(seating, seed, 0);
    Match match{tournament_.setup.seats, 0, {}};
    while (!match.over()) match.add(play_game_of(seating, seed, match.games));
    return {match.points, match.winners()};
  }

  // What a player draws belongs to the seat, like the dice: equal players are exactly equal.
  Ending play_game_of(const Seating& seating, u64 seed, int game) const {
    const int seats = tournament_.setup.seats;
    std::array<Random, max_seats> random{Random(0), Random(0), Random(0), Random(0)};
    for (int seat = 0; seat < seats; ++seat) random[size_t(seat)] = Random(player_seed(seed, game * max_seats + seat));
    const auto choose = [&](const auto& state, int seat) {
      const int player = seating[size_t(person_in_seat(game, seat, seats))];
      return players_[size_t(player)]->choose(state, random[size_t(seat)]);
    };
    return G::ending(play_game<G>(tournament_.setup, SeededDice(seed, game), choose, [](const auto&, const auto&) {}));
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
  std::atomic<u64> next{0};
  const auto work = [&] {
    const DuplicatePlayer<G> games(models, tournament);
    while (!stop && !results.settled()) {
      const u64 number = next++;
      if (number >= tournament.duplicates) return;
      if (std::optional<Tally> tally = games.play(number, stop)) results.add(number, std::move(*tally), done);
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int n = 0; n < tournament.threads; ++n) threads.emplace_back(work);
  }
  return results.outcome();
}

}  // namespace volpe
