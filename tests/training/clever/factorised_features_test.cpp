// Factorised features: which rows share a factor.
#include "training/clever/factorised_features.h"

#include <gtest/gtest.h>

#include "players/clever/features.h"

namespace volpe::clever {
namespace {

// Each number of a feature that a factor leaves out must give the same factor, each that it holds another one.
TEST(FactorisedFeatures, RowsShareWhatTheyHaveInCommon) {
  const auto row_of_actions = [](int clock, int rerolls, int extras) {
    return first_row[actions] + (most_actions + 1) * ((most_actions + 1) * clock + rerolls) + extras;
  };
  const auto shared = [](int one, int other) {
    int count = 0;
    for (size_t n = 0; n < factors_of(one).size(); ++n) count += factors_of(one)[n] == factors_of(other)[n];
    return count;
  };
  const int row = row_of_actions(7, 1, 2);
  EXPECT_EQ(factors_of(row).size(), 4u);
  EXPECT_EQ(shared(row, row_of_actions(3, 1, 2)), 1);  // roll, rerolls and extra dice
  EXPECT_EQ(shared(row, row_of_actions(7, 1, 3)), 2);  // clock; round and rerolls
  EXPECT_EQ(shared(row, row_of_actions(5, 1, 2)), 2);  // round and rerolls; round and extra dice
  EXPECT_EQ(shared(row, row_of_actions(9, 2, 3)), 0);
  const int corner = 1, row_and_column = 2;  // a lone yellow box lies in two lines, the first one in the diagonal too
  EXPECT_EQ(shared(first_row[yellow_marks], first_row[yellow_marks] + corner), 9 - 3);
  EXPECT_EQ(shared(first_row[yellow_marks], first_row[yellow_marks] + row_and_column), 9 - 2);
}

}  // namespace
}  // namespace volpe::clever
