// The solver of Genial: brute force on nearly full sheets, the expert who plays from the solution,
// and files that survive or are refused.
#include "training/genial/solver.h"

#include <cstdlib>
#include <cstring>
#include <map>

#include "games/play_events.h"
#include "platform/clever/shipped_models.h"
#include "platform/genial/shipped_models.h"
#include "platform/temporary_file.h"
#include "players/model.h"
#include "players/roster.h"

namespace volpe {
namespace {

using namespace genial;
namespace fs = std::filesystem;

PerSymbol rows(int r, int o, int y, int g, int b, int p) {
  return u32(r) | u32(o) << 4 | u32(y) << 8 | u32(g) << 12 | u32(b) << 16 | u32(p) << 20;
}

// ---- Brute force: value iteration over the engine's own states, all colours, all decisions

// Two rows of each sheet are open, the others are full: the game shortened to its end.
class BruteForce {
 public:
  explicit BruteForce(int four_joker) : four_joker_(four_joker) {
    for (double moved = 1; moved > 1e-8;) {
      moved = 0;
      for (auto& [key, chance] : chances_) {
        const double next = with_rolls_left(key)[3];
        moved = std::max(moved, std::abs(next - chance));
        chance = next;
      }
    }
  }

  // Mover's rows, other's rows, other's dice.
  using Key = std::array<PerSymbol, 3>;
  const std::map<Key, double>& chances() const { return chances_; }

  State rolled(const Key& key, PerSymbol dice, int roll) const {
    State state = Genial::start({2, {0, 0, u8(4 - four_joker_)}});
    state.rows[0] = key[0];
    state.rows[1] = key[1];
    state.dice[0] = dice;
    state.dice[1] = key[2];
    state.turn = 0;
    state.roll = u8(roll);
    state.phase = Phase::score;
    state.legal = choices(state);
    return state;
  }

  double value(const State& rolled, int decision) const {
    if (decision == reroll_all)
      return with_rolls_left({rolled.rows[0], rolled.rows[1], rolled.dice[1]})[size_t(3 - rolled.roll)];
    State after = rolled;
    Genial::apply(after, Decision(decision));
    return Genial::over(after) ? 1 : 1 - chances_.at({after.rows[1], after.rows[0], rolled.dice[0]});
  }

 private:
  static std::map<Key, double> all_positions() {
    std::map<Key, double> all;
    std::vector<PerSymbol> sheets;
    for (int r = 5; r <= 7; ++r)
      for (int g = 6; g <= 7; ++g)
        if (r + g < 14) sheets.push_back(rows(r, 7, 7, g, 7, 7));
    for (PerSymbol mine : sheets)
      for (PerSymbol other : sheets)
        for (const DiceOutcome& outcome : dice_outcomes(4)) all[{mine, other, outcome.dice}] = 0.5;
    return all;
  }

  // By the number of rolls that are left.
  std::array<double, 4> with_rolls_left(const Key& key) const {
    std::vector<double> best;
    for (const DiceOutcome& outcome : dice_outcomes(4)) {
      const State state = rolled(key, outcome.dice, 3);
      double most = 0;
      for (int decision : Members{state.legal}) most = std::max(most, value(state, decision));
      best.push_back(most);
    }
    std::array<double, 4> promise{};
    for (size_t left = 1; left <= 3; ++left)
      for (size_t n = 0; n < best.size(); ++n)
        promise[left] += dice_outcomes(4)[n].chance * std::max(best[n], promise[left - 1]);
    return promise;
  }

