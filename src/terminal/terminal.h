// The full-screen game: whether a terminal can show it, in which words, and playing there.
#pragma once

#include <memory>
#include <string>

#include "i18n/texts.h"
#include "terminal/local_game_view.h"
#include "terminal/remote_game_view.h"
#include "terminal/saved_games.h"

namespace volpe {

// Whether input and output are a terminal to draw on.
bool terminal_possible();

// The words of a language, or of the environment's if it is empty. A terminal that knows ASCII alone can not show
// Russian: it gets English.
Texts terminal_texts(const std::string& language);

// A text as the terminal can print it besides the screen.
std::string printable(const std::string& text);

// What a person without a name is called: "You", or "Player 2" among several.
std::string person_name(const Texts& texts, int seat, bool alone);

// Plays in a room, or in those that the menu finds, until somebody leaves. Returns where an unfinished game is kept;
// empty if there is none.
std::string play_at_terminal(const Texts& texts, const std::string& folder, std::unique_ptr<Room> room);

// Plays at a table of a server; at the server's own address one of its open tables is chosen. Returns the address of
// the table if its game is not over, or a sentence that says why it can not be joined.
Result<std::string, Sentence> join_at_terminal(const Texts& texts, const std::string& address, const Joining& joining);

}  // namespace volpe
