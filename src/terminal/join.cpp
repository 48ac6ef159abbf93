// Asks a server for its tables, and puts its errors into sentences.
#include "terminal/join.h"

#include <algorithm>

#include "client/json_fields.h"
#include "client/person.h"
#include "terminal/remote_game_view.h"

namespace volpe {
namespace {

using client::array_at;
using client::number_at;
using client::text_at;

// The terminal's own sentence for an error, or else the page's.
UserError error_sentence(const client::ApiError& error, const client::Address& address, const Texts& texts) {
  constexpr std::pair<std::string_view, std::string_view> sentences[] = {{"offline", "join.offline"},
                                                                         {"foreign", "join.foreign"},
                                                                         {"not_found", "join.not_found"},
                                                                         {"bad_request", "join.bad_request"},
                                                                         {"not_kept", "join.not_kept"}};
  for (const auto& [code, key] : sentences)
    if (code == error.code) return {texts(key, {{"address", address.url()}})};
  const std::string key = "error." + error.code;
  return {texts.has(key) ? texts(key) : texts("error.other") + " " + error.message};
}

}  // namespace

Result<client::Address, UserError> parse_address(const std::string& text, const Texts& texts) {
  const Result<client::Address, client::AddressError> address = client::parse_address(text);
  if (address) return *address;
  const bool encrypted = address.error() == client::AddressError::encrypted;
  return UserError{texts(encrypted ? "join.https" : "join.address", {{"address", text}})};
}

Result<std::vector<OpenTable>, UserError> open_tables(const client::Server& server, const Texts& texts) {
  const auto answer = client::call_api(server, client::Method::get, "tables?stage=open");
  if (!answer) return error_sentence(answer.error(), {server, ""}, texts);
  std::vector<OpenTable> tables;
  for (const Json& entry : array_at(*answer, "tables")) {
    if (!entry.is_object()) continue;
    const JsonObject& table = entry.get_object();
    tables.push_back(
        {text_at(table, "table"), text_at(table, "game"), number_at(table, "seats", 0), number_at(table, "taken", 0)});
  }
  return tables;
}

Result<std::unique_ptr<GameView>, UserError> join_table(const client::Address& address, const JoinOptions& options,
                                                        const Texts& texts) {
  const auto table = client::call_api(address.server, client::Method::get, "tables/" + address.table);
  if (!table) return error_sentence(table.error(), address, texts);
  const JsonArray& players = array_at(*table, "players");
  if (std::ranges::any_of(players, [](const Json& player) { return client::bool_at(player.as_object(), "paper"); }))
    return UserError{texts("join.paper")};
  std::string token;
  if (!options.watch) {
    const auto person = client::sign_in(address.server, options.folder, options.name, texts("me.guest"));
    if (!person) return error_sentence(person.error(), address, texts);
    token = person->token;
  }
  return make_remote_game_view(address, token, !options.watch, texts);
}

}  // namespace volpe
