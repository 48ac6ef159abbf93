// The lone racer of Genial needs as many turns as are known.
#include "players/genial/race.h"

#include <gtest/gtest.h>

namespace volpe::genial {
namespace {

TEST(GenialRace, NeedsAsManyTurnsAsKnown) {
  const double known[2][5] = {{0, 0, 14.589, 15.675, 22.684}, {0, 0, 18.163, 19.317, 27.901}};
  for (int seats = 2; seats <= 4; ++seats)
    for (int nine : {0, 1}) {
      const Race race(seats, nine != 0 ? 9 : 7, 4);
      EXPECT_NEAR(race.turns_left(0), known[nine][seats], 0.0006);
      double spread = 0;
      for (float still : race.ahead(0).still) spread += double(still);
      EXPECT_NEAR(spread, race.turns_left(0), 1e-4);
    }
}

}  // namespace
}  // namespace volpe::genial
