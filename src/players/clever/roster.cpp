// The players of Clever that stand on the value network, by name.
#include "players/roster.h"

#include "players/clever/levels.h"
#include "players/clever/solo_search.h"
#include "players/clever/table_search.h"
#include "players/clever/weights.h"

namespace volpe::clever {
namespace {

// One search for each kind of game. They remember values, which changes no choice.
struct Searches {
  SoloSearch solo[2];
  TableSearch table;

  explicit Searches(const Networks& networks)
      : solo{SoloSearch(networks[solo_allowed]), SoloSearch(networks[solo_forbidden])}, table(networks[at_table]) {}
};

class Expert final : public Player<Clever> {
 public:
  explicit Expert(const Networks& networks) : searches_(networks) {}

  Decision choose(const State& state, Random&) const override {
    return state.seats == 1 ? searches_.solo[kind_alone(state)].choose(state) : searches_.table.to_win(state);
  }

 private:
  mutable Searches searches_;
};

// Looks one step ahead and plays for the own total as if it were alone, whoever else is at the table.
class RacePlayer final : public Player<Clever> {
 public:
  explicit RacePlayer(const Networks& networks)
      : searches_{TableSearch(networks[solo_allowed]), TableSearch(networks[solo_forbidden])} {}

  Decision choose(const State& state, Random&) const override { return searches_[kind_alone(state)].to_score(state); }

 private:
  mutable TableSearch searches_[2];
};

class ExpertJudge final : public Judge<Clever> {
 public:
  explicit ExpertJudge(const Networks& networks) : searches_(networks) {}

  Worth worth(const State& state) const override {
    return state.seats == 1 ? Worth{searches_.solo[kind_alone(state)].value(state)} : searches_.table.chances(state);
  }

  std::vector<double> values(const State& state) const override {
    constexpr int blocks = 6;
    return state.seats == 1 ? searches_.solo[kind_alone(state)].values(state, blocks) : Judge::values(state);
  }

 private:
  mutable Searches searches_;
};

template <class Made>
Result<std::unique_ptr<Player<Clever>>> made(auto&&... arguments) {
  const Result<Networks> networks = shipped_networks();
  if (!networks) return networks.error();
  return std::unique_ptr<Player<Clever>>(std::make_unique<Made>(*networks, arguments...));
}

}  // namespace
}  // namespace volpe::clever

namespace volpe {

template <>
Result<std::unique_ptr<Player<Clever>>> make_race_player<Clever>() {
  return clever::made<clever::RacePlayer>();
}

template <>
Result<std::unique_ptr<Player<Clever>>> make_level_player<Clever>(int level, bool) {
  if (level == highest_level) return clever::made<clever::Expert>();
  return clever::made<clever::LevelPlayer>(level);
}

template <>
std::optional<Error> missing_model<Clever>(int) {
  for (const char* name : clever::shipped_names)
    if (const auto bytes = read_model(name, clever::weights_kind, clever::weights_version); !bytes)
      return bytes.error();
  return {};
}

template <>
Result<std::unique_ptr<Judge<Clever>>> make_expert_judge<Clever>(bool) {
  const auto networks = clever::shipped_networks();
  if (!networks) return networks.error();
  return std::unique_ptr<Judge<Clever>>(std::make_unique<clever::ExpertJudge>(*networks));
}

}  // namespace volpe
