// The full-screen game: whether this terminal can show it, in which language, and playing there.
#pragma once

#include <memory>
#include <string>

#include "i18n/texts.h"
#include "terminal/join.h"
#include "terminal/local_games.h"

namespace volpe {

// Whether input and output are a terminal that can be drawn on.
bool terminal_possible();

// The texts of a language; of the environment's language if it is empty. A terminal that can show only ASCII gets
// English in place of Russian.
Texts terminal_texts(const std::string& language);

// A text as the terminal can print it, in ASCII if need be.
std::string printable(const std::string& text);

// The name of a person who gave none: "You", or "Player 2" if there are several.
std::string person_name(const Texts& texts, int seat, bool alone);

// Plays a game, or those that the menu offers if it is null, until the person leaves. Returns the file of a game that
// can be resumed; empty if there is none.
std::string play_at_terminal(const Texts& texts, const std::string& folder, std::unique_ptr<GameView> game);

// Plays at a table of a server; the server's own address lets the person choose one of its open tables. Returns the
// address of the table if its game is not over, or why it cannot be joined.
Result<std::string, UserError> join_at_terminal(const Texts& texts, const std::string& address,
                                                const JoinOptions& options);

}  // namespace volpe