  int four_joker_;
  std::map<Key, double> chances_ = all_positions();
};

class SolutionFile : public TemporaryFile {
 protected:
  std::unique_ptr<MappedSolution> solved(int layers, int threads = 2, int four_joker = 4) const {
    auto solution = MappedSolution::resume(path_, 7, four_joker);
    EXPECT_TRUE(bool(solution)) << solution.error().message;
    Solving solving;
    solving.threads = threads;
    solving.layers = layers;
    const std::atomic<bool> never{false};
    EXPECT_EQ(solve(**solution, solving, never), "");
    EXPECT_EQ((*solution)->layers_done(), layers);
    return std::move(*solution);
  }
  std::string refusal(int four_joker = 4) const {
    const auto solution = MappedSolution::resume(path_, 7, four_joker);
    return solution ? "accepted" : solution.error().message;
  }
  std::string header() const {
    std::string page(4096, 0);
    std::ifstream(path_, std::ios::binary).read(page.data(), std::streamsize(page.size()));
    return page;
  }
  void call_it_complete() const {
    constexpr size_t done_at = 28, checksum_at = 1000;
    std::string page = header();
    const u32 layers = 2 * symbols * 7 + 1;
    std::memcpy(&page[done_at], &layers, sizeof layers);
    const u64 sum = checksum({reinterpret_cast<const u8*>(page.data()), checksum_at});
    std::memcpy(&page[checksum_at], &sum, sizeof sum);
    std::fstream(path_, std::ios::binary | std::ios::in | std::ios::out).write(page.data(), std::ssize(page));
  }
};

TEST_F(SolutionFile, AgreesWithBruteForce) {
  for (int four_joker : {4, 3}) {
    fs::remove(path_);
    const auto solution = solved(7, 2, four_joker);
    const BruteForce plain(four_joker);
    double furthest = 0;
    for (const auto& [key, chance] : plain.chances()) {
      const auto [pair, by] = solution->pairs().find(key[0], key[1]);
      const float* row = solution->row(pair);
      furthest = std::max(furthest, std::abs(double(row[outcomes_renamed(by)[outcome_number(key[2])]]) - chance));
    }
    EXPECT_LT(furthest, 2e-6);
  }
}

// The whole solution takes minutes, so only the layers of nearly full sheets are solved, and the file is made to say
// that it is complete.
TEST_F(SolutionFile, IsWhatTheExpertPlaysFrom) {
  solved(7);
  call_it_complete();
  setenv("VOLPE_DATA", folder_.c_str(), 1);
  fs::rename(path_, usual_solution_path(7, 4));
  const clever::ShippedModels clever_models;
  const genial::ShippedModels genial_models;
  const ModelSource models{clever_models, genial_models};
  const auto expert = make_player<Genial>(models, "expert", {2, {}});
  const auto evaluator = make_evaluator<Genial>(models, "expert", {2, {}}, false);
  ASSERT_TRUE(expert && evaluator);
  const BruteForce plain(4);
  Random random(1);
  for (const auto& [key, chance] : plain.chances()) {
    if (random.below(10) != 0) continue;
    const PerSymbol dice = dice_outcomes(4)[size_t(random.below(two_seat_outcomes))].dice;
    const State state = plain.rolled(key, dice, 1 + random.below(3));
    const std::vector<double> values = (*evaluator)->values(state);
    double best = 0;
    size_t n = 0;
    for (int decision : Members{state.legal}) {
      const double exact = plain.value(state, decision);
      ASSERT_NEAR(values[n++], exact, 2e-6);
      best = std::max(best, exact);
    }
    EXPECT_NEAR(plain.value(state, (*expert)->choose(state, random)), best, 4e-6);
  }
}

TEST_F(SolutionFile, IsTheSameOnAnyNumberOfThreadsAndAfterAStop) {
  solved(12, 1);
  const std::string whole = header();
  fs::remove(path_);
  solved(5, 3);
  EXPECT_NE(header(), whole);
  solved(12, 2);
  EXPECT_EQ(header(), whole);  // it has a checksum of every layer
}

TEST_F(SolutionFile, IsRefusedWhenNotComplete) {
  solved(3);
  const auto solution = MappedSolution::open(path_, 7, 4);
  ASSERT_FALSE(bool(solution));
  EXPECT_NE(solution.error().message.find("is not complete"), std::string::npos);
}

TEST_F(SolutionFile, IsRefusedWhenMissing) {
  EXPECT_NE(MappedSolution::open(path_, 7, 4).error().message.find("is missing"), std::string::npos);
}

TEST_F(SolutionFile, IsRefusedWithOtherOptions) {
  solved(3);
  EXPECT_NE(refusal(3).find("no solution with these options"), std::string::npos);
}

TEST_F(SolutionFile, IsRefusedWhenDamaged) {
  u64 pair = 0;
  {
    const auto solution = solved(4);
    pair = solution->pairs().find(rows(7, 7, 7, 7, 7, 6), rows(7, 7, 7, 7, 7, 6)).pair;
  }
  EXPECT_EQ(refusal(), "accepted");
  for (std::streamoff at : {std::streamoff(30), std::streamoff(4096 + pair * two_seat_outcomes * 4 + 5)}) {
    change_byte(at);
    EXPECT_NE(refusal().find("is damaged"), std::string::npos) << at;
    change_byte(at);
  }
  fs::resize_file(path_, 1000);
  EXPECT_NE(refusal().find("no solution"), std::string::npos);
  std::ofstream(path_) << "Dear diary, no fox today.";
  EXPECT_NE(refusal().find("no solution"), std::string::npos);
  EXPECT_EQ(fs::file_size(path_), 25u);  // nothing was changed
}

}  // namespace
}  // namespace volpe
