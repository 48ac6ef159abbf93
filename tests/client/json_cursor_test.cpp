// The cursor finds where values end, whatever they hold, and notices texts that are no JSON.
#include "client/json_cursor.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/random.h"

namespace volpe::client {
namespace {

std::string random_text(Random& random) {
  constexpr std::string_view nasty[] = {"\"", "\\", "{", "}", "[", "]", ",", ":", "\n", "ü", "🦊", "name", " "};
  std::string text;
  for (int n = random.below(80); n > 0; --n) text += nasty[random.below(int(std::size(nasty)))];
  return text;
}

Json random_value(Random& random, int depth) {
  const int kind = random.below(depth > 0 ? 7 : 5);
  if (kind == 0) return nullptr;
  if (kind == 1) return random.below(2) == 0;
  if (kind == 2) return random.below(1000) - 500;
  if (kind < 5) return Json(random_text(random));
  JsonArray array;
  JsonObject object;
  for (int n = random.below(6); n > 0; --n) {
    array.push_back(random_value(random, depth - 1));
    object[random_text(random)] = random_value(random, depth - 1);
  }
  return kind == 5 ? Json(array) : Json(object);
}

TEST(JsonCursor, SkipsWhateverAValueHolds) {
  Random random(1);
  for (int n = 0; n < 3000; ++n) {
    const std::string value = boost::json::serialize(random_value(random, 4));
    const std::string text = "[" + value + ",\"behind\"]";
    std::vector<std::string_view> items;
    JsonCursor in(text);
    in.array([&](size_t) { items.push_back(in.value()); });
    ASSERT_FALSE(in.failed()) << text;
    ASSERT_EQ(items, (std::vector<std::string_view>{value, "\"behind\""})) << text;
  }
}

TEST(JsonCursor, NoticesATextThatIsCutOff) {
  Random random(2);
  for (int n = 0; n < 300; ++n) {
    const std::string text = boost::json::serialize(JsonObject{{"a", random_value(random, 3)}, {"b", 1}});
    for (size_t size = 0; size < text.size(); ++size) {
      JsonCursor in(std::string_view(text).substr(0, size));
      in.object([&](std::string_view) { in.value(); });
      ASSERT_TRUE(in.failed()) << text.substr(0, size);
    }
  }
}

TEST(JsonCursor, ReadsMembersInTheirOrder) {
  std::string seen;
  JsonCursor in(" { \"a\" : 1 , \"b\" : { \"c\" : [ true , [ ] ] } , \"\\\"\" : \"x\" } ");
  in.object([&](std::string_view key) {
    seen.append(key).append("=");
    if (key != "b") return void(seen.append(in.value()).append(";"));
    in.object([&](std::string_view inner) { seen.append(inner).append(":").append(in.value()).append(";"); });
  });
  EXPECT_FALSE(in.failed());
  EXPECT_EQ(seen, "a=1;b=c:[ true , [ ] ];\\\"=\"x\";");
}

TEST(JsonCursor, SkipsWhatIsNoObjectOrArray) {
  int called = 0;
  JsonCursor in("[7,{\"a\":1},[2]]");
  in.array([&](size_t n) {
    if (n == 0) in.object([&](std::string_view) { ++called; });
    if (n == 1) in.array([&](size_t) { ++called; });
    if (n == 2) {
      EXPECT_EQ(in.value(), "[2]");
    }
  });
  EXPECT_FALSE(in.failed());
  EXPECT_EQ(called, 0);
}

TEST(JsonCursor, StopsWhereItIsTold) {
  int members = 0;
  JsonCursor in(R"({"a":{"b":1,"c":2},"d":3})");
  in.object([&](std::string_view) {
    in.object([&](std::string_view) {
      ++members;
      in.stop();
    });
  });
  EXPECT_FALSE(in.failed());
  EXPECT_EQ(members, 1);
}

TEST(JsonCursor, FailsOnWhatIsNoJson) {
  for (const char* text :
       {"", "{", "[1", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "[,]", "{\"a\":1,}", "\"", "\"\\\""}) {
    JsonCursor in(text);
    in.object([&](std::string_view) { in.value(); });
    JsonCursor list(text);
    list.array([&](size_t) { list.value(); });
    EXPECT_TRUE(in.failed() || list.failed()) << text;
  }
}

}  // namespace
}  // namespace volpe::client
