// Bots at tables: what a bot of some level decides, and which cannot play here.
#pragma once

#include <string>
#include <vector>

#include "tables/game_session.h"

namespace volpe::server {

// The event that a bot chooses for a seat that can decide; an error if its model is missing. Each thread has bots of
// its own, which remember what they have seen.
Result<std::string> bots_choice(const tables::AnySession& session, int seat, const std::string& level, bool match);

// Bots that cannot play a game, because a model is missing or damaged.
struct MissingBots {
  std::string_view game;
  int from;  // this level and those above it
  std::string why;
};

// Checks all models.
std::vector<MissingBots> missing_bots();

}  // namespace volpe::server
