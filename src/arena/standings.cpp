// The schedule of a tournament, and sums that are the same in whatever order they are made.
#include "arena/standings.h"

#include <algorithm>

namespace volpe {

std::vector<Seating> line_ups(int players, int seats) {
  std::vector<Seating> list;
  if (players < seats) {
    for (int filler = 0; filler < players; ++filler) {
      Seating line_up;
      for (int player = 0; player < players; ++player) line_up.push_back(player);
      line_up.resize(size_t(seats), filler);
      list.push_back(line_up);
    }
    return list;
  }
  for (Mask set = 0; set < bit(players); ++set) {
    if (size(set) != seats) continue;
    list.emplace_back();
    for (int player : Members{set}) list.back().push_back(player);
  }
  return list;
}

std::vector<Seating> seatings(int players, int seats, u64 duplicate) {
  std::vector<Seating> list;
  for (const Seating& line_up : line_ups(players, seats)) {
    // The orders around the table, one after the other: the first keeps its place, the others change.
    std::vector<int> place(static_cast<size_t>(seats));
    for (int n = 0; n < seats; ++n) place[size_t(n)] = n;
    constexpr u64 orders[] = {1, 1, 1, 2, 6};
    for (u64 n = 0; n < duplicate % orders[seats]; ++n) std::next_permutation(place.begin() + 1, place.end());
    for (int turn = 0; turn < seats; ++turn) {
      Seating seating;
      for (int seat = 0; seat < seats; ++seat) seating.push_back(line_up[size_t(place[size_t((seat + turn) % seats)])]);
      list.push_back(seating);
    }
  }
  return list;
}

void Tally::add(const Seating& seating, const Ending& end) {
  const size_t players = wins.size();
  Mask sat = 0;
  for (int player : seating) sat |= bit(player);
  for (size_t seat = 0; seat < seating.size(); ++seat) {
    const auto player = size_t(seating[seat]);
    totals[player] += u64(end.totals[seat]);
    if (!has(end.winners, int(seat))) continue;
    const u64 part = u64(12 / size(end.winners));
    wins[player] += part;
    for (int other : Members{sat & ~bit(int(player))}) met[player * players + size_t(other)] += part;
  }
}

Standings::Standings(int players, int seats)
    : players_(players),
      seats_(seats),
      games_in_duplicate_(seatings(players, seats, 0).size()),
      wins_(size_t(players)),
      totals_(size_t(players)),
      met_(wins_.size() * wins_.size()),
      products_(met_.size()) {}

u64 Standings::scored(const Tally& tally, int player) const {
  return seats_ == 1 ? tally.totals[size_t(player)] : tally.wins[size_t(player)];
}

void Standings::add(const Tally& tally) {
  ++duplicates_;
  for (size_t n = 0; n < wins_.size(); ++n) wins_[n] += tally.wins[n], totals_[n] += tally.totals[n];
  for (size_t n = 0; n < met_.size(); ++n) met_[n] += tally.met[n];
  for (int a = 0; a < players_; ++a)
    for (int b = 0; b < players_; ++b) products_[cell(a, b)] += scored(tally, a) * scored(tally, b);
}

Standings Standings::with_a_shared_duplicate() const {
  Tally shared(players_);
  Ending all{};
  for (int seat = 0; seat < seats_; ++seat) all.winners |= bit(seat);
  for (const Seating& seating : seatings(players_, seats_, 0)) shared.add(seating, all);
  Standings more = *this;
  more.add(shared);
  return more;
}

double Standings::mean_total(int player) const { return double(totals_[size_t(player)]) / double(seats_held()); }

double Standings::against(int a, int b) const {
  const u64 first = met_[cell(a, b)], second = met_[cell(b, a)];
  return first + second == 0 ? 0.5 : double(first) / double(first + second);
}

double Standings::mean(int player) const {
  const u64 sum = seats_ == 1 ? totals_[size_t(player)] : wins_[size_t(player)];
  return double(sum) / ((seats_ == 1 ? 1 : 12) * double(duplicates_));
}

double Standings::covariance(int a, int b) const {
  if (duplicates_ < 2) return 0;
  const double unit = seats_ == 1 ? 1 : 144;
  const double n = double(duplicates_);
  return (double(products_[cell(a, b)]) / unit - n * mean(a) * mean(b)) / (n - 1);
}

}  // namespace volpe
