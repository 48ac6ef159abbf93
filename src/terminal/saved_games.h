// Where games at one keyboard are kept: a record that is replaced whole with every event, and which of them can go on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/record.h"

namespace volpe {

// Thrown when a record can not be written: going on would lose the game.
struct NotKept {
  std::string message;
};

// Replaces a file whole: at any moment it is there as it was, or as it is now.
void keep(const std::string& path, const std::string& text);

// The secret of fair dice lies beside its record until it is revealed there, readable to its owner alone.
void keep_secret(const std::string& record, const Bytes32& secret);
std::optional<Bytes32> kept_secret(const std::string& record);
void drop_secret(const std::string& record);

// The file for a game of a match (from 0): game.volpe becomes game-2.volpe.
std::string numbered(const std::string& path, int game);

// A new file in the folder of games, named after the time and the game.
std::string new_record(const std::string& folder, std::string_view game);

struct Kept {
  std::string path;
  AnyPlay play;
};

// A record that is read again; the error says why it can not be.
Result<Kept> read_kept(const std::string& path);

// How many games the match of a play has; 1 without one.
int games_of_match(const Header& header);

// The games in a folder that are not over, the latest first. Of a match it is the game that is on, or the last that was
// finished, if others are to follow.
std::vector<Kept> unfinished(const std::string& folder, size_t most);

}  // namespace volpe
