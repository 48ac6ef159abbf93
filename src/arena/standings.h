// The schedule of a tournament, and the sum of its results.
#pragma once

#include <vector>

#include "games/game.h"

namespace volpe {

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

}  // namespace volpe
