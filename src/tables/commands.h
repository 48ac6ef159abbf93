// Every command at a table in one list: its fields, who may give it, at which stage, and what carries it out. What
// clients may send of it stands in docs/server-api.md; a test compares the two.
//
// A person sends a request, from which command_parser.h makes an entry; the server makes entries itself; a store gives
// back those that were written. An entry is a JSON object: `do` is the verb, `at` when it was done (milliseconds since
// 1970), `by` who did it: the handle of a person at this table, nobody if the server did. All of them are read and
// checked here and nowhere else.
#pragma once

#include <algorithm>

#include "tables/refusals.h"
#include "tables/table.h"

namespace volpe::tables {

// What an entry says, checked. A command sets the fields of its row; the others keep these values.
struct CommandArguments {
  std::string by = {};  // empty: the server
  i64 at = 0;
  int seat = 0;
  int first = 0;
  std::string seed{no_seed};
  std::string bot = {};
  std::string event = {};
  int ply = 0;
  bool drop = false;
  std::string table = {};
};

enum class FieldType {
  none,
  seat,     // the number of a seat at this table
  first,    // the number of the seat that starts
  seed,     // 1 to 64 letters, digits, - and _
  level,    // of a bot
  event,    // text that the game reads
  ply,      // the number of an event of the game, from 0
  truth,    // true or false
  address,  // of a table
  name      // of who plays on a seat
};

enum class Given {
  always,
  perhaps,
  by_server,  // in every entry; what a client sends for it does not count
  beside      // in the request only: entries hold no names
};

struct Field {
  std::string_view name = {};
  FieldType type = FieldType::none;
  Given given = Given::always;
};

namespace fields {
inline constexpr Field seat{"seat", FieldType::seat};
inline constexpr Field first{"first", FieldType::first, Given::by_server};
inline constexpr Field seed{"seed", FieldType::seed, Given::perhaps};
inline constexpr Field name{"name", FieldType::name, Given::beside};
inline constexpr Field bot{"bot", FieldType::level};
inline constexpr Field event{"event", FieldType::event};
inline constexpr Field ply{"ply", FieldType::ply};
inline constexpr Field drop{"drop", FieldType::truth, Given::perhaps};
inline constexpr Field table{"table", FieldType::address, Given::by_server};
}  // namespace fields

// Whether people ask for it, whether it is written, or both.
enum class Form { request_and_entry, request, entry };

// What a request says to show that it means the game as it is now.
enum class Point {
  none,
  ply,    // `ply`
  choice  // `ply`, or `turn` and `step` where the seat need not wait for others
};

enum class Who {
  person,            // anybody but the server
  host,              // who opened the table
  owner,             // the person whose seat it is
  owner_or_host,     // the same, or the host where a bot sits
  player,            // its owner, or the server for a bot; everybody seated enters real dice for bots
  seated,            // any person who sits here
  seated_or_server,  // the same, or the server
  server
};

// A condition, and the sentence for what does not meet it.
struct By {
  Who who = Who::server;
  std::string_view refusal = {};
};
struct When {
  TableStage stage = TableStage::open;
  std::string_view refusal = {};
  bool game_over = false;  // after the end that is the reason instead, with its own code
};

// As many as a command has; the places after the last are empty.
struct FieldList {
  Field places[3] = {};

