// GameView: a game as the screen sees it, wherever it is played. A local one plays the game itself (local_game_view.h);
// a remote one shows a table of a server (remote_game_view.h). The screen renders the view's state, sends it commands,
// and lets it update in between.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "games/view.h"

namespace volpe {

struct SeatView {
  std::string name;     // as in a record: a name, or "bot:level3"
  bool local = false;   // decided at this keyboard
  bool present = true;  // at a server: whether the person in this seat is watching now
};

struct LogEntry {
  int seat;           // who decided, or whose dice were thrown
  std::string event;  // as in a record
};

// Game `number` of `of` in a match, and the points that each seat has from the games before.
struct MatchStanding {
  int number = 1, of = 1;
  std::vector<int> points;
};

inline constexpr int nobody = -1;

// Everything that is rendered. It changes only in commands and in update.
struct ViewState {
  // As in docs/engine-protocol.md; with `effects` where a seat of this keyboard decides. Empty before the game begins
  // (at a table that waits for players): then only `notice` is shown.
  JsonObject position;
  std::vector<SeatView> seats;  // in the order of the position
  std::vector<LogEntry> log;    // oldest first; the earliest may have been dropped
  int asked = nobody;           // the seat of this keyboard that must decide, throw, or add a seed
  bool types_dice = false;      // its roll is typed (decide "roll y3 …"); otherwise roll() throws
  bool can_undo = false;
  std::string commitment;   // of fair dice
  bool wants_seed = false;  // `asked` must first add a seed to fair dice (add_seed)
  std::optional<MatchStanding> match;
  bool next_game = false;        // the game is over, and next_game() continues the match or starts a rematch
  bool can_skip_pauses = false;  // nobody here is asked, and skip_pauses() shortens the wait
  std::string notice;            // the key of a text to show, such as "connection.lost"; usually empty
  std::string saved_at;          // the file or address under which the game can be resumed
  // The results of request_hint and request_analysis; they vanish when the position changes.
  std::optional<JsonArray> advice;     // as the engine protocol's `advise`, best first
  std::optional<JsonObject> analysis;  // docs/analysis.md
  double analysis_progress = 0;        // 0 to 1
};

inline bool is_over(const ViewState& view) { return !view.position.empty() && !view.position.at("result").is_null(); }
inline bool match_goes_on(const ViewState& view) {
  return is_over(view) && view.match && view.match->number < view.match->of;
}

// Why a command was refused; it has changed nothing then. Empty if it was carried out.
using Refusal = std::optional<Error>;

class GameView {
 public:
  virtual ~GameView() = default;

  virtual const ViewState& state() const = 0;

  virtual Refusal add_seed(const std::string& seed) = 0;  // empty: a random one
  virtual Refusal roll() = 0;
  virtual Refusal decide(const std::string& event) = 0;
  virtual Refusal undo() = 0;
  virtual Refusal request_hint() = 0;      // the hint is in the state at once, or after some update
  virtual Refusal request_analysis() = 0;  // the same; only when the game is over
  virtual Refusal next_game() = 0;

  // Between keys the screen waits until this file is readable (-1: none) or the timeout has passed (in milliseconds;
  // -1: none), and then calls update: bots decide, and messages are read. update returns whether the state has changed.
  virtual int readable_file() const { return -1; }
  virtual int timeout() const = 0;
  virtual bool update() = 0;
  virtual void skip_pauses() {}  // a key was pressed while nobody here is asked
};

}  // namespace volpe
