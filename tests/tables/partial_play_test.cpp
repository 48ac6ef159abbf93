// Seats on paper: what they leave on the table, games in which the others see what they would see in a real one, and
// tables that know of them.
#include "games/play_events.h"
#include "tables/table.h"

namespace volpe::tables {
namespace {

// ---- The door

template <Game G>
std::string refused(const typename G::State& state, const std::string& text) {
  const auto after = G::leave(state, text);
  return after ? "accepted" : std::string(name(after.error().code));
}

TEST(CleverLeave, OnlySixDiceOfWhichThreeMayBePlaced) {
  clever::State state = Clever::start({2, {}});
  for (const char* text :
       {"left y3 b1 g2 | o6 p5 w5", "left y3 b1 g2 o6 p5 | w5", "left y3 b1 g2 o6 p5 w5", "left w5 p5 o6 g2 | y3 b1"})
    EXPECT_EQ(refused<Clever>(state, text), "accepted") << text;
  for (const char* text : {"", "left", "left ", "Left y3 b1 g2 | o6 p5 w5", "left y3 b1 g2 | o6 p5 w7",
                           "left y3 b1 g2 |", "left y3 b1 g2 o6 p5 w5 |", "left y3 b1 g2 | o6 | p5 w5",
                           "left y3 b1 g2  | o6 p5 w5", "left y3b1", "roll y3 b1 g2 o6 p5 w5", "left rggb", "left won"})
    EXPECT_EQ(refused<Clever>(state, text), "bad_event") << text;
  for (const char* text : {"left y3 b1 g2 | o6 p5", "left y3 b1 | g2 o6 p5 w5", "left | y3 b1 g2 o6 p5 w5",
                           "left y3 b1 g2 | o6 p5 y5", "left y3 y3 b1 g2 | o6 p5 w5"})
    EXPECT_EQ(refused<Clever>(state, text), "illegal_event") << text;
  play<Clever>(state, {"roll y3 b1 g2 o6 p5 w5"});
  EXPECT_EQ(refused<Clever>(state, "left y3 b1 g2 | o6 p5 w5"), "illegal_event");
  EXPECT_EQ(refusal<Clever>(Clever::start({2, {}}), "left y3 b1 g2 | o6 p5 w5"), "bad_event");  // it is no event
}

TEST(GenialLeave, TheDiceOrTheWholeSheet) {
  genial::State state = Genial::start({2, {}});
  EXPECT_EQ(refused<Genial>(state, "left rggb"), "illegal_event");  // the opening dice come first
  play<Genial>(state, {"roll r g g b"});
  for (const char* text : {"left rggb", "left bggr", "left pppp"})
    EXPECT_EQ(refused<Genial>(state, text), "accepted") << text;
  for (const char* text : {"", "left", "left ", "left rggx", "left r g g b", "left rggb ", "left Rggb", "left rggb won",
                           "left  won", "won", "roll r g g b"})
    EXPECT_EQ(refused<Genial>(state, text), "bad_event") << text;
  for (const char* text : {"left rgg", "left rggbb", "left won"})
    EXPECT_EQ(refused<Genial>(state, text), "illegal_event") << text;
  state = *Genial::leave(state, "left rggb");
  EXPECT_EQ(field<Genial>(state, "turn"), "1");
  ASSERT_EQ(refused<Genial>(state, "left won"), "accepted");
  state = *Genial::leave(state, "left won");
  EXPECT_TRUE(Genial::over(state));
  EXPECT_EQ(Genial::ending(state).winners, bit(1));
  EXPECT_EQ(refused<Genial>(state, "left rggb"), "game_over");
}

// ---- Beside a real game

// What a seat would tell whose turn is over, or nothing if it is not.
std::optional<std::string> left_by(const clever::State& state, int seat) {
  if (Clever::legal(state) == 0 || state.active != seat || state.mover == seat || state.values == 0) return {};
  std::string tray, placed;
  for (int die = 0; die < clever::dice; ++die)
    (has(state.placed, die) ? placed : tray) +=
        std::string(" ") + clever::letters[size_t(die)] + std::to_string(clever::of(state.values, die));
  return "left" + tray + (placed.empty() ? "" : " |" + placed);
}
std::optional<std::string> left_by(const genial::State& state, int seat) {
  if (state.turn == seat) return Genial::over(state) ? std::optional<std::string>("left won") : std::nullopt;
  const boost::json::object position = Genial::position(state, 0);
  return "left " + std::string(position.at("sheets").at(size_t(seat)).at("dice").as_string());
}

// What the others see; how often a seat on paper has rolled, nobody tells.
template <Game G>
std::string seen(const typename G::State& state, Mask paper) {
  JsonObject position = G::position(state, {.redacted = paper});
  position.erase("roll");
  // Neither does anybody tell the last dice of a seat on paper that has won.
  if (G::over(state))
    for (int seat : Members{paper}) position["sheets"].get_array()[size_t(seat)] = nullptr;
  return boost::json::serialize(position);
}

template <Game G>
void compare(const Setup& setup, Mask paper, u64 seed) {
  Random random(seed);
  typename G::State real = G::start(setup);
  PartialPlay<G> told(setup, paper);
  while (!G::over(real)) {
    const bool chance = G::legal(real) == 0;
    const int seat = chance ? int(G::due(real).seat) : G::mover(real);
    Event<G> event;
    if (chance)
      event = G::thrown(u32(random.below(int(G::throws))));
    else
      event = Decision(nth(G::legal(real), random.below(size(G::legal(real)))));
    const std::string text = write<G>(real, event);
    if (!has(paper, seat) || (chance && !G::turn_begins(told.state()))) {  // own, or dice of the opening
      ASSERT_FALSE(told.leaves());
      ASSERT_EQ(seen<G>(told.state(), paper), seen<G>(real, paper));
      const auto entry = told.chance() ? told.read(text) : Result<typename PartialPlay<G>::Entry>(TurnSummary{});
      ASSERT_TRUE(entry) << text;
      if (told.chance())
        told.add(*entry);
      else
        told.add(event);
    }
    apply<G>(real, event);
    while (told.leaves()) {
      const std::optional<std::string> left = left_by(real, *told.leaves());
      if (!left) break;
      const auto entry = told.read(*left);
      ASSERT_TRUE(entry) << *left;
      told.add(*entry);
    }
  }
  EXPECT_TRUE(G::over(told.state()));
  EXPECT_EQ(seen<G>(told.state(), paper), seen<G>(real, paper));
}

TEST(Paper, TheOthersSeeWhatTheySeeInARealGame) {
  for (int seats = 2; seats <= 4; ++seats)
    for (Mask paper = 1; paper + 1 < bit(seats); ++paper)
      for (u64 seed = 1; seed <= 20; ++seed) {
        compare<Clever>({seats, {0, 0, u8(seed % 2)}}, paper, seed);
        compare<Genial>({seats, {u8(seed % 2), 0, 0}}, paper, seed);
        ASSERT_FALSE(HasFatalFailure()) << seats << " seats, paper " << paper << ", seed " << seed;
      }
}

// ---- At a table

struct Written {
  std::vector<JsonObject> entries;
  std::optional<Table> table;