  constexpr const Field* begin() const { return places; }
  constexpr const Field* end() const { return std::find_if(begin(), std::end(places), is_empty); }
  static constexpr bool is_empty(const Field& field) { return field.type == FieldType::none; }
};

struct Command {
  std::string_view verb = {};
  Form form = Form::request_and_entry;
  FieldList fields = {};
  Point point = Point::none;
  By by = {};
  When when = {};
  std::optional<Error> (Table::*handler)(const CommandArguments&) = nullptr;
};

struct Commands {
  static constexpr Command list[] = {
      // The first entry, from which table_settings.h reads what the table is for.
      {.verb = "open", .form = Form::entry},

      // Takes a free seat.
      {.verb = "sit",
       .fields = {fields::seat, fields::seed, fields::name},
       .by = {Who::person, "only people take seats"},
       .when = {TableStage::open, "the game has begun"},
       .handler = &Table::sit},

      // Puts a bot on a free seat.
      {.verb = "bot",
       .fields = {fields::seat, fields::bot},
       .by = {Who::host, "only who opened the table invites bots"},
       .when = {TableStage::open, "the game has begun"},
       .handler = &Table::bot},

      // Leaves a seat, or sends a bot away.
      {.verb = "stand",
       .fields = {fields::seat},
       .by = {Who::owner_or_host, foreign_seat},
       .when = {TableStage::open, "the game has begun: hand the seat to a bot, or resign"},
       .handler = &Table::stand},

      // Begins the game; the seat that starts becomes seat 0.
      {.verb = "start",
       .fields = {fields::first},
       .by = {Who::host, "only who opened the table starts the game"},
       .when = {TableStage::open, "the game has begun"},
       .handler = &Table::start},

      // Throws the dice of the table. The entry is an `event`, and allowed as one.
      {.verb = "roll", .form = Form::request, .fields = {fields::seat}, .point = Point::ply},

      // A roll, a decision, or what a seat on paper left on the table.
      {.verb = "event",
       .fields = {fields::seat, fields::event},
       .point = Point::choice,
       .by = {Who::player, foreign_seat},
       .when = {TableStage::playing, "the game has not begun", true},
       .handler = &Table::event},

      // Takes back the seat's last decision, or what it left.
      {.verb = "undo",
       .fields = {fields::seat},
       .point = Point::choice,
       .by = {Who::owner, foreign_seat},
       .when = {TableStage::playing, "there is nothing to take back"},
       .handler = &Table::undo},

      // With real dice: what was really rolled or marked. With `drop`, what no longer fits after it is given up.
      {.verb = "correct",
       .fields = {fields::ply, fields::event, fields::drop},
       .by = {Who::seated, foreign_seat},
       .when = {TableStage::playing, "there is nothing to correct"},
       .handler = &Table::correct},

      // A bot plays for the seat: its owner asks for it, or others when the limit is over.
      {.verb = "away",
       .fields = {fields::seat, fields::bot},
       .by = {Who::seated, foreign_seat},
       .when = {TableStage::playing, game_not_on},
       .handler = &Table::away},

      // The owner plays again.
      {.verb = "back",
       .fields = {fields::seat},
       .by = {Who::owner, foreign_seat},
       .when = {TableStage::playing, no_bot_for_you},
       .handler = &Table::back},

      // As `away`, for good.
      {.verb = "resign",
       .fields = {fields::seat, fields::bot},
       .by = {Who::owner, foreign_seat},
       .when = {TableStage::playing, game_not_on},
       .handler = &Table::resign},

      // The next game of a match.
      {.verb = "next",
       .by = {Who::seated_or_server, foreign_seat},
       .when = {TableStage::playing, no_next_game},
       .handler = &Table::next},

      // Where play goes on.
      {.verb = "rematch",
       .fields = {fields::table},
       .by = {Who::seated, "you do not sit at this table"},
       .when = {TableStage::over, "the game is not over"},
       .handler = &Table::link_rematch},

      // Nobody has come for long, so the secret of fair dice is shown.
      {.verb = "break_off",
       .form = Form::entry,
       .by = {Who::server, "only the server breaks a game off"},
       .when = {TableStage::playing, nothing_to_break_off},
       .handler = &Table::break_off},
  };
};

// The row of a verb that people may ask for, or of one that may follow the opening of a table; null if there is none.
const Command* find_request(std::string_view verb);
const Command* find_entry(std::string_view verb);

// When an entry was made; what is wrong with it is the error of `entry`.
i64 read_time(const Fields& entry);

// The fields of a row in a request or an entry, without `by` and `at`.
Result<CommandArguments> read_arguments(const Command& command, const JsonObject& object, const Table& table);

// Why a command cannot be given: not at this stage of the table, or not by this person.
std::optional<Error> refusal(const Command& command, const CommandArguments& arguments, const Table& table);

// An entry that its row allows. The handler refuses what is particular to the command.
struct CheckedEntry {
  const Command* command;
  CommandArguments arguments;
};
Result<CheckedEntry> check_entry(const JsonObject& entry, const Table& table);

}  // namespace volpe::tables
