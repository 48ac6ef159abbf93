// Changes from one view to the next: applied to the view before, they make the view after.
#include "tables/view_changes.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "tables/played_tables.h"
#include "tables/with_changes.h"

namespace volpe::tables {
namespace {

Json applied(std::string_view before, const ViewChanges& changes) {
  return with_changes(boost::json::parse(before), boost::json::parse("[" + changes.unset + "]").as_array(),
                      boost::json::parse("{" + changes.set + "}").as_object());
}

void expect_to_lead(std::string_view before, std::string_view after) {
  const ViewChanges changes = view_changes(before, after);
  EXPECT_EQ(applied(before, changes), boost::json::parse(after)) << before << "\n" << changes.set << changes.unset;
}

std::string set_by(std::string_view before, std::string_view after) {
  expect_to_lead(before, after);
  expect_to_lead(after, before);
  EXPECT_EQ(view_changes(before, after).unset, "");
  return view_changes(before, after).set;
}

std::string unset_by(std::string_view before, std::string_view after) {
  expect_to_lead(before, after);
  expect_to_lead(after, before);
  EXPECT_EQ(view_changes(before, after).set, "");
  return view_changes(before, after).unset;
}

TEST(ViewChanges, NameOnlyWhatDiffers) {
  EXPECT_EQ(set_by(R"({"a":1,"b":"x"})", R"({"a":1,"b":"x"})"), "");
  EXPECT_EQ(set_by(R"({"a":1,"b":"x"})", R"({"a":12,"b":"x"})"), R"("/a":12)");
  EXPECT_EQ(set_by(R"({"a":1,"b":"x"})", R"({"a":1,"b":"xy"})"), R"("/b":"xy")");
  EXPECT_EQ(set_by(R"({"a":null,"b":true})", R"({"a":false,"b":null})"), R"("/a":false,"/b":null)");
  EXPECT_EQ(set_by(R"({"a":1})", R"({"a":1,"b":{"c":[]}})"), R"("/b":{"c":[]})");
  EXPECT_EQ(set_by(R"({"a":{"b":{"c":1,"d":2,"e":"long enough"}}})", R"({"a":{"b":{"c":1,"d":3,"e":"long enough"}}})"),
            R"("/a/b/d":3)");
}

TEST(ViewChanges, NameWhatIsGone) {
  EXPECT_EQ(unset_by(R"({"a":1,"b":2,"c":3})", R"({"a":1,"c":3})"), R"("/b")");
  EXPECT_EQ(unset_by(R"({"a":1,"b":2})", R"({})"), R"("/a","/b")");
  EXPECT_EQ(unset_by(R"({"a":{"x":"a long text","b":null},"c":1})", R"({"a":{"x":"a long text"},"c":1})"), R"("/a/b")");
  EXPECT_EQ(unset_by(R"({"a":1,"b":2})", R"({"b":2,"a":1})"), "");  // in another order
}

TEST(ViewChanges, GoIntoArraysOfOneLengthThatHoldObjectsOrArrays) {
  EXPECT_EQ(set_by(R"({"a":[1,2,3]})", R"({"a":[1,2,4]})"), R"("/a":[1,2,4])");
  EXPECT_EQ(
      set_by(R"({"a":[{"b":1,"c":"same"},{"b":1,"c":"same"}]})", R"({"a":[{"b":1,"c":"same"},{"b":2,"c":"same"}]})"),
      R"("/a/1/b":2)");
  EXPECT_EQ(set_by(R"({"a":[[1,2,3,4,5],["long enough"]]})", R"({"a":[[1,2],["long enough"]]})"), R"("/a/0":[1,2])");
  EXPECT_EQ(set_by(R"({"a":[{"b":1},2]})", R"({"a":[{"b":1},3]})"), R"("/a":[{"b":1},3])");
  EXPECT_EQ(set_by(R"({"a":[{"b":1}]})", R"({"a":[null]})"), R"("/a":[null])");
  EXPECT_EQ(set_by(R"({"a":[]})", R"({"a":{}})"), R"("/a":{})");
}

TEST(ViewChanges, LetArraysSlide) {
  EXPECT_EQ(set_by(R"({"a":[{"b":1}]})", R"({"a":[{"b":1},{"b":2}]})"), R"("/a/1":{"b":2})");
  EXPECT_EQ(set_by(R"({"a":["one text","another","a third"]})", R"({"a":["one text","another","a third","x","y"]})"),
            R"("/a/3":"x","/a/4":"y")");
  const std::string before = R"({"a":[{"n":1,"t":"roll 1 2 3"},{"n":2,"t":"roll 4 5 6"},{"n":3,"t":"g@g"}]})";
  const std::string after = R"({"a":[{"n":2,"t":"roll 4 5 6"},{"n":3,"t":"g@g"},{"n":4,"t":"pass"}]})";
  expect_to_lead(before, after);
  expect_to_lead(after, before);
  EXPECT_EQ(view_changes(before, after).unset, R"("/a/0")");
  EXPECT_EQ(view_changes(before, after).set, R"("/a/2":{"n":4,"t":"pass"})");
  EXPECT_EQ(set_by(R"({"a":[1,2]})", R"({"a":[1,25]})"), R"("/a":[1,25])");
}

TEST(ViewChanges, ReplaceWhatWouldTakeLongerByItsParts) {
  EXPECT_EQ(set_by(R"({"place":{"a":1,"b":2}})", R"({"place":{"a":3,"b":4}})"), R"("/place":{"a":3,"b":4})");
  EXPECT_EQ(set_by(R"({"place":{"a":1,"b":2}})", R"({"place":{}})"), R"("/place":{})");
}

TEST(ViewChanges, EscapeKeysInPointers) {
  EXPECT_EQ(set_by(R"({"a/b":{"~":1,"x":"long enough"}})", R"({"a/b":{"~":2,"x":"long enough"}})"), R"("/a~1b/~0":2)");
  EXPECT_EQ(set_by(R"({"":1})", R"({"":2})"), R"("/":2)");
  EXPECT_EQ(set_by(R"({"\"\\":1})", R"({"\"\\":2})"), R"("/\"\\":2)");
  EXPECT_EQ(unset_by(R"({"~/":1})", R"({})"), R"("/~0~1")");
}

TEST(ViewChanges, AreNotMisledByWhatTextsHold) {
  EXPECT_EQ(set_by(R"({"a":"}],\"","b":1})", R"({"a":"}],\"","b":2})"), R"("/b":2)");
  EXPECT_EQ(set_by(R"({"a":"\\","b":1})", R"({"a":"\\","b":2})"), R"("/b":2)");
  EXPECT_EQ(set_by(R"({"a":"x\\"})", R"({"a":"x\"y"})"), R"("/a":"x\"y")");
}

