// Joining a server: its address, its open tables, and a seat at one of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "client/address.h"
#include "i18n/texts.h"
#include "terminal/game_view.h"

namespace volpe {

// Who joins, and how.
struct JoinOptions {
  std::string name;    // empty: the one that the server knows, or a guest
  bool watch = false;  // takes no seat
  std::string folder;  // holds the tokens of servers
};

// An error as a sentence in the person's language.
struct UserError {
  std::string text;
};

Result<client::Address, UserError> parse_address(const std::string& text, const Texts& texts);

// A table of the public list that waits for players.
struct OpenTable {
  std::string table, game;
  int seats = 0, taken = 0;
};
Result<std::vector<OpenTable>, UserError> open_tables(const client::Server& server, const Texts& texts);

// Takes a free seat of the table, or watches if there is none.
Result<std::unique_ptr<GameView>, UserError> join_table(const client::Address& address, const JoinOptions& options,
                                                        const Texts& texts);

}  // namespace volpe
