// Writing JSON as text and as values: the same words, and the same bytes as Boost.JSON would write.
#include "base/json_text.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <limits>

#include "base/json_values.h"

namespace volpe {
namespace {

template <class Output>
void write_sample(Output& json) {
  json.object([&] {
    json.field("text", "a \"quoted\" word");
    json.field("yes", true);
    json.field("no", false);
    json.field("nothing", nullptr);
    json.field("small", std::uint8_t{7});
    json.field("least", std::numeric_limits<std::int64_t>::min());
    json.field("maybe", std::optional<int>(3));
    json.field("never", std::optional<int>());
    json.key("empty object").object([] {});
    json.key("list").array([&] {
      json.array([] {});
      json.value(-1);
      json.object([&] { json.field("deep", std::string("end")); });
    });
  });
}

constexpr std::string_view sample =
    R"({"text":"a \"quoted\" word","yes":true,"no":false,"nothing":null,"small":7,"least":-9223372036854775808,)"
    R"("maybe":3,"never":null,"empty object":{},"list":[[],-1,{"deep":"end"}]})";

TEST(JsonText, PutsCommasBetweenValues) {
  JsonText json;
  write_sample(json);
  EXPECT_EQ(json.take(), sample);
}

TEST(JsonText, GrowsFromNothing) {
  JsonText json(0);
  write_sample(json);
  EXPECT_EQ(json.take(), sample);
}

TEST(JsonText, EscapesEveryCharacterAsBoostDoes) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text = std::string("<") + char(byte) + char(byte) + ">";
    JsonText json;
    json.value(text);
    EXPECT_EQ(json.take(), boost::json::serialize(Json(text))) << byte;
  }
}

TEST(JsonText, TakesJsonAsItIs) {
  JsonText json;
  json.array([&] {
    json.raw(R"({"a":1})");
    json.value(2);
  });
  EXPECT_EQ(json.take(), R"([{"a":1},2])");
}

TEST(JsonValues, AreWhatTheTextSays) {
  JsonValues json;
  write_sample(json);
  EXPECT_EQ(boost::json::serialize(json.take()), sample);
}

}  // namespace
}  // namespace volpe