// ---- Values at random

std::string random_key(Random& random) { return std::string(1, "ab/~\"\\"[random.below(6)]); }

Json random_value(Random& random, int depth) {
  const int kind = random.below(depth == 0 ? 4 : 8);
  if (kind == 0) return nullptr;
  if (kind == 1) return random.below(120);
  if (kind == 2) return random.below(2) == 0;
  if (kind == 3) return Json("text " + random_key(random));
  if (kind < 6) {
    JsonArray list;
    for (int n = random.below(4); n > 0; --n) list.push_back(random_value(random, depth - 1));
    return list;
  }
  JsonObject object;
  for (int n = random.below(5); n > 0; --n) object[random_key(random)] = random_value(random, depth - 1);
  return object;
}

// Another value of the same kind of shape, mostly equal.
Json varied(const Json& value, Random& random, int depth) {
  if (random.below(8) == 0) return random_value(random, depth);
  if (value.is_array()) {
    JsonArray list;
    for (const Json& element : value.get_array()) list.push_back(varied(element, random, depth - 1));
    return list;
  }
  if (!value.is_object()) return value;
  JsonObject object;
  for (const auto& [key, member] : value.get_object())
    if (random.below(8) != 0) object[key] = varied(member, random, depth - 1);
  if (random.below(4) == 0) object[random_key(random)] = random_value(random, depth - 1);
  return object;
}

TEST(ViewChanges, LeadFromAnyObjectToAnyOther) {
  Random random(1);
  for (int n = 0; n < 20000 && !HasFailure(); ++n) {
    JsonObject before, after;
    before["value"] = random_value(random, 4);
    after["value"] = varied(before["value"], random, 4);
    expect_to_lead(boost::json::serialize(before), boost::json::serialize(after));
  }
}

// ---- Whole games

TEST(ViewChanges, LeadThroughWholeGames) {
  for (const Course& course : courses())
    for (const std::string who : {"", "p0", "p1"}) {
      std::string before;
      play_course(course, [&](const Table& table) {
        std::string after = table.shared_view_text();
        after.back() = ',';
        after += table.personal_view_text(who, {"Anna", "Ben"}).substr(1);
        if (!before.empty()) expect_to_lead(before, after);
        before = std::move(after);
      });
    }
}

// What everybody sees and what one person does have no keys in common, so that a server compares each once.
TEST(ViewChanges, OfTwoPartsOfAViewAreThoseOfTheView) {
  const auto joined = [](const std::string& a, const std::string& b) {
    return a.empty() || b.empty() ? a + b : a + "," + b;
  };
  std::string shared_before, own_before;
  play_course(courses()[4], [&](const Table& table) {
    const std::string shared = table.shared_view_text(), own = table.personal_view_text("p0", {});
    if (!shared_before.empty()) {
      const auto whole = [](const std::string& a, const std::string& b) {
        return a.substr(0, a.size() - 1) + "," + b.substr(1);
      };
      const ViewChanges of_shared = view_changes(shared_before, shared), of_own = view_changes(own_before, own);
      const ViewChanges parts{joined(of_shared.unset, of_own.unset), joined(of_shared.set, of_own.set)};
      EXPECT_EQ(applied(whole(shared_before, own_before), parts), boost::json::parse(whole(shared, own)));
    }
    shared_before = shared;
    own_before = own;
  });
}

}  // namespace
}  // namespace volpe::tables
