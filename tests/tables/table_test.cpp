// Tables as a function of their entries: who may do what, choices that need not wait, undo, corrections, matches.
#include "tables/table.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "record/verify.h"

namespace volpe::tables {
namespace {

// A table that is written to by hand; every entry is kept, so that it can be read again from them.
struct Written {
  std::vector<JsonObject> entries;
  std::optional<Table> table;
  i64 time = 1000;

  std::string put(JsonObject entry) {
    entry["at"] = time += 1000;
    Result<Table> next = table ? table->after(entry) : Table::open(entry);
    if (!next) return std::string(name(next.error().code));
    table = *next;
    entries.push_back(std::move(entry));
    return {};
  }

  // The same table from its entries alone.
  Table again() const {
    Result<Table> read = Table::open(entries[0]);
    for (size_t n = 1; n < entries.size(); ++n) read = read->after(entries[n]);
    return *read;
  }

  JsonObject position() const { return table->view("").at("position").as_object(); }
};

JsonObject settings(std::string_view game, int seats, std::string_view dice = "fair") {
  JsonObject entry{{"do", "open"},  {"by", "p0"},   {"game", game},    {"seats", seats}, {"options", JsonObject{}},
                   {"dice", dice},  {"first", "0"}, {"listed", false}, {"hints", true},  {"limit", 60},
                   {"match", false}};
  JsonArray secrets;
  if (dice != "real") secrets.emplace_back(hex(Bytes32{1, 2, 3}));
  entry["secrets"] = secrets;
  return entry;
}

std::string person(int seat) { return "p" + std::to_string(seat); }

JsonObject does(std::string_view what, int seat) { return {{"do", what}, {"by", person(seat)}, {"seat", seat}}; }

JsonObject event(int seat, std::string_view text) {
  JsonObject entry = does("event", seat);
  entry["event"] = text;
  return entry;
}

// Everybody sits where their number says, and the game begins.
Written begun(JsonObject rematch_request) {
  Written written;
  const int seats = int(rematch_request.at("seats").as_int64());
  EXPECT_EQ(written.put(std::move(rematch_request)), "");
  for (int seat = 0; seat < seats; ++seat) {
    JsonObject sit = does("sit", seat);
    sit["seed"] = "seed" + std::to_string(seat);
    EXPECT_EQ(written.put(sit), "");
  }
  EXPECT_EQ(written.put({{"do", "start"}, {"by", "p0"}, {"first", 0}}), "");
  return written;
}

// The decisions that a person may make now, for each seat of theirs.
std::vector<std::pair<int, std::string>> open_choices(const Table& table) {
  std::vector<std::pair<int, std::string>> list;
  for (int seat = 0; seat < int(table.seats().size()); ++seat) {
    const JsonObject view = table.view(table.seats()[size_t(seat)].who);
    for (const Json& choice : view.at("choices").as_array())
      for (const Json& text : choice.at("position").at("legal").as_array())
        list.emplace_back(int(choice.at("seat").to_number<int>()), std::string(text.as_string()));
  }
  return list;
}

// Goes on at random, in any order that is open, taking back now and then.
void play_one_step(Written& written, Random& random, bool undo) {
  const Table& table = *written.table;
  const auto choices = open_choices(table);
  if (choices.empty()) {
    const JsonObject view = table.view("");
    if (view.at("roller").is_null()) {
      ASSERT_EQ(written.put({{"do", "next"}, {"by", "p0"}}), "");
      return;
    }
    const int seat = int(view.at("roller").to_number<int>());
    JsonObject roll = event(seat, *table.next_roll_text());
    roll["by"] = table.seats()[size_t(seat)].who;
    ASSERT_EQ(written.put(roll), "");
    return;
  }
  const auto& [seat, text] = choices[size_t(random.below(int(choices.size())))];
  JsonObject decision = event(seat, text);
  decision["by"] = table.seats()[size_t(seat)].who;
  ASSERT_EQ(written.put(decision), "");
  if (undo && random.below(4) == 0 && written.table->stage() == TableStage::playing) {
    JsonObject back = does("undo", seat);
    back["by"] = decision["by"];
    const bool may =
        std::visit([&, s = seat](const auto& session) { return !session.over() && session.can_take_back(s); },
                   *written.table->session());
    ASSERT_EQ(written.put(back), may ? "" : "illegal_event");
  }
}

void play_at_random(Written& written, Random& random, bool undo) {
  while (written.table->stage() == TableStage::playing && !testing::Test::HasFatalFailure())
    play_one_step(written, random, undo);
}

TEST(Table, GamesInAnyOrderOfChoicesGiveRecordsInSeatOrder) {
  for (int seats = 1; seats <= 4; ++seats)
    for (u64 seed = 1; seed <= 6; ++seed) {
      Random random(seed);
      Written written = begun(settings("clever", seats));
      play_at_random(written, random, true);
      ASSERT_EQ(written.table->stage(), TableStage::over);
      const std::string record = *written.table->record(0, default_names(seats));
      const Result<AnyPlay> read = read_record(record);  // every event through the rules, in their order
      ASSERT_TRUE(read) << read.error().message << "\n" << record;
      EXPECT_NE(record.find(hex(Bytes32{1, 2, 3})), std::string::npos);
      EXPECT_NE(record.find("dice: fair "), std::string::npos);  // and they follow from the dice
      EXPECT_EQ(written.again().view("p0"), written.table->view("p0"));
    }
}

TEST(Table, APassiveSeatNeedNotWait) {
  Random random(5);
  Written written = begun(settings("clever", 4));
  const auto waiting = [&] { return written.table->view("").at("waits_for").as_array().size(); };
  while (waiting() < 3)
    if (const auto choices = open_choices(*written.table); choices.empty())
      ASSERT_EQ(written.put(event(0, *written.table->next_roll_text())), "");
    else
      ASSERT_EQ(written.put(event(0, choices[0].second)), "");
  const JsonObject before = written.position();
  // The last seat decides first: what others see does not change, the seat itself sees its mark.
  const auto of_last = [&] { return written.table->view("p3").at("choices").as_array(); };
  while (!of_last().empty()) {
    const JsonObject choice = of_last()[0].as_object();
    ASSERT_EQ(written.table->stale(3, choice), std::nullopt);
    JsonObject old = choice;
    old["step"] = choice.at("step").to_number<int>() + 1;
    EXPECT_EQ(written.table->stale(3, old)->code, Code::stale);
    ASSERT_EQ(written.put(event(3, std::string(choice.at("position").at("legal").as_array()[0].as_string()))), "");
    EXPECT_EQ(written.table->stale(3, choice)->code, Code::stale);
  }
  EXPECT_EQ(written.position(), before);
  EXPECT_EQ(waiting(), 2u);
  // Taken back and made again; another seat's decisions in between do not stand in the way.
  const auto first_of = [&](int seat) {
    const auto choices = open_choices(*written.table);
    return std::find_if(choices.begin(), choices.end(), [&](auto& c) { return c.first == seat; })->second;
  };
  ASSERT_EQ(written.put(event(1, first_of(1))), "");
  EXPECT_EQ(written.put(does("undo", 3)), "");
  EXPECT_EQ(written.put(does("undo", 1)), "");
  EXPECT_EQ(written.position(), before);
  EXPECT_EQ(written.put(does("undo", 2)), "illegal_event");
  play_at_random(written, random, false);
  EXPECT_TRUE(read_record(*written.table->record(0, default_names(4))));
}

TEST(Table, UndoEndsAtARollAndAtAnotherSeatsDecision) {
  Written written = begun(settings("genial", 2));
  EXPECT_EQ(written.put(does("undo", 0)), "illegal_event");
  const auto roll = [&](int seat) { return written.put(event(seat, *written.table->next_roll_text())); };
  ASSERT_EQ(roll(1), "");  // the opening dice
  ASSERT_EQ(roll(0), "");
  EXPECT_EQ(written.put(does("undo", 0)), "illegal_event");
  ASSERT_EQ(written.put(event(0, "score")), "");
  EXPECT_EQ(written.put(does("undo", 1)), "illegal_event");
  ASSERT_EQ(written.put(does("undo", 0)), "");
  ASSERT_EQ(written.put(event(0, "reroll")), "");
  ASSERT_EQ(written.put(does("undo", 0)), "");
  ASSERT_EQ(written.put(event(0, "score")), "");
  EXPECT_EQ(roll(0), "not_yours");
  ASSERT_EQ(roll(1), "");
  EXPECT_EQ(written.put(does("undo", 0)), "illegal_event");
}

TEST(Table, NobodyActsForASeatThatIsNotTheirs) {
  Written written;
  ASSERT_EQ(written.put(settings("clever", 2)), "");
  ASSERT_EQ(written.put(does("sit", 0)), "");
  JsonObject other = does("sit", 0);
  other["by"] = "p1";
  EXPECT_EQ(written.put(other), "illegal_event");
  JsonObject bot{{"do", "bot"}, {"by", "p1"}, {"seat", 1}, {"bot", "level2"}};
  EXPECT_EQ(written.put(bot), "not_yours");
  bot["by"] = "p0";
  bot["bot"] = "grandmaster";
  EXPECT_EQ(written.put(bot), "unknown_level");
  EXPECT_EQ(written.put({{"do", "start"}, {"by", "p0"}, {"first", 0}}), "illegal_event");  // a seat is free
  ASSERT_EQ(written.put(does("sit", 1)), "");
  JsonObject stand = does("stand", 0);
  stand["by"] = "p1";
  EXPECT_EQ(written.put(stand), "not_yours");
  EXPECT_EQ(written.put({{"do", "start"}, {"by", "p1"}, {"first", 0}}), "not_yours");
  EXPECT_EQ(written.put({{"do", "start"}, {"by", "p0"}, {"first", 1}}), "illegal_event");  // 0 was chosen
  EXPECT_EQ(written.put(event(0, "w@g")), "illegal_event");
  ASSERT_EQ(written.put({{"do", "start"}, {"by", "p0"}, {"first", 0}}), "");
  JsonObject foreign = event(0, *written.table->next_roll_text());
  foreign["by"] = "p1";
  EXPECT_EQ(written.put(foreign), "not_yours");
  foreign.erase("by");  // nor the server, where no bot plays
  EXPECT_EQ(written.put(foreign), "not_yours");
  EXPECT_EQ(written.put(event(1, *written.table->next_roll_text())), "not_yours");
  EXPECT_EQ(written.put(does("dance", 0)), "bad_request");
  EXPECT_EQ(written.put({{"do", "sit"}, {"by", "p0"}, {"seat", 7}}), "bad_request");
}

TEST(Table, ASeatIsHandedToABotAndTakenBack) {
  Written written = begun(settings("genial", 2));
  const auto away = [&](int seat, int by) {
    return written.put({{"do", "away"}, {"by", person(by)}, {"seat", seat}, {"bot", "level3"}});
  };
  ASSERT_EQ(written.put(event(1, *written.table->next_roll_text())), "");
  EXPECT_EQ(away(0, 1), "illegal_event");  // still has time
  written.time += 60'000;
  EXPECT_EQ(away(1, 0), "illegal_event");  // is not waited for
  EXPECT_EQ(away(0, 5), "not_yours");      // does not sit here
  ASSERT_EQ(away(0, 1), "");
  const std::vector<BotTask> bot_tasks = written.table->bot_tasks();
  ASSERT_EQ(bot_tasks.size(), 1u);
  EXPECT_TRUE(bot_tasks[0].roll && bot_tasks[0].seat == 0 && bot_tasks[0].bot == "level3");
  EXPECT_EQ(written.put(event(0, *written.table->next_roll_text())), "not_yours");
  ASSERT_EQ(written.put(does("back", 0)), "");
  ASSERT_EQ(written.put(event(0, *written.table->next_roll_text())), "");
  ASSERT_EQ(written.put({{"do", "resign"}, {"by", "p0"}, {"seat", 0}, {"bot", "level3"}}), "");
  EXPECT_EQ(written.put(does("back", 0)), "illegal_event");
  EXPECT_EQ(written.table->bot_tasks().size(), 1u);
}

TEST(Table, AMatchTurnsTheSeatsAndAddsPoints) {
  JsonObject rematch_request = settings("genial", 3);
  rematch_request["match"] = true;
  rematch_request["series"] = "evening";
  rematch_request["secrets"] = {hex(Bytes32{1}), hex(Bytes32{2}), hex(Bytes32{3})};
  Written written = begun(rematch_request);
  Random random(3);
  play_at_random(written, random, true);
  ASSERT_EQ(written.table->stage(), TableStage::over);
  EXPECT_EQ(written.table->games(), 3);
  EXPECT_FALSE(written.table->play(4, default_names(3)));
  std::array<int, 3> points{};
  for (int game = 0; game < 3; ++game) {
    std::vector<std::string> names;
    for (const Seat& seat : written.table->seats()) names.push_back(seat.who);
    const Result<AnyPlay> read = read_record(*written.table->record(game + 1, names));
    ASSERT_TRUE(read) << read.error().message;
    const auto& play = std::get<Play<Genial>>(*read);
    EXPECT_EQ(play.names()[0], person(game));
    EXPECT_EQ(play.stated().match, "evening " + std::to_string(game + 1) + "/3");
    for (int seat = 0; seat < 3; ++seat)
      points[size_t(play.names()[size_t(seat)][1] - '0')] += Genial::ending(play.state()).totals[size_t(seat)];
  }
  for (const Seat& seat : written.table->seats()) EXPECT_EQ(seat.points, points[size_t(seat.who[1] - '0')]);
}

TEST(Table, RealDiceAreEnteredAndCorrected) {
  Written written = begun(settings("clever", 1, "real"));
  EXPECT_EQ(written.table->next_roll_text(), std::nullopt);
  ASSERT_EQ(written.put(event(0, "roll y3 b1 g4 o6 p2 w5")), "");
  ASSERT_EQ(written.put(event(0, "g@g")), "");
  ASSERT_EQ(written.put(event(0, "roll o6 w5")), "");
  const auto correct = [&](int ply, std::string_view text, bool drop) {
    return written.put({{"do", "correct"}, {"by", "p0"}, {"ply", ply}, {"event", text}, {"drop", drop}});
  };
  const JsonObject before = written.position();
  EXPECT_EQ(correct(0, "roll y3 b1 g5 o6 p2 w4", false), "illegal_event");  // then white would lie in the tray
  EXPECT_EQ(written.position(), before);
  EXPECT_EQ(correct(9, "g@g", false), "bad_request");
  EXPECT_EQ(correct(0, "g@g", true), "dice_due");
  ASSERT_EQ(correct(0, "roll y3 b1 g5 o6 p2 w5", false), "");
  EXPECT_EQ(written.position().at("dice").at("g").at("value"), 5);
  EXPECT_EQ(written.position().at("ply"), 3);
  ASSERT_EQ(correct(0, "roll y3 b1 g5 o6 p2 w4", true), "");
  EXPECT_EQ(written.position().at("ply"), 2);
  EXPECT_EQ(begun(settings("clever", 1)).put({{"do", "correct"}, {"by", "p0"}, {"ply", 0}, {"event", "x"}}),
            "illegal_event");
}

TEST(Table, SecretsAreNotShownBeforeTheEnd) {
  Written written = begun(settings("clever", 1));
  const std::string secret = hex(Bytes32{1, 2, 3});
  Random random(1);
  EXPECT_EQ(boost::json::serialize(written.table->view("p0")).find(secret), std::string::npos);
  EXPECT_EQ(written.table->record(1, {"Anna"})->find(secret), std::string::npos);
  play_at_random(written, random, false);
  EXPECT_NE(written.table->record(1, {"Anna"})->find(secret), std::string::npos);
}

TEST(Table, AGameThatIsBrokenOffShowsItsSecretAndNeverGoesOn) {
  for (const char* game : {"clever", "genial"}) {
    Written written = begun(settings(game, 2));
    Random random(1);
    std::vector<std::pair<int, std::string>> choices;
    while ((choices = open_choices(*written.table)).empty()) play_one_step(written, random, false);
    const JsonObject by_somebody{{"do", "break_off"}, {"by", "p0"}};
    EXPECT_EQ(written.put(by_somebody), "not_yours");
    ASSERT_EQ(written.put({{"do", "break_off"}}), "");
    EXPECT_EQ(written.table->stage(), TableStage::over);
    const std::string record = *written.table->record(1, {"Anna", "Ben"});
    EXPECT_NE(record.find(hex(Bytes32{1, 2, 3})), std::string::npos);
    EXPECT_EQ(record, *written.again().record(1, {"Anna", "Ben"}));
    EXPECT_TRUE(read_record(record));
    const JsonObject view = written.table->view("p0");
    EXPECT_EQ(view.at("broken_off"), true);
    EXPECT_TRUE(view.at("position").at("result").is_null());
    EXPECT_TRUE(view.at("roller").is_null());
    EXPECT_FALSE(view.contains("totals"));
    EXPECT_TRUE(written.table->results().empty());
    EXPECT_TRUE(written.table->bot_tasks().empty());
    EXPECT_EQ(written.put(event(choices[0].first, choices[0].second)), "game_over");
    EXPECT_EQ(written.put({{"do", "break_off"}}), "illegal_event");
  }
}

TEST(Table, BetweenTwoGamesOfAMatchTheSecretIsShownOnce) {
  JsonObject rematch_request = settings("genial", 2);
  rematch_request["match"] = true;
  rematch_request["series"] = "series";
  rematch_request["secrets"] = JsonArray{hex(Bytes32{1}), hex(Bytes32{2})};
  Written written = begun(std::move(rematch_request));
  Random random(1);
  while (!std::visit([](const auto& session) { return session.over(); }, *written.table->session()))
    play_one_step(written, random, false);
  const std::string before = *written.table->record(1, {"Anna", "Ben"});
  ASSERT_EQ(written.put({{"do", "break_off"}}), "");
  EXPECT_EQ(*written.table->record(1, {"Anna", "Ben"}), before);
  EXPECT_EQ(written.put({{"do", "next"}, {"by", "p0"}}), "illegal_event");
}

TEST(Table, OnlyFairDiceAreBrokenOff) {
  EXPECT_EQ(begun(settings("clever", 2, "real")).put({{"do", "break_off"}}), "illegal_event");
  Written open;
  ASSERT_EQ(open.put(settings("clever", 2)), "");
  EXPECT_EQ(open.put({{"do", "break_off"}}), "illegal_event");
}

TEST(Table, SeedsAreNotShownBeforeAllAreIn) {
  Written written;
  ASSERT_EQ(written.put(settings("clever", 2)), "");
  JsonObject sit = does("sit", 0);
  sit["seed"] = "fox";
  ASSERT_EQ(written.put(sit), "");
  const auto shown = [&](std::string_view who) {
    return boost::json::serialize(written.table->view(who)).find("fox") != std::string::npos;
  };
  EXPECT_TRUE(shown("p0"));
  EXPECT_FALSE(shown("p1"));
  EXPECT_FALSE(shown(""));
  ASSERT_EQ(written.put(does("sit", 1)), "");
  ASSERT_EQ(written.put({{"do", "start"}, {"by", "p0"}, {"first", 0}}), "");
  EXPECT_TRUE(shown("p1"));
}

TEST(Table, TheDiceOfTheDayAreForOneSeatAndTheUsualRules) {
  const auto opened = [](int seats, JsonObject options, bool hints) {
    JsonObject daily = settings("clever", seats, "daily");
    daily["date"] = "2026-11-16";
    daily["hints"] = hints;
    daily["options"] = std::move(options);
    return Written().put(daily);
  };
  EXPECT_EQ(opened(1, {}, false), "");
  EXPECT_EQ(opened(2, {}, false), "bad_option");
  EXPECT_EQ(opened(1, {{"decline", "allowed"}}, false), "bad_option");
  EXPECT_EQ(opened(1, {}, true), "bad_option");
}

TEST(Table, ARematchIsAtATable) {
  Written written = begun(settings("clever", 1));
  const auto link = [&](std::string_view table) {
    return written.put({{"do", "rematch"}, {"by", "p0"}, {"table", table}});
  };
  const std::string there(32, 'a');
  EXPECT_EQ(link(there), "illegal_event");
  Random random(1);
  play_at_random(written, random, false);
  EXPECT_EQ(link("https://example.org"), "bad_request");
  EXPECT_EQ(link(std::string(32, 'X')), "bad_request");
  EXPECT_EQ(link(there), "");
  EXPECT_EQ(link(std::string(32, 'b')), "illegal_event");
  EXPECT_EQ(written.table->rematch(), there);
}

TEST(Table, TriedDecisionsChangeNothing) {
  Written written = begun(settings("clever", 1));
  ASSERT_EQ(written.put(event(0, *written.table->next_roll_text())), "");
  const JsonObject before = written.table->view("p0");
  const std::string first = open_choices(*written.table)[0].second;
  const Result<JsonObject> tried = written.table->preview(0, {first});
  ASSERT_TRUE(tried);
  EXPECT_NE(tried->at("sheets"), before.at("position").at("sheets"));
  EXPECT_EQ(written.table->view("p0"), before);
  EXPECT_FALSE(written.table->preview(0, {"nonsense"}));
  EXPECT_FALSE(written.table->preview(3, {first}));
}

}  // namespace
}  // namespace volpe::tables
