// What a player needs of a server's messages (docs/server-api.md, "The WebSocket"), found in their text without
// building JSON values. A table may come whole or as changes of what was shown before.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/bits.h"

namespace volpe::client {

// Fields as JSON text, empty if they are missing; they are sent back as they came.
struct Choice {
  std::string seat, ply, turn, step;
  std::vector<std::string> legal;
};

// What one person has been shown of a table.
struct PlayerView {
  i64 revision = 0;
  std::string stage;  // "open", "playing" or "over", without quotes
  std::string ply;    // of the position, as JSON text
  std::string roller;
  std::vector<bool> own;  // for each seat, whether it is this person's
  bool may_choose = false;
  Choice choice;  // the first, if may_choose

  // Whether this person throws the dice that are due.
  bool may_roll() const;
};

// Which message it is. Those of type "table" and "delta" answer no request and are long: they are read up to the
// type.
struct MessageHead {
  std::string_view type, id;
  i64 revision = 0;  // of a request that is done
};

MessageHead read_head(std::string_view message);

// Brings the view up to date from a message of type "table" or "delta". False if the message makes no sense, or if
// its changes are based on another revision than that of the view.
bool read_table(std::string_view message, PlayerView& view);
bool read_changes(std::string_view message, PlayerView& view);

}  // namespace volpe::client
