// Weights as the content of a model: they come back the same, and a wrong size is refused.
#include "players/clever/weights.h"

#include <gtest/gtest.h>

#include "players/clever/random_weights.h"

namespace volpe::clever {
namespace {

TEST(CleverWeights, ModelBytesComeBackTheSame) {
  const Weights weights = random_weights(13);
  const Bytes bytes = bytes_of_weights(weights);
  const Result<Weights> again = weights_of_bytes(bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->table, weights.table);
  EXPECT_EQ(again->middle, weights.middle);
  EXPECT_EQ(again->middle_bias, weights.middle_bias);
  EXPECT_EQ(again->heads, weights.heads);
  EXPECT_EQ(again->head_bias, weights.head_bias);
  EXPECT_FALSE(weights_of_bytes({}));
  EXPECT_FALSE(weights_of_bytes(Bytes(bytes.begin(), bytes.end() - 1)));
  Bytes longer = bytes;
  longer.push_back(0);
  EXPECT_FALSE(weights_of_bytes(longer));
}

// A program that knew fewer groups wrote a shorter map, and no rows of the last ones.
TEST(CleverWeights, ModelsOfProgramsThatSawLessAreRead) {
  Weights weights = random_weights(13);
  const int known = first_row[yellow_sets_off];
  std::fill(weights.table.begin() + known, weights.table.end(), Row{});
  Bytes bytes = bytes_of_weights(weights);
  bytes.erase(bytes.begin() + (known + 7) / 8, bytes.begin() + (rows + 7) / 8);
  const Result<Weights> read = weights_of_bytes(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->table, weights.table);
  EXPECT_EQ(read->middle, weights.middle);
  EXPECT_EQ(read->head_bias, weights.head_bias);
  bytes.pop_back();
  EXPECT_FALSE(weights_of_bytes(bytes));
}

}  // namespace
}  // namespace volpe::clever
