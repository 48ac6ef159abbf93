// The judge and the expert of Genial: which outlook a position is judged by.
#include "players/genial/expert.h"

#include <filesystem>
#include <map>
#include <mutex>

#include "players/genial/compact.h"
#include "players/genial/multi_seat_value.h"
#include "players/genial/race_player.h"

namespace volpe::genial {
namespace {

const Race& race_of(const State& state) { return Race::with(state.seats, state.boxes, state.four_joker); }

// In a match for two, points: the chance to win from the one outlook, what a loser keeps from the other.
class PointsOutlook final : public Outlook {
 public:
  PointsOutlook(std::unique_ptr<Outlook> chances, const Race& race, const State& state)
      : chances_(std::move(chances)), wins_(race, state, false), points_(race, state, true), boxes_(state.boxes) {}

  Worth worth(int sheet, int fall) const override {
    const Worth chance = chances_->worth(sheet, fall), wins = wins_.worth(sheet, fall),
                points = points_.worth(sheet, fall);
    Worth worth{};
    for (size_t seat = 0; seat < 2; ++seat) {
      const double loses = 1 - wins[seat];
      const double kept = loses > 1e-9 ? (points[seat] - boxes_ * wins[seat]) / loses : 0;
      worth[seat] = boxes_ * chance[seat] + kept * (1 - chance[seat]);
    }
    return worth;
  }

 private:
  std::unique_ptr<Outlook> chances_;
  FieldOutlook wins_, points_;
  int boxes_;
};

// From seats counted from the mover on to seats of the game.
Worth by_seat(const Worth& from_mover, const State& state) {
  Worth worth{};
  for (int n = 0; n < state.seats; ++n) worth[size_t((state.turn + n) % state.seats)] = from_mover[size_t(n)];
  return worth;
}

}  // namespace

Worth SolvedOutlook::worth(int sheet, int fall) const {
  if (sheet == race_.sheets().full()) return {1, 0};
  const auto [pair, by] = solution_.pairs().find(table_.rows[1], race_.sheets().rows(sheet));
  const double chance = double(solution_.row(pair)[falls_renamed(by)[fall]]);
  return {1 - chance, chance};
}

Result<const Solution*> solution_for(int boxes, int four_joker) {
  using Opened = Result<const Solution*>;
  static std::mutex mutex;
  static std::map<std::pair<int, int>, Opened> opened;
  static std::vector<std::unique_ptr<Solution>> kept;
  const std::lock_guard lock(mutex);
  if (const auto known = opened.find({boxes, four_joker}); known != opened.end()) return known->second;
  const std::string path = Solution::usual_path(boxes, four_joker);
  std::error_code error;
  const bool there = std::filesystem::exists(path, error) && !Solution::unfinished(path);
  auto found = there ? Solution::open(path, boxes, four_joker) : std::unique_ptr<Solution>();
  if (found) kept.push_back(std::move(*found));
  const Opened result = found ? Opened(kept.back().get()) : Opened(found.error());
  return opened.emplace(std::pair(boxes, four_joker), result).first->second;
}

std::unique_ptr<Outlook> GenialJudge::outlook(const Race& race, const State& state) const {
  if (state.seats > 2) return std::make_unique<FieldOutlook>(race, state, match_);
  std::unique_ptr<Outlook> chances;
  const Result<const Solution*> solution = solution_for(state.boxes, state.four_joker);
  if (solution && *solution != nullptr)
    chances = std::make_unique<SolvedOutlook>(**solution, race, state);
  else if (const Compact* compact = Compact::fitting(state.boxes, state.four_joker))
    chances = std::make_unique<CompactOutlook>(*compact, race, state);
  else
    return std::make_unique<FieldOutlook>(race, state, match_);
  if (!match_) return chances;
  return std::make_unique<PointsOutlook>(std::move(chances), race, state);
}

Worth GenialJudge::worth(const State& state) const {
  if (state.phase == Phase::over) return worth_of(genial::ending(state), state.seats, match_);
  const Race& race = race_of(state);
  if (state.phase == Phase::opening) return before_the_start(race, state.seats, match_);
  const std::unique_ptr<Outlook> end = outlook(race, state);
  return by_seat(TurnSearch(race, state, *end).worth(state), state);
}

std::vector<double> GenialJudge::values(const State& state) const {
  const Race& race = race_of(state);
  const std::unique_ptr<Outlook> end = outlook(race, state);
  return TurnSearch(race, state, *end).values(state);
}

Decision Expert::choose(const State& state, Random&) const { return best_decision(state.legal, judge_.values(state)); }

}  // namespace volpe::genial
