// The judge and the expert of Genial: exact for two where the solution is on disk, else by what a turn's end is worth
// among racers.
#pragma once

#include "games/genial/genial.h"
#include "players/genial/search.h"
#include "players/genial/solution.h"

namespace volpe::genial {

// Perfect play for two.
class SolvedOutlook final : public Outlook {
 public:
  SolvedOutlook(const Solution& solution, const Race& race, const State& state)
      : solution_(solution), race_(race), table_(race, state) {}

  Worth worth(int sheet, int fall) const override;

 private:
  const Solution& solution_;
  const Race& race_;
  const Table table_;
};

// The solution for these options, opened once; null if there is none, an error if there is a damaged one.
Result<const Solution*> solution_for(int boxes, int four_joker);

class GenialJudge final : public Judge<Genial> {
 public:
  explicit GenialJudge(bool match) : match_(match) {}

  Worth worth(const State& state) const override;
  std::vector<double> values(const State& state) const override;

 private:
  std::unique_ptr<Outlook> outlook(const Race& race, const State& state) const;

  bool match_;
};

class Expert final : public Player<Genial> {
 public:
  explicit Expert(bool match) : judge_(match) {}

  Decision choose(const State& state, Random& random) const override;

 private:
  GenialJudge judge_;
};

}  // namespace volpe::genial
