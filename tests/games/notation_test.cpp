// The checked door: what is an event, what is legal, and which error says so.
#include "games/play_events.h"

namespace volpe {
namespace {

TEST(CleverNotation, WhatIsNoEventIsABadEvent) {
  clever::State state = Clever::start({2, {}});
  play<Clever>(state, {"roll y1 b2 g3 o4 p5 w6"});
  for (const char* text :
       {"",        " ",           "w",     "w@",       "w@b",         "w@b1",    "w@b13",   "w@b07",    "w@y",
        "w@y1",    "y@y14",       "y@y23", "y@y32",    "y@y41",       "y@y55",   "b@y11",   "g@o",      "w@w",
        "W@B7",    "w@b7 ",       " w@b7", "w@@b7",    "xw",          "xreroll", "xpass",   "+y14",     "+b1",
        "+b13",    "+o",          "+o3",   "+o7",      "+p",          "+p5",     "+g1",     "+w",       "reroll ",
        "Reroll",  "roll",        "roll ", "roll  y3", "roll y3  b1", "roll y0", "roll y7", "roll y33", "roll x3",
        "roll Y3", "roll y3 b1 ", "score", "pass\n",   "done\t",      "\xff\xfe"})
    EXPECT_EQ(refusal<Clever>(state, text), "bad_event") << text;
}

TEST(CleverNotation, WhatIsNotLegalNowIsIllegal) {
  clever::State state = Clever::start({2, {}});
  play<Clever>(state, {"roll y1 b2 g3 o4 p5 w6"});
  for (const char* text :
       {"w@b7", "y@y11", "+b7", "xw@b8", "pass", "done", "roll y1 b2 g3 o4 p5 w6", "roll y1", "roll y1 y1"})
    EXPECT_EQ(refusal<Clever>(state, text), "illegal_event") << text;
  for (const char* text :
       {"w@b8", "b@b8", "y@y22", "y@y31", "w@y12", "w@y44", "g@g", "o@o", "p@p", "w@g", "w@o", "w@p", "reroll"})
    EXPECT_EQ(refusal<Clever>(state, text), "accepted") << text;
}

TEST(CleverNotation, AtChanceOnlyTheDiceThatAreDue) {
  clever::State state = Clever::start({2, {}});
  EXPECT_EQ(refusal<Clever>(state, "w@b8"), "dice_due");
  EXPECT_EQ(refusal<Clever>(state, "reroll"), "dice_due");
  for (const char* text : {"roll y1 b2 g3 o4 p5", "roll y1 b2 g3 o4 p5 w6 w6", "roll y1 y2 g3 o4 p5 w6"})
    EXPECT_EQ(refusal<Clever>(state, text), "illegal_event") << text;
  EXPECT_EQ(refusal<Clever>(state, "roll w6 y1 p5 b2 g3 o4"), "accepted");
}

TEST(CleverNotation, ARollKeepsTheOrderInWhichTheDiceLanded) {
  clever::State state = Clever::start({1, {}});
  for (const std::string text : {"roll w6 y1 p5 b2 g3 o4", "roll y1 b2 g3 o4 p5 w6"}) {
    const auto event = Clever::read(state, text);
    ASSERT_TRUE(bool(event));
    EXPECT_EQ(Clever::write(state, std::get<clever::Roll>(*event)), text);
  }
}

TEST(GenialNotation, WhatIsNoEventIsABadEvent) {
  genial::State state = Genial::start({2, {1, 0, 0}});
  play<Genial>(state, {"roll g g b b"});
  for (const char* text : {"",
                           "Score",
                           "score ",
                           "score g:r",
                           "score gg",
                           "score gg:",
                           "score gg:x",
                           "score gb:r",
                           "score ggggg:r",
                           "score gg:r  bb:y",
                           "score gg:r bb:y rr:o",
                           "score bb:y gg:r",
                           "score ggg:r bb:y",
                           "score gg:rr",
                           "reroll all",
                           "roll",
                           "roll rggb",
                           "roll R g g b",
                           "pass",
                           "done",
                           "w@b7"}) {
    EXPECT_EQ(refusal<Genial>(state, text), "bad_event") << text;
  }
  for (const char* text : {"score", "score gg:r", "score bb:b", "score gg:p bb:r", "reroll"})
    EXPECT_EQ(refusal<Genial>(state, text), "accepted") << text;
  for (const char* text : {"score rr:g", "score ggg:r", "roll r g g", "roll r g g b", "roll r g g b b"})
    EXPECT_EQ(refusal<Genial>(state, text), "illegal_event") << text;
}

TEST(GenialNotation, AtChanceOnlyTheDiceThatAreDue) {
  const genial::State state = Genial::start({3, {}});
  EXPECT_EQ(refusal<Genial>(state, "score"), "dice_due");
  EXPECT_EQ(refusal<Genial>(state, "reroll"), "dice_due");
  EXPECT_EQ(refusal<Genial>(state, "roll r g"), "illegal_event");
  EXPECT_EQ(refusal<Genial>(state, "roll r g b p"), "illegal_event");
  EXPECT_EQ(refusal<Genial>(state, "roll r g b"), "accepted");
}

}  // namespace
}  // namespace volpe
