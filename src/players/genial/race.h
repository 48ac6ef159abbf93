// The lone racer: how many turns a sheet still takes somebody who looks at nobody else, and how they spread.
#pragma once

#include <atomic>
#include <memory>

#include "players/genial/turn.h"

namespace volpe::genial {

inline constexpr int turns_ahead = 64;  // nobody is thought to need more turns than that

// What lies ahead of a sheet after each number of turns.
struct Ahead {
  std::array<float, turns_ahead> still;     // the chance that it is not full yet
  std::array<float, turns_ahead> shortest;  // the mean of its shortest row, 0 where it is full
};

class Race {
 public:
  Race(int seats, int boxes, int four_joker);
  ~Race();
  Race(const Race&) = delete;
  Race& operator=(const Race&) = delete;

  const Sheets& sheets() const { return sheets_; }
  const Plan& plan() const { return plan_; }

  // Sheets are asked for by their place among those with descending rows.
  int place(int number) const { return place_[size_t(number)]; }
  const Turn& turn(int place) const { return turns_[size_t(place)]; }  // not of the full sheet
  double turns_left(int place) const { return left_[size_t(place)]; }  // the fewest, in the mean, against random dice
  // By how many turns these opposing dice (an outcome of all of them) are better for the next turn than random ones.
  float saved(int place, int opposing_outcome) const { return saved_[size_t(place)][size_t(opposing_outcome)]; }
  const Ahead& ahead(int place) const { return ahead_[size_t(place)]; }

  // The same when some or all of the dice that the next turn will be played against lie there already; the others are
  // random. Dice are named as on the sheet with descending rows.
  const Ahead& ahead_against(int place, PerSymbol opposing) const;

 private:
  struct Mean {
    double turns, idle;  // the turns left after this one, and the chance that it crosses nothing
  };
  // Opposing dice that differ only by a renaming that leaves the sheet as it is are looked at once.
  struct Opposing {
    int outcome;
    double chance;
  };
  static std::vector<Opposing> opposing_up_to_colours(PerSymbol descending_rows, int dice);

  Mean mean_turn(int place, double if_idle, std::vector<float>* turns_by_outcome = nullptr) const;
  void choose(int place);
  void solve(int place);
  void save(int place);

  // Adds the chances of where a turn leads, by place.
  void add_turn(int place, const u16* cases, double chance, std::vector<double>& reached) const;
  Ahead after_turn(const std::vector<double>& reached, int place, double idle) const;
  Ahead compute_against(int place, PerSymbol opposing) const;

  Sheets sheets_;
  Plan plan_;
  std::vector<int> place_;                // of every sheet
  std::vector<Turn> turns_;               // of every place
  std::vector<std::vector<u16>> choice_;  // of every place: where each case leads, by place
  std::vector<double> left_;
  std::vector<std::vector<float>> saved_;
  std::vector<Ahead> ahead_;
  std::vector<Opposing> opposing_;                          // of the sheet that is being solved
  std::vector<int> first_known_;                            // by number of dice that lie there
  mutable std::vector<std::atomic<const Ahead*>> against_;  // made when asked for
};

}  // namespace volpe::genial
