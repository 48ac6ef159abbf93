// What a table was opened for: game, seats, rules, dice, bots' pace; as the entry `open` gives it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/json.h"
#include "games/games.h"
#include "games/options.h"

namespace volpe::tables {

// How fast bots play at a table, and how long they wait for it, in percent of what the server is set to.
inline constexpr std::string_view paces[] = {"normal", "slow", "fast"};
inline constexpr int pace_percent[] = {100, 200, 25};

// What a table was opened for.
struct TableSettings {
  AnyGame game;
  Setup setup;
  std::string dice;                      // "fair", "real", "daily"
  std::string date;                      // of daily dice
  std::string first;                     // who starts: "lot" or the number of a seat
  std::string series;                    // names the match in records
  std::vector<Bytes32> secrets;          // one for each game of fair dice, or the day's
  std::vector<std::string> commitments;  // to them, if dice are fair
  bool match = false, listed = false, hints = false;
  Mask paper = 0;  // seats that are played on paper, by place
  int limit = 0;   // seconds after which others may hand a seat to a bot
  int pace = 0;    // of bots: one of `paces`
};

// Reads the fields of an `open` entry; what does not fit is the error of `entry`.
TableSettings read_settings(const Fields& entry);

std::string_view name_of(const AnyGame& game);
// The chosen options of the rules by name.
JsonObject options_of(const TableSettings& settings);
// "<series> 2/3" for the second game of a match, as records name it; empty outside of matches.
std::string match_text(const TableSettings& settings, int game);

}  // namespace volpe::tables
