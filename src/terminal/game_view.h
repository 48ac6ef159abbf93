// A room: a game as the screen sees it, wherever it is played. A room here plays it itself (local_room.h); one
// elsewhere shows a table of a server. The screen draws what `view` holds, asks for doings, and lets the room go on in
// between.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "games/view.h"

namespace volpe {

struct RoomSeat {
  std::string name;   // as in a record: a name, or "bot:level3"
  bool here = false;  // decided at this keyboard
  bool there = true;  // elsewhere: whether whoever sits there is watching now
};

struct Happening {
  int seat;           // who decided, or whose dice were thrown
  std::string event;  // as in a record
};

// What a place in a match is about: game `number` of `of`, and what each seat has from the games before.
struct MatchPlace {
  int number = 1, of = 1;
  std::vector<int> points;
};

inline constexpr int nobody = -1;

// Everything that is drawn. It changes only in doings and in go_on.
struct View {
  // protocol.md; with `effects` where a seat of this keyboard decides. Empty before there is a game (a table that waits
  // for players): then only `notice` is shown.
  JsonObject position;
  std::vector<RoomSeat> seats;  // in the order of the position
  std::vector<Happening> log;   // the latest last; the earliest may have been dropped
  int asked = nobody;           // the seat of this keyboard that has to decide, to throw, or to add a seed
  bool types_dice = false;      // its roll is typed (decide "roll y3 …"); else roll() throws
  bool can_undo = false;
  std::string commitment;   // fair dice: what was committed to
  bool wants_seed = false;  // `asked` adds a seed to fair dice before anything else (add_seed)
  std::optional<MatchPlace> match;
  bool next_game = false;  // the game is over and next_game() goes on: with the match, or with another game like it
  bool can_hurry = false;  // nobody here is asked, and hurry() makes it shorter
  std::string notice;      // a key of words to be shown, as "connection.lost"; usually empty
  std::string kept;        // where the game is kept, to be named on leaving: a file or an address
  // Answers to ask_hint and ask_analysis; they vanish when the position changes.
  std::optional<JsonArray> advice;     // as the engine protocol's `advise`, best first
  std::optional<JsonObject> analysis;  // docs/analysis.md
  double analysed = 0;                 // how much of it is done, 0 to 1
};

inline bool is_over(const View& view) { return !view.position.empty() && !view.position.at("result").is_null(); }
inline bool match_goes_on(const View& view) {
  return is_over(view) && view.match && view.match->number < view.match->of;
}

// What was refused, and why; nothing has changed then.
using Refusal = std::optional<Error>;

class Room {
 public:
  virtual ~Room() = default;

  virtual const View& view() const = 0;

  virtual Refusal add_seed(const std::string& seed) = 0;  // empty: a random one
  virtual Refusal roll() = 0;
  virtual Refusal decide(const std::string& event) = 0;
  virtual Refusal undo() = 0;
  virtual Refusal ask_hint() = 0;      // the answer is in the view at once, or comes in go_on
  virtual Refusal ask_analysis() = 0;  // the same; only when the game is over
  virtual Refusal next_game() = 0;
  virtual void leave() {}  // the person goes; a game that is not over can be resumed

  // Between keys the screen waits until this file is readable (-1: none) or `patience` milliseconds have passed (-1:
  // any time), and then lets the room go on: bots decide, news are read. True if the view has changed.
  virtual int news() const { return -1; }
  virtual int patience() const = 0;
  virtual bool go_on() = 0;
  virtual void hurry() {}  // a key was pressed while nobody here is asked: no pause for show
};

}  // namespace volpe
