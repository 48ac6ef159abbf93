// Golden playthroughs: whole games as text, so that any change of the rules or of the notation shows as a difference.
// tests/golden/regenerate writes them anew (this program with --write).
#include <fstream>
#include <iostream>

#include "arena/signature.h"
#include "arena/simulate.h"
#include "games/play_events.h"

namespace volpe {
namespace {

// Every event with who decides and what was legal; the whole position whenever dice are due and at the end.
template <class G>
std::string playthrough(int seats) {
  std::string text;
  int ply = 0;
  const std::unique_ptr<Player<G>> players[] = {std::make_unique<GreedyPlayer<G>>(),
                                                std::make_unique<RandomPlayer<G>>()};
  Random random(1);
  Options options{};
  if (seats == G::max_seats) options = {1, 1, 1};
  const auto end = play_game<G>(
      {seats, options}, SeededDice(u64(seats)),
      [&](const auto& state, int seat) { return players[seat % 2]->choose(state, random); },
      [&](const auto& state, const auto& event) {
        const JsonObject position = G::position(state, ply++);
        if (G::legal(state) == 0)
          text += boost::json::serialize(position) + "\n";
        else
          text += "seat " + boost::json::serialize(position.at("to_move")) + " " +
                  std::string(position.at("phase").as_string()) + ": " + legal_text<G>(state) + "\n";
        text += "> " + G::write(state, event) + "\n";
      });
  return text + boost::json::serialize(G::position(end, ply)) + "\n";
}

template <class G>
std::string path_of(int seats) {
  return std::string(GOLDEN) + "/" + std::string(G::name) + "-" + std::to_string(seats) + ".txt";
}

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Golden, PlaythroughsAreAsOnFile) {
  for_each_game([](auto game) {
    using G = decltype(game);
    for (int seats = G::min_seats; seats <= G::max_seats; ++seats)
      EXPECT_TRUE(playthrough<G>(seats) == content(path_of<G>(seats)))
          << path_of<G>(seats) << " differs: look at it with tests/golden/regenerate and git diff";
  });
}

void write_all() {
  for_each_game([](auto game) {
    using G = decltype(game);
    for (int seats = G::min_seats; seats <= G::max_seats; ++seats)
      std::ofstream(path_of<G>(seats), std::ios::binary) << playthrough<G>(seats);
  });
  std::ofstream(std::string(GOLDEN) + "/signature.txt") << std::hex << signature() << "\n";
}

}  // namespace
}  // namespace volpe

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--write") {
    volpe::write_all();
    return 0;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
