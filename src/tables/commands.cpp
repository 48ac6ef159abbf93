// Checks entries and requests against the row of their verb.
#include "tables/commands.h"

#include "dice/fair.h"
#include "games/notation.h"
#include "players/roster.h"

namespace volpe::tables {
namespace {

template <class Fits>
const Command* find(std::string_view verb, const Fits& fits) {
  const auto* found = std::find_if(std::begin(Commands::list), std::end(Commands::list),
                                   [&](const Command& command) { return command.verb == verb && fits(command); });
  return found == std::end(Commands::list) ? nullptr : found;
}

std::string read_seed(const Fields& object, std::string_view key) {
  std::string seed = object.text(key);
  if (seed != no_seed && !good_seed(seed)) object.fail("a seed is 1 to 64 letters, digits, - and _, and not - alone");
  return seed;
}

std::string read_address(const Fields& object, std::string_view key) {
  std::string address = object.text(key);
  if (address.size() != 32 || address.find_first_not_of("0123456789abcdef") != address.npos)
    object.fail(quote(key) + " is not the address of a table");
  return address;
}

// What has no code of its own is the error of `object`.
std::optional<Error> read_field(const Field& field, const Fields& object, int seats, CommandArguments& into) {
  switch (field.type) {
    case FieldType::seat: into.seat = object.integer(field.name, 0, seats - 1); break;
    case FieldType::first: into.first = object.integer(field.name, 0, seats - 1); break;
    case FieldType::seed: into.seed = read_seed(object, field.name); break;
    case FieldType::level:
      into.bot = object.text(field.name);
      if (level_named(into.bot) == 0) return unknown_player(into.bot);
      break;
    case FieldType::event: into.event = object.text(field.name); break;
    case FieldType::ply: into.ply = object.integer(field.name, 0, longest_game); break;
    case FieldType::truth: into.drop = object.truth(field.name); break;
    case FieldType::address: into.table = read_address(object, field.name); break;
    case FieldType::none:
    case FieldType::name: break;
  }
  return {};
}

bool plays(const Seat& seat, const CommandArguments& arguments, const Table& table) {
  if (seat.bot.empty()) return seat.who == arguments.by;
  const bool real_dice = table.settings().dice == "real" && tells_dice(arguments.event);
  return arguments.by.empty() || (real_dice && table.seated(arguments.by));
}

bool is(Who who, const CommandArguments& arguments, const Table& table) {
  const std::string& by = arguments.by;
  const Seat& seat = table.seats()[size_t(arguments.seat)];
  switch (who) {
    case Who::person: return !by.empty();
    case Who::host: return by == table.host();
    case Who::owner: return !by.empty() && seat.who == by;
    case Who::owner_or_host: return seat.who.empty() ? seat.bot.empty() || by == table.host() : seat.who == by;
    case Who::player: return plays(seat, arguments, table);
    case Who::seated: return table.seated(by);
    case Who::seated_or_server: return by.empty() || table.seated(by);
    case Who::server: return by.empty();
  }
  return false;
}

}  // namespace

const Command* find_request(std::string_view verb) {
  return find(verb, [](const Command& command) { return command.form != Form::entry; });
}

const Command* find_entry(std::string_view verb) {
  return find(verb, [](const Command& command) { return command.handler != nullptr; });
}

i64 read_time(const Fields& entry) {
  const Json* at = entry.json().if_contains("at");
  if (at != nullptr && at->is_int64() && at->get_int64() >= 0) return at->get_int64();
  entry.fail("'at' is missing");
  return 0;
}

Result<CommandArguments> read_arguments(const Command& command, const JsonObject& object, const Table& table) {
  std::string error;
  const Fields fields(object, "", error);
  CommandArguments arguments;
  for (const Field& field : command.fields) {
    if (field.given == Given::perhaps && !fields.has(field.name)) continue;
    const std::optional<Error> unknown = read_field(field, fields, int(table.seats().size()), arguments);
    if (!error.empty()) return bad_request(error);
    if (unknown) return *unknown;
  }
  return arguments;
}

std::optional<Error> refusal(const Command& command, const CommandArguments& arguments, const Table& table) {
  if (table.stage() != command.when.stage) {
    const bool game_over = command.when.game_over && table.stage() == TableStage::over;
    return game_over ? game_is_over() : illegal_now(command.when.refusal);
  }
  if (!is(command.by.who, arguments, table)) return not_yours(command.by.refusal);
  return {};
}

Result<CheckedEntry> check_entry(const JsonObject& entry, const Table& table) {
  std::string error;
  const Fields fields(entry, "", error);
  const std::string verb = fields.text("do");
  std::string by = fields.has("by") ? fields.text("by") : std::string();
  const i64 at = read_time(fields);
  const Command* command = find_entry(verb);
  if (command == nullptr) fields.fail("at a table one cannot " + quote(verb));
  if (!error.empty()) return bad_request(error);
  Result<CommandArguments> arguments = read_arguments(*command, entry, table);
  if (!arguments) return arguments.error();
  arguments->by = std::move(by);
  arguments->at = at;
  if (const std::optional<Error> refused = refusal(*command, *arguments, table)) return *refused;
  return CheckedEntry{command, std::move(*arguments)};
}

}  // namespace volpe::tables
