// Reading JSON from outside: one sentence for the first thing that does not fit.
#include "base/json.h"

#include <gtest/gtest.h>

namespace volpe {
namespace {

TEST(Json, ReadsObjectsOnly) {
  EXPECT_TRUE(parse_object(R"({"a":1})"));
  for (const char* text : {"", "[]", "1", "{", R"({"a":1}})", "null"})
    EXPECT_EQ(parse_object(text).error().code, Code::bad_request) << text;
}

TEST(Json, BoundsTexts) {
  const JsonObject object{{"name", "Anna"}, {"age", 8}};
  EXPECT_EQ(*text_field(object, "name", 4), "Anna");
  EXPECT_EQ(text_field(object, "name", 3).error().code, Code::bad_request);
  EXPECT_EQ(text_field(object, "age", 10).error().code, Code::bad_request);
  EXPECT_NE(text_field(object, "none", 10).error().message.find("'none'"), std::string::npos);
}

TEST(JsonFields, KeepTheFirstThingThatDoesNotFit) {
  const JsonObject object{{"seat", 7}, {"texts", JsonArray{"a", 1}}};
  std::string error;
  const Fields fields(object, "seat 1: ", error);
  EXPECT_EQ(fields.integer("seat", 0, 3), 0);
  EXPECT_EQ(error, "seat 1: 'seat' is not a whole number from 0 to 3");
  fields.texts("texts", 5);
  fields.text("none");
  EXPECT_EQ(error, "seat 1: 'seat' is not a whole number from 0 to 3");
}

TEST(JsonFields, TakeSmallNumbersWhetherSignedOrNot) {
  const JsonObject object{{"signed", std::int64_t{3}}, {"unsigned", std::uint64_t{3}}};
  std::string error;
  const Fields fields(object, "", error);
  EXPECT_EQ(fields.integer("signed", 0, 5), 3);
  EXPECT_EQ(fields.integer("unsigned", 0, 5), 3);
  EXPECT_EQ(error, "");
}

TEST(Quote, IsShortAndPrintable) {
  EXPECT_EQ(quote("a\nb\x7f"), "'a?b?'");
  EXPECT_EQ(quote(std::string(100, 'x')), "'" + std::string(60, 'x') + "…'");
}

}  // namespace
}  // namespace volpe
