// The engine protocol in the same process: what the tests through a pipe (tests/cli) cannot see as closely.
#include "engine/engine.h"

#include "games/play_events.h"
#include "platform/shipped_models.h"

namespace volpe {
namespace {

// Takes the seed 12 for games whose request names no dice.
Engine new_engine() {
  return Engine(shipped_models(), [] { return u64{12}; });
}

JsonObject ask(Engine& engine, const std::string& request) {
  return boost::json::parse(engine.answer(request)).as_object();
}
std::string code(const JsonObject& answer) {
  return answer.at("ok").as_bool() ? "ok" : std::string(answer.at("error").at("code").as_string());
}

TEST(Engine, AnswersWithOneLine) {
  Engine engine = new_engine();
  for (const char* request :
       {R"({"op":"hello"})", R"({"op":"new","game":"clever","seats":2})", "{", "", "[]", "null", "\n", "\"op\"",
        R"({"op":"new","game":"x\ny","seats":2})", R"({"op":"load","record":"a\nb"})"})
    EXPECT_EQ(engine.answer(request).find('\n'), std::string::npos) << request;
}

TEST(Engine, ARefusedRequestChangesNothing) {
  Engine engine = new_engine();
  ask(engine, R"({"op":"new","game":"clever","seats":2,"dice":"seeded 3"})");
  ask(engine, R"({"op":"roll"})");
  const std::string before = engine.answer(R"({"op":"position"})");
  for (const char* request :
       {R"({"op":"apply","events":["g@g","nonsense"]})", R"({"op":"apply","events":"g@g"})",
        R"({"op":"apply","events":["g@g"],"explain":1})", R"({"op":"play","level":"greedy","explain":"yes"})",
        R"({"op":"play","level":"nobody"})", R"({"op":"roll"})", R"({"op":"new","game":"clever","seats":7})",
        R"({"op":"new","game":"clever","seats":2,"explain":3})", R"({"op":"load","record":"volpe: 1"})",
        R"({"op":"setup","position":{"game":"clever"}})", R"({"op":"new","game":"clever","seats":1,"names":["a|b"]})"})
    EXPECT_NE(code(ask(engine, request)), "ok") << request;
  EXPECT_EQ(engine.answer(R"({"op":"position"})"), before);
}

TEST(Engine, AGameWithoutDiceTakesItsSeedFromTheSource) {
  Engine engine = new_engine();
  ask(engine, R"({"op":"new","game":"clever","seats":1})");
  const JsonObject thrown = ask(engine, R"({"op":"roll"})");
  ask(engine, R"({"op":"new","game":"clever","seats":1,"dice":"seeded 12"})");
  EXPECT_EQ(ask(engine, R"({"op":"roll"})"), thrown);
}

TEST(Engine, TheIndexNamesTheEventThatWasRefused) {
  Engine engine = new_engine();
  ask(engine, R"({"op":"new","game":"genial","seats":2,"options":{"opening":"hidden"}})");
  const JsonObject answer =
      ask(engine, R"({"op":"apply","events":["roll r r g b","score","score"],"id":[1,{"a":null}]})");
  EXPECT_EQ(
      boost::json::serialize(answer),
      R"({"ok":false,"error":{"code":"dice_due","message":"dice are due: a roll comes next, not 'score'","index":2},"id":[1,{"a":null}]})");
}

TEST(Engine, AGameSetUpFromAPositionHasNoRecord) {
  Engine engine = new_engine();
  JsonObject position = ask(engine, R"({"op":"new","game":"genial","seats":2})").at("position").as_object();
  EXPECT_EQ(code(ask(engine, boost::json::serialize(JsonObject{{"op", "setup"}, {"position", position}}))), "ok");
  EXPECT_EQ(code(ask(engine, R"({"op":"record"})")), "bad_record");
  EXPECT_EQ(code(ask(engine, R"({"op":"roll"})")), "ok");
}

JsonObject& sheet(JsonObject& position) { return position["sheets"].as_array()[0].as_object(); }

// The error of `setup` for a good position that was changed; "accepted" if there is none.
template <class Change>
std::string refusal_of_setup(Engine& engine, JsonObject position, Change change) {
  change(position);
  const JsonObject answer = ask(engine, boost::json::serialize(JsonObject{{"op", "setup"}, {"position", position}}));
  return answer.at("ok").as_bool() ? "accepted" : std::string(answer.at("error").at("message").as_string());
}

TEST(Engine, ContradictionsInAPositionAreNamed) {
  Engine engine = new_engine();
  ask(engine, R"({"op":"new","game":"clever","seats":1,"dice":"seeded 3"})");
  const JsonObject good = ask(engine, R"({"op":"roll"})").at("position").as_object();
  const auto refusal_of = [&](auto change) { return refusal_of_setup(engine, good, change); };
  EXPECT_EQ(refusal_of([](JsonObject&) {}), "accepted");
  EXPECT_EQ(
      refusal_of([](JsonObject& p) { p.erase("legal"), p.erase("due"), p.erase("result"), p.erase("passive_turn"); }),
      "accepted");
  EXPECT_EQ(refusal_of([](JsonObject& p) { p["legal"] = JsonArray{"g@g"}; }),
            "'legal' contradicts the rest of the position");
  EXPECT_EQ(refusal_of([](JsonObject& p) { p["colour"] = 1; }), "there is no field 'colour'");
  EXPECT_EQ(refusal_of([](JsonObject& p) { p.erase("dice"); }), "'dice' is missing");
  EXPECT_EQ(refusal_of([](JsonObject& p) { p["seats"] = 5; }), "'seats' is not a whole number from 1 to 4");
  EXPECT_EQ(refusal_of([](JsonObject& p) { p["round"] = 7; }), "'round' is not a whole number from 1 to 6");
  EXPECT_EQ(refusal_of([](JsonObject& p) { p["roll"] = 0; }), "the dice or the seat do not fit a pick");
  EXPECT_EQ(refusal_of([](JsonObject& p) { p["phase"] = "extra"; }), "the rolls are not over");
  EXPECT_EQ(refusal_of([](JsonObject& p) { p["phase"] = "lunch"; }), "'phase' cannot be 'lunch'");
  EXPECT_EQ(refusal_of([](JsonObject& p) { p["waiting"] = JsonArray{"green x"}; }),
            "'green x' cannot wait in this phase");
  EXPECT_EQ(refusal_of([&](JsonObject& p) { sheet(p)["yellow"] = JsonArray{"y14"}; }),
            "sheets 0: yellow has no free box 'y14'");
  EXPECT_EQ(refusal_of([&](JsonObject& p) {
              sheet(p)["blue"] = JsonArray{7, 7};
            }),
            "sheets 0: blue 7 is crossed twice");
  EXPECT_EQ(refusal_of([&](JsonObject& p) {
              sheet(p)["orange"] = JsonArray{1, 1, 1, 7};
            }),
            "sheets 0: orange box 4 cannot hold 7");
  EXPECT_EQ(refusal_of([&](JsonObject& p) {
              sheet(p)["purple"] = JsonArray{3, 3};
            }),
            "sheets 0: in purple a 3 cannot follow a 3");
  EXPECT_EQ(refusal_of([&](JsonObject& p) { sheet(p)["green"] = 1; }),
            "'sheets 0.score.green' contradicts the rest of the position");
  EXPECT_EQ(refusal_of([&](JsonObject& p) {
              sheet(p)["rerolls"] = JsonObject{{"held", 2}, {"used", 0}};
            }),
            "sheets 0: held and used rerolls must come to the 1 that the marks and the round track gave");
  EXPECT_EQ(refusal_of([](JsonObject& p) {
              p["options"] = JsonObject{{"decline", "maybe"}};
            }),
            "options: option decline is one of forbidden, allowed, not 'maybe'");
}

TEST(Engine, ContradictionsInAGenialPositionAreNamed) {
  Engine engine = new_engine();
  ask(engine, R"({"op":"new","game":"genial","seats":2,"dice":"seeded 3"})");
  ask(engine, R"({"op":"roll"})");
  const JsonObject good = ask(engine, R"({"op":"roll"})").at("position").as_object();
  const auto refusal_of = [&](auto change) { return refusal_of_setup(engine, good, change); };
  EXPECT_EQ(refusal_of([](JsonObject&) {}), "accepted");
  EXPECT_EQ(refusal_of([&](JsonObject& p) { sheet(p)["r"] = 4; }),
            "sheets 0: the centre is closed while a row is empty");
  EXPECT_EQ(refusal_of([&](JsonObject& p) {
              for (const char* symbol : {"r", "o", "y", "g", "b", "p"}) sheet(p)[symbol] = 3;
              sheet(p)["r"] = 7;
            }),
            "sheets 0: the right area is closed while a row has no cross in the centre");
  EXPECT_EQ(refusal_of([&](JsonObject& p) { sheet(p)["dice"] = "rrr"; }), "sheets 0: there are 4 dice");
  EXPECT_EQ(refusal_of([&](JsonObject& p) { sheet(p)["dice"] = "rrrx"; }), "sheets 0: 'dice' is not a row of symbols");
  EXPECT_EQ(refusal_of([&](JsonObject& p) { sheet(p)["dice"] = ""; }), "the dice of seat 0 do not fit");
  EXPECT_EQ(refusal_of([](JsonObject& p) { p["roll"] = 0; }), "nothing has been rolled");
  EXPECT_EQ(refusal_of([](JsonObject& p) { p["phase"] = "over"; }),
            "a game is over when, and only when, the seat on turn has crossed its whole sheet");
}

}  // namespace
}  // namespace volpe
