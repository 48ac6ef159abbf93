// Games at one keyboard as files: a record that is replaced as a whole after every event, and which of them can be
// resumed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/record.h"

namespace volpe {

// Thrown when a record cannot be written: playing on would lose the game.
struct SaveError {
  std::string message;
};

// Replaces a file atomically: at any moment it has its old or its new text.
void save_record(const std::string& path, const std::string& text);

// The secret of fair dice is in a file beside the record until the record reveals it; only its owner can read it.
void save_secret(const std::string& record, const Bytes32& secret);
std::optional<Bytes32> load_secret(const std::string& record);
void remove_secret(const std::string& record);

// The path of game number `game` (from 0) of a match: game.volpe becomes game-2.volpe.
std::string numbered_path(const std::string& path, int game);

// A path in the folder that no file has yet, named after the time and the game.
std::string new_record_path(const std::string& folder, std::string_view game);

struct SavedGame {
  std::string path;
  AnyPlay play;
};

// Reads a record; the error says why it cannot be read.
Result<SavedGame> load_saved_game(const std::string& path);

// How many games the match of a play has; 1 without one.
int games_of_match(const Header& header);

// At most `most` games in a folder that are not over, the latest first. A match is there with the game that is being
// played, or with its last finished game if others are to follow.
std::vector<SavedGame> unfinished_games(const std::string& folder, size_t most);

}  // namespace volpe