  // What was wrong with an entry, or nothing.
  std::string put(JsonObject entry) {
    entry["at"] = i64(1000 * (entries.size() + 1));
    Result<Table> next = table ? table->after(entry) : Table::open(entry);
    if (!next) return next.error().message;
    table = *next;
    entries.push_back(std::move(entry));
    return {};
  }
  std::string event(int seat, std::string_view text) {
    return put({{"do", "event"}, {"by", "anna"}, {"seat", seat}, {"event", text}});
  }
  std::string correct(int ply, std::string_view text, bool drop = false) {
    return put({{"do", "correct"}, {"by", "anna"}, {"ply", ply}, {"event", text}, {"drop", drop}});
  }
  JsonObject view() const { return table->view("anna"); }
  Table again() const {
    Result<Table> read = Table::open(entries[0]);
    for (size_t n = 1; n < entries.size(); ++n) read = read->after(entries[n]);
    return *read;
  }
};

JsonObject settings(std::string_view game, int seats, JsonArray paper) {
  return {{"do", "open"},   {"by", "anna"},   {"game", game},          {"seats", seats}, {"options", JsonObject{}},
          {"dice", "real"}, {"first", "0"},   {"listed", false},       {"hints", false}, {"limit", 60},
          {"match", false}, {"paper", paper}, {"secrets", JsonArray{}}};
}

Written begun(const JsonObject& rematch_request) {
  Written written;
  EXPECT_EQ(written.put(rematch_request), "");
  for (int seat = 0; seat < rematch_request.at("seats").to_number<int>(); ++seat)
    EXPECT_EQ(written.put({{"do", "sit"}, {"by", "anna"}, {"seat", seat}}), "");
  const int first = rematch_request.at("first").as_string()[0] - '0';
  EXPECT_EQ(written.put({{"do", "start"}, {"by", "anna"}, {"first", first}}), "");
  return written;
}

TEST(PaperTable, WhatContradictsItselfIsRefused) {
  const auto refused = [](std::string_view game, int seats, JsonArray paper, std::string_view key = "seats",
                          Json value = nullptr) {
    JsonObject entry = settings(game, seats, std::move(paper));
    if (!value.is_null()) entry[key] = std::move(value);
    return Written().put(entry);
  };
  EXPECT_EQ(refused("clever", 2, {1}), "");
  EXPECT_EQ(refused("clever", 2, {}), "'paper' names no seat");
  EXPECT_EQ(refused("clever", 3, {1, 1}), "'paper' names seat 1 twice");
  EXPECT_EQ(refused("clever", 2, {0, 1}), "at least one seat is not on paper");
  EXPECT_EQ(refused("clever", 1, {0}), "at least one seat is not on paper");
  EXPECT_NE(refused("clever", 2, {2}), "");
  EXPECT_NE(refused("clever", 2, {"1"}), "");
  EXPECT_NE(refused("clever", 2, {1}, "paper", 1), "");
  EXPECT_EQ(refused("clever", 2, {1}, "dice", "fair"), "seats are on paper only where dice are real");
  EXPECT_EQ(refused("clever", 2, {1}, "hints", true), "with seats on paper there are neither hints nor matches");
  JsonObject match = settings("genial", 2, {1});
  match["match"] = true;
  match["series"] = "evening";
  EXPECT_EQ(Written().put(match), "with seats on paper there are neither hints nor matches");
}

TEST(PaperTable, NothingIsKnownOfTheOthers) {
  Written written = begun(settings("clever", 3, {0, 2}));
  EXPECT_EQ(written.put({{"do", "away"}, {"by", "anna"}, {"seat", 1}, {"bot", "level1"}}),
            "no bot can play where seats are on paper");
  EXPECT_EQ(written.put({{"do", "resign"}, {"by", "anna"}, {"seat", 1}, {"bot", "level1"}}),
            "no bot can play where seats are on paper");
  EXPECT_NE(written.event(0, "roll y3 b1 g2 o6 p5 w5"), "");
  EXPECT_EQ(written.view().at("leaves"), 0);
  ASSERT_EQ(written.event(0, "left y3 b1 g2 | o6 p5 w5"), "");
  const JsonObject view = written.view();
  EXPECT_TRUE(view.at("leaves").is_null());
  EXPECT_EQ(view.at("waits_for"), JsonArray{1});
  EXPECT_TRUE(view.at("players").at(0).as_object().contains("paper"));
  EXPECT_FALSE(view.at("players").at(1).as_object().contains("paper"));
  for (const Json& sheets : {view.at("position").at("sheets"), view.at("choices").at(0).at("position").at("sheets"),
                             (*written.table->preview(1, {"g@g"})).at("sheets")})
    for (size_t seat = 0; seat < 3; ++seat) EXPECT_EQ(sheets.at(seat).is_null(), seat != 1);
  EXPECT_EQ(written.table->record(0, default_names(3)).error().message, "a game with seats on paper has no record");
  EXPECT_EQ(written.table->query_position(0, default_names(3), {{"ply", 1}})->at("event"), "left y3 b1 g2 | o6 p5 w5");
  EXPECT_TRUE(
      written.table->query_position(0, default_names(3), {{"ply", 0}})->at("position").at("sheets").at(2).is_null());
}

TEST(PaperTable, WhatASeatLeftIsTakenBackAndCorrected) {
  Written written = begun(settings("clever", 2, {0}));
  ASSERT_EQ(written.event(0, "left y3 b1 g2 | o6 p5 w5"), "");
  const JsonObject back = written.view().at("undo").at(0).as_object();
  EXPECT_EQ(back, (JsonObject{{"ply", 1}, {"seat", 0}}));
  EXPECT_EQ(written.table->stale(0, back), std::nullopt);
  ASSERT_EQ(written.put({{"do", "undo"}, {"by", "anna"}, {"seat", 0}}), "");
  EXPECT_EQ(written.view().at("leaves"), 0);
  ASSERT_EQ(written.event(0, "left y3 b1 g2 | o6 p5 w5"), "");
  ASSERT_EQ(written.event(1, "g@g"), "");
  EXPECT_EQ(written.view().at("position").at("due_seat"), 1);
  ASSERT_EQ(written.event(1, "roll y3 b1 g4 o6 p2 w5"), "");
  ASSERT_EQ(written.correct(0, "left y3 b1 g5 | o6 p5 w5"), "");
  EXPECT_EQ(written.view().at("position").at("ply"), 3);
  EXPECT_EQ(written.view().at("recent").at(0).at("event"), "left y3 b1 g5 | o6 p5 w5");
  EXPECT_NE(written.correct(0, "left y3 b1 o6 | g5 p5 w5"), "");  // then green is no longer in the tray
  EXPECT_NE(written.correct(0, "roll y3 b1 g5 o6 p5 w5", true), "");
  ASSERT_EQ(written.correct(0, "left y3 b1 o6 | g5 p5 w5", true), "");
  EXPECT_EQ(written.view().at("position").at("ply"), 1);
  EXPECT_EQ(written.again().view("anna"), written.view());
}

// Whoever decides takes the first that is legal, whoever rolls the same dice, whoever leaves some the same too.
void play_on(Written& written, std::string_view roll, std::string_view left) {
  while (written.table->stage() == TableStage::playing) {
    const JsonObject view = written.view();
    if (const Json& leaves = view.at("leaves"); !leaves.is_null()) {
      ASSERT_EQ(written.event(leaves.to_number<int>(), left), "");
    } else if (const JsonArray& choices = view.at("choices").as_array(); !choices.empty()) {
      ASSERT_EQ(written.event(choices[0].at("seat").to_number<int>(),
                              choices[0].at("position").at("legal").at(0).as_string()),
                "");
    } else {
      const JsonArray* due = view.at("position").at("due").if_array();
      std::string text = "roll";
      if (due != nullptr)
        for (const Json& die : *due) text += " " + std::string(die.as_string()) + "5";
      ASSERT_EQ(written.event(view.at("position").at("due_seat").to_number<int>(), due ? text : std::string(roll)), "");
    }
  }
}

TEST(PaperTable, CleverClaimsNoWinner) {
  for (int first = 0; first < 3; ++first) {
    JsonObject rematch_request = settings("clever", 3, {0, 2});
    rematch_request["first"] = std::to_string(first);
    Written written = begun(rematch_request);
    play_on(written, "", "left y3 b1 g2 | o6 p5 w5");
    const JsonObject view = written.view();
    const int own = (1 - first + 3) % 3;  // the seat that starts is seat 0 now
    const Json& result = view.at("position").at("result");
    for (int seat = 0; seat < 3; ++seat) EXPECT_EQ(result.at("totals").at(size_t(seat)).is_null(), seat != own);
    EXPECT_EQ(result.at("winners"), JsonArray{});
    EXPECT_EQ(view.at("position").at("round"), 5);
    EXPECT_TRUE(written.table->results().empty());
    EXPECT_EQ(written.again().view("anna"), view);
    EXPECT_EQ(written.table->rematch_request().at("paper"), own == 0   ? (JsonArray{1, 2})
                                                            : own == 1 ? (JsonArray{0, 2})
                                                                       : (JsonArray{0, 1}));
  }
}

TEST(PaperTable, GenialKnowsWhoHasWon) {
  Written written = begun(settings("genial", 2, {1}));
  ASSERT_EQ(written.event(1, "roll r g g b"), "");  // the opening dice are there for all to see
  ASSERT_EQ(written.event(0, "roll r g g b"), "");
  ASSERT_EQ(written.event(0, "score"), "");
  EXPECT_EQ(written.view().at("position").at("sheets").at(1), (JsonObject{{"dice", "rggb"}}));
  ASSERT_EQ(written.event(1, "left won"), "");
  const Json result = written.view().at("position").at("result");
  EXPECT_EQ(result.at("winners"), JsonArray{1});
  EXPECT_EQ(result.at("totals"), (JsonArray{0, nullptr}));
  EXPECT_EQ(written.event(0, "roll r g g b"), "the game is over");
}

}  // namespace
}  // namespace volpe::tables
