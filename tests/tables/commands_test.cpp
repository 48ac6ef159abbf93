// The list of commands: the same as in the document for clients, and every refusal of it with its sentence.
#include "tables/commands.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>

#include "tables/command_parser.h"

namespace volpe::tables {
namespace {

using Names = std::vector<std::string>;

// ---- The document

// All `words` of a text.
Names quoted_words(const std::string& text) {
  static const std::regex word("`([^`]*)`");
  Names words;
  for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at) words.push_back((*at)[1]);
  return words;
}

// The verbs of the table "do | fields | who, when", each with its fields.
std::vector<std::pair<std::string, Names>> documented() {
  std::ifstream file(DOCS "/server-api.md");
  std::string line;
  while (std::getline(file, line) && line != "| do | fields | who, when |") {
  }
  std::getline(file, line);
  std::vector<std::pair<std::string, Names>> rows;
  static const std::regex row(R"(\| `(\w+)` \|([^|]*)\|.*)");
  for (std::smatch match; std::getline(file, line) && std::regex_match(line, match, row);)
    rows.emplace_back(match[1], quoted_words(match[2]));
  return rows;
}

// What a client sends for a command besides `do` and `id`.
Names fields_of_request(const Command& command) {
  Names names;
  for (const Field& field : command.fields)
    if (field.given != Given::by_server) names.emplace_back(field.name);
  if (command.point != Point::none) names.emplace_back("ply");
  if (command.point == Point::choice) names.insert(names.end(), {"turn", "step"});
  return names;
}

TEST(Commands, AreTheOnesOfTheDocument) {
  std::vector<std::pair<std::string, Names>> listed;
  for (const Command& command : Commands::list)
    if (command.form != Form::entry) listed.emplace_back(command.verb, fields_of_request(command));
  EXPECT_EQ(listed, documented());
}

TEST(Commands, AreListedOnce) {
  std::map<std::string_view, int> count;
  for (const Command& command : Commands::list) EXPECT_EQ(++count[command.verb], 1) << command.verb;
}

// ---- A table at each stage

// Seats 0 and 1 belong to p0, who is the host, and p1; a bot has seat 2.
Table table_at(TableStage stage) {
  std::vector<JsonObject> entries{{{"do", "sit"}, {"by", "p0"}, {"seat", 0}},
                                  {{"do", "sit"}, {"by", "p1"}, {"seat", 1}},
                                  {{"do", "bot"}, {"by", "p0"}, {"seat", 2}, {"bot", "level1"}}};
  if (stage != TableStage::open) entries.push_back({{"do", "start"}, {"by", "p0"}, {"first", 0}});
  if (stage == TableStage::over) entries.push_back({{"do", "break_off"}});
  Result<Table> table = Table::open({{"do", "open"},
                                     {"by", "p0"},
                                     {"at", 1},
                                     {"game", "genial"},
                                     {"seats", 3},
                                     {"options", JsonObject{}},
                                     {"dice", "fair"},
                                     {"first", "0"},
                                     {"listed", false},
                                     {"hints", true},
                                     {"limit", 60},
                                     {"match", false},
                                     {"secrets", {hex(Bytes32{1})}}});
  for (JsonObject& entry : entries) {
    entry["at"] = 2;
    table = table->after(entry);
    EXPECT_TRUE(bool(table));
  }
  EXPECT_EQ(table->stage(), stage);
  return *table;
}

// An entry of a verb with all its fields as they should be.
JsonObject sound(std::string_view verb, std::string_view by) {
  const JsonObject all{{"seat", 0}, {"first", 0},       {"seed", "fox"}, {"bot", "level2"},
                       {"ply", 0},  {"event", "score"}, {"drop", true},  {"table", std::string(32, 'a')}};
  JsonObject entry{{"do", verb}, {"by", by}, {"at", 3}};
  for (const Field& field : find_entry(verb)->fields)
    if (field.given != Given::beside) entry[field.name] = all.at(field.name);
  return entry;
}

std::string answer(const Table& table, const JsonObject& entry) {
  const Result<Table> next = table.after(entry);
  return next ? "" : std::string(name(next.error().code)) + ": " + next.error().message;
}

// ---- Refusals

struct Refused {
  std::string_view verb, by;
  TableStage stage;
  std::string sentence;
};

TEST(Commands, AreGivenAtOneStageOnly) {
  constexpr TableStage open = TableStage::open, playing = TableStage::playing, over = TableStage::over;
  const std::vector<Refused> refused = {
      {"sit", "p0", playing, "illegal_event: the game has begun"},
      {"sit", "p0", over, "illegal_event: the game has begun"},
      {"bot", "p0", playing, "illegal_event: the game has begun"},
      {"bot", "p0", over, "illegal_event: the game has begun"},
      {"stand", "p0", playing, "illegal_event: the game has begun: hand the seat to a bot, or resign"},
      {"stand", "p0", over, "illegal_event: the game has begun: hand the seat to a bot, or resign"},
      {"start", "p0", playing, "illegal_event: the game has begun"},
      {"start", "p0", over, "illegal_event: the game has begun"},
      {"event", "p0", open, "illegal_event: the game has not begun"},
      {"event", "p0", over, "game_over: the game is over"},
      {"undo", "p0", open, "illegal_event: there is nothing to take back"},
      {"undo", "p0", over, "illegal_event: there is nothing to take back"},
      {"correct", "p0", open, "illegal_event: there is nothing to correct"},
      {"correct", "p0", over, "illegal_event: there is nothing to correct"},
      {"away", "p0", open, "illegal_event: the game is not on"},
      {"away", "p0", over, "illegal_event: the game is not on"},
      {"back", "p0", open, "illegal_event: no bot plays for you here"},
      {"back", "p0", over, "illegal_event: no bot plays for you here"},
      {"resign", "p0", open, "illegal_event: the game is not on"},
      {"resign", "p0", over, "illegal_event: the game is not on"},
      {"next", "p0", open, "illegal_event: there is no next game now"},
      {"next", "p0", over, "illegal_event: there is no next game now"},
      {"rematch", "p0", open, "illegal_event: the game is not over"},
      {"rematch", "p0", playing, "illegal_event: the game is not over"},
      {"break_off", "", open, "illegal_event: there is nothing to break off"},
      {"break_off", "", over, "illegal_event: there is nothing to break off"},
  };
  for (const Refused& one : refused)
    EXPECT_EQ(answer(table_at(one.stage), sound(one.verb, one.by)), one.sentence) << one.verb << int(one.stage);
  for (const Command& command : Commands::list) {
    const auto stages =
        std::count_if(refused.begin(), refused.end(), [&](auto& one) { return one.verb == command.verb; });
    EXPECT_EQ(stages, command.handler != nullptr ? 2 : 0) << command.verb;
  }
}

TEST(Commands, AreGivenOnlyByWhoMay) {
  constexpr TableStage open = TableStage::open, playing = TableStage::playing, over = TableStage::over;
  const std::string foreign = "not_yours: this seat is not yours";
  const std::vector<Refused> refused = {
      {"sit", "", open, "not_yours: only people take seats"},
      {"bot", "p1", open, "not_yours: only who opened the table invites bots"},
      {"bot", "", open, "not_yours: only who opened the table invites bots"},
      {"stand", "p1", open, foreign},
      {"stand", "", open, foreign},
      {"start", "p1", open, "not_yours: only who opened the table starts the game"},
      {"start", "", open, "not_yours: only who opened the table starts the game"},
      {"event", "p1", playing, foreign},
      {"event", "", playing, foreign},
      {"undo", "p1", playing, foreign},
      {"undo", "", playing, foreign},
      {"correct", "guest", playing, foreign},
      {"correct", "", playing, foreign},
      {"away", "guest", playing, foreign},
      {"away", "", playing, foreign},
      {"back", "p1", playing, foreign},
      {"back", "", playing, foreign},
      {"resign", "p1", playing, foreign},
      {"resign", "", playing, foreign},
      {"next", "guest", playing, foreign},
      {"rematch", "guest", over, "not_yours: you do not sit at this table"},
      {"rematch", "", over, "not_yours: you do not sit at this table"},
      {"break_off", "p0", playing, "not_yours: only the server breaks a game off"},
  };
  for (const Refused& one : refused)
    EXPECT_EQ(answer(table_at(one.stage), sound(one.verb, one.by)), one.sentence) << one.verb << " by " << one.by;
  for (const Command& command : Commands::list)
    EXPECT_EQ(command.handler != nullptr,
              std::any_of(refused.begin(), refused.end(), [&](auto& one) { return one.verb == command.verb; }))
        << command.verb;
}

TEST(Commands, OnTheSeatOfABotAreTheHostsOrTheServers) {
  const auto on_bot = [](std::string_view verb, std::string_view by, TableStage stage) {
    JsonObject entry = sound(verb, by);
    entry["seat"] = 2;
    return answer(table_at(stage), entry);
  };
  EXPECT_EQ(on_bot("stand", "p1", TableStage::open), "not_yours: this seat is not yours");
  EXPECT_EQ(on_bot("stand", "p0", TableStage::open), "");
  EXPECT_EQ(on_bot("event", "p0", TableStage::playing), "not_yours: this seat is not yours");
  EXPECT_EQ(on_bot("event", "", TableStage::playing), "dice_due: dice are due: a roll comes next, not 'score'");
  EXPECT_EQ(on_bot("back", "p0", TableStage::playing), "not_yours: this seat is not yours");
  EXPECT_EQ(on_bot("away", "p0", TableStage::playing), "illegal_event: a bot plays here");
}

TEST(Commands, SayWhichFieldIsMissingOrWrong) {
  const std::map<std::string_view, std::string> wrong_type = {{"seat", "'seat' is not a whole number from 0 to 2"},
                                                              {"first", "'first' is not a whole number from 0 to 2"},
                                                              {"seed", "'seed' is not a string"},
                                                              {"bot", "'bot' is not a string"},
                                                              {"event", "'event' is not a string"},
                                                              {"ply", "'ply' is not a whole number from 0 to 65535"},
                                                              {"drop", "'drop' is not true or false"},
                                                              {"table", "'table' is not a string"}};
  for (const Command& command : Commands::list) {
    if (command.handler == nullptr) continue;
    const Table table = table_at(command.when.stage);
    for (const Field& field : command.fields) {
      if (field.given == Given::beside) continue;
      JsonObject entry = sound(command.verb, command.by.who == Who::server ? "" : "p0");
      entry[field.name] = JsonArray{};
      EXPECT_EQ(answer(table, entry), "bad_request: " + wrong_type.at(field.name)) << command.verb;
      entry.erase(field.name);
      const std::string missing = "bad_request: '" + std::string(field.name) + "' is missing";
      EXPECT_EQ(answer(table, entry) == missing, field.given != Given::perhaps) << command.verb << " " << field.name;
    }
  }
}

TEST(Commands, TakeOnlyValuesThatAreOnes) {
  const auto with = [](std::string_view verb, TableStage stage, std::string_view key, const Json& value) {
    JsonObject entry = sound(verb, "p0");
    entry[key] = value;
    return answer(table_at(stage), entry);
  };
  EXPECT_EQ(with("stand", TableStage::open, "seat", 3), "bad_request: 'seat' is not a whole number from 0 to 2");
  EXPECT_EQ(with("stand", TableStage::open, "seat", -1), "bad_request: 'seat' is not a whole number from 0 to 2");
  EXPECT_EQ(with("sit", TableStage::open, "seed", "a b"),
            "bad_request: a seed is 1 to 64 letters, digits, - and _, and not - alone");
  EXPECT_EQ(with("sit", TableStage::open, "seed", "-"), "illegal_event: this seat is taken");
  EXPECT_EQ(with("resign", TableStage::playing, "bot", "random").substr(0, 13), "unknown_level");
  EXPECT_EQ(with("rematch", TableStage::over, "table", Json(std::string(32, 'g'))),
            "bad_request: 'table' is not the address of a table");
}

// ---- Requests and entries

TEST(Commands, SomeAreRequestsOnlyAndSomeEntriesOnly) {
  const Table table = table_at(TableStage::playing);
  for (std::string_view verb : {"open", "roll", "fly"})
    EXPECT_EQ(answer(table, {{"do", verb}, {"at", 3}, {"seat", 0}}),
              "bad_request: at a table one cannot '" + std::string(verb) + "'");
  for (std::string_view verb : {"open", "break_off", "fly"})
    EXPECT_EQ(parse_command({{"do", verb}}, table, [] { return Bytes32{}; }).error().message,
              "at a table one cannot '" + std::string(verb) + "'");
}

TEST(Commands, SayWhatEveryEntryNeeds) {
  const Table table = table_at(TableStage::playing);
  EXPECT_EQ(answer(table, {{"at", 3}}), "bad_request: 'do' is missing");
  EXPECT_EQ(answer(table, {{"do", 1}, {"at", 3}}), "bad_request: 'do' is not a string");
  EXPECT_EQ(answer(table, {{"do", "next"}, {"by", 1}, {"at", 3}}), "bad_request: 'by' is not a string");
  EXPECT_EQ(answer(table, {{"do", "next"}, {"by", "p0"}}), "bad_request: 'at' is missing");
  EXPECT_EQ(answer(table, {{"do", "next"}, {"by", "p0"}, {"at", -1}}), "bad_request: 'at' is missing");
}

}  // namespace
}  // namespace volpe::tables
