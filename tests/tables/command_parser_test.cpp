// From requests to entries: randomness comes from outside, and only known fields are taken.
#include "tables/command_parser.h"

#include <gtest/gtest.h>

namespace volpe::tables {
namespace {

// Bytes that say which call they are of.
struct Counted {
  int calls = 0;
  Bytes32 operator()() {
    Bytes32 bytes{};
    bytes[7] = u8(++calls);
    return bytes;
  }
};

Table table_of(const std::vector<JsonObject>& entries) {
  Result<Table> table = Table::open(entries[0]);
  for (size_t n = 1; n < entries.size() && table; ++n) table = table->after(entries[n]);
  EXPECT_TRUE(bool(table)) << (table ? "" : table.error().message);
  return *table;
}

Result<std::vector<JsonObject>> opened(const JsonObject& request, Counted& fresh) {
  return opening_entries(request, "anna", Bytes32{}, 1'000, [&] { return fresh(); });
}

TEST(CommandParser, TakesTheSecretsOfFairDiceFromOutside) {
  Counted fresh;
  const auto entries = opened({{"game", "genial"}, {"seats", 3}, {"match", true}}, fresh);
  ASSERT_TRUE(entries);
  EXPECT_EQ(fresh.calls, 4) << "a secret for each of three games, and the name of the match";
  const JsonArray& secrets = entries->front().at("secrets").as_array();
  ASSERT_EQ(secrets.size(), 3u);
  EXPECT_EQ(secrets[1].as_string(), std::string(14, '0') + "02" + std::string(48, '0'));
  Counted again;
  EXPECT_EQ(opened({{"game", "genial"}, {"seats", 3}, {"match", true}}, again)->front(), entries->front());
}

TEST(CommandParser, DrawsNothingForRealDice) {
  Counted fresh;
  ASSERT_TRUE(opened({{"game", "clever"}, {"seats", 2}, {"dice", "real"}}, fresh));
  EXPECT_EQ(fresh.calls, 0);
}

TEST(CommandParser, DrawsTheFirstSeatByLotFromTheBytesItIsGiven) {
  Counted fresh;
  const Table table =
      table_of(*opened({{"game", "clever"}, {"seats", 4}, {"bots", {"level1", "level1", "level1", "level1"}}}, fresh));
  for (int n = 0; n < 256; ++n) {
    Bytes32 bytes{};
    bytes[7] = u8(n);
    const auto entry = parse_command({{"do", "start"}}, table, [&] { return bytes; });
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->at("first"), n % 4);
  }
}

TEST(CommandParser, PassesOnKnownFieldsOnly) {
  Counted fresh;
  const Table table = table_of(*opened({{"game", "clever"}, {"seats", 1}}, fresh));
  const auto entry =
      parse_command({{"do", "sit"}, {"seat", 0}, {"name", "Anna"}, {"by", "eve"}}, table, [&] { return fresh(); });
  ASSERT_TRUE(entry);
  EXPECT_EQ(*entry, (JsonObject{{"do", "sit"}, {"seat", 0}}));
  EXPECT_EQ(parse_command({{"do", "fly"}}, table, [&] { return fresh(); }).error().code, Code::bad_request);
  EXPECT_EQ(parse_command({}, table, [&] { return fresh(); }).error().code, Code::bad_request);
}

}  // namespace
}  // namespace volpe::tables
