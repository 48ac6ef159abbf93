// The models of a process: each is loaded on its own and shared, and a missing one says which it is.
#include "platform/shipped_models.h"

#include <cstdlib>
#include <thread>
#include <vector>

#include "games/games.h"
#include "platform/clever/shipped_models.h"
#include "platform/genial/shipped_models.h"
#include "platform/temporary_file.h"
#include "players/roster.h"

namespace volpe {
namespace {

namespace fs = std::filesystem;

// With one of Clever's three networks in a folder of its own.
class OneModel : public TemporaryFile {
 protected:
  OneModel() {
    fs::copy(fs::path(MODELS) / "clever-table.model", folder_);
    setenv("VOLPE_MODELS", folder_.c_str(), 1);
    setenv("VOLPE_DATA", folder_.c_str(), 1);
  }
  ~OneModel() override {
    unsetenv("VOLPE_MODELS");
    unsetenv("VOLPE_DATA");
  }

  template <class G>
  std::string refusal(std::string_view player, const volpe::Setup& setup) const {
    const auto made = make_player<G>(models_, player, setup);
    return made ? "" : made.error().message;
  }

  const clever::ShippedModels clever_models_;
  const genial::ShippedModels genial_models_;
  const ModelSource models_{clever_models_, genial_models_};
};

TEST_F(OneModel, IsEnoughForTheGamesItIsFor) {
  EXPECT_EQ(refusal<Clever>("expert", {2, {}}), "");
  EXPECT_EQ(refusal<Clever>("level1", {4, {}}), "");
  EXPECT_NE(refusal<Clever>("expert", {1, {}}).find("clever-solo.model is missing"), std::string::npos);
  EXPECT_NE(refusal<Clever>("expert", {1, {1, 0, 0}}).find("clever-forbidden.model is missing"), std::string::npos);
  EXPECT_NE(refusal<Clever>("race", {2, {}}).find("clever-solo.model is missing"), std::string::npos);
  EXPECT_EQ(refusal<Clever>("greedy", {1, {}}), "");
}

TEST_F(OneModel, TheExpertOfGenialNeedsAModelOnlyForTwo) {
  EXPECT_NE(refusal<Genial>("expert", {2, {}}).find("genial-2.model is missing"), std::string::npos);
  EXPECT_EQ(refusal<Genial>("expert", {3, {}}), "");
  EXPECT_EQ(refusal<Genial>("level4", {2, {}}), "");
}

TEST_F(OneModel, SaysWhatIsMissing) {
  EXPECT_NE(missing_model<Clever>(models_, 1)->message.find("clever-solo.model"), std::string::npos);
  EXPECT_NE(missing_model<Genial>(models_, 5)->message.find("genial-2.model"), std::string::npos);
  EXPECT_FALSE(missing_model<Genial>(models_, 4));
}

TEST_F(OneModel, ADamagedSolutionIsAnError) {
  std::ofstream(folder_ + "/genial-2-boxes7-joker4.solution") << "Dear diary, no fox today.";
  EXPECT_NE(refusal<Genial>("expert", {2, {}}).find("is not a solution"), std::string::npos);
}

TEST(ShippedModels, AreAllThere) {
  EXPECT_FALSE(missing_model<Clever>(shipped_models(), highest_level));
  EXPECT_FALSE(missing_model<Genial>(shipped_models(), highest_level));
}

TEST(ShippedModels, AreLoadedOnceForAllThreads) {
  constexpr int threads = 4;
  std::vector<std::shared_ptr<const clever::Weights>> networks(threads);
  std::vector<std::shared_ptr<const genial::Race>> races(threads);
  {
    std::vector<std::jthread> team;
    for (size_t n = 0; n < threads; ++n)
      team.emplace_back([&, n] {
        networks[n] = *shipped_models().clever_models.network(clever::at_table);
        races[n] = shipped_models().genial_models.race(2, 7, 4);
      });
  }
  for (size_t n = 1; n < threads; ++n) {
    EXPECT_EQ(networks[n], networks[0]);
    EXPECT_EQ(races[n], races[0]);
  }
}

}  // namespace
}  // namespace volpe
