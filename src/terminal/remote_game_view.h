// The room of a table at a server: what the table shows, and doings that are sent there. The connection may be lost and
// come back; nothing is lost or done twice.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "client/address.h"
#include "i18n/texts.h"
#include "terminal/game_view.h"

namespace volpe {

// Who joins, and how.
struct Joining {
  std::string name;    // empty: the one that the server knows, or a guest
  bool watch = false;  // takes no seat
  std::string folder;  // where it is kept who one is at a server
};

// A sentence, in the language of the words.
struct Sentence {
  std::string text;
};

Result<client::Address, Sentence> address_in(const std::string& text, const Texts& texts);

// A table of the public list that waits for players.
struct OpenTable {
  std::string table, game;
  int seats = 0, taken = 0;
};
Result<std::vector<OpenTable>, Sentence> open_tables(const client::Server& server, const Texts& texts);

// Takes a free seat of the table, or watches if there is none.
Result<std::unique_ptr<Room>, Sentence> join_table(const client::Address& address, const Joining& joining,
                                                   const Texts& texts);

}  // namespace volpe
