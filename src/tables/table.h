// A table: people and bots around a game, as a pure function of the entries that were written about it.
//
// An entry is a JSON object that says what was done, when and by whom (commands.h lists all of them). It is checked
// when it is made and again whenever the table is read: a table that stands has only entries that were allowed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tables/game_session.h"
#include "tables/table_settings.h"

namespace volpe::tables {

struct Seat {
  int place = 0;              // its number when the table was opened, which stays while seats turn
  std::string who = {};       // handle of the person whose seat it is; empty: nobody's
  std::string bot = {};       // level of the bot that plays here; empty: the person does
  std::string seed{no_seed};  // what the person adds to fair dice
  bool paper = false;         // played on paper: nothing is known of it but what its owner reports after its turns
  bool resigned = false;
  bool helped = false;  // a bot has played for the person
  int points = 0;       // of the games of a match that are over

  bool taken() const { return !who.empty() || !bot.empty(); }
};

// Something that the server has to do itself: a seat's bot throws the dice or decides.
struct BotTask {
  int seat;
  std::string bot;
  bool roll;
};

// How a seat ended.
struct SeatResult {
  std::string who;  // whose score it is; empty: nobody's
  int total;
  JsonObject body;
};

enum class TableStage { open, playing, over };
inline constexpr std::string_view stage_names[] = {"open", "playing", "over"};

// Whether an event is about dice, thrown or left on the table, and not a decision.
inline bool tells_dice(std::string_view event) { return event.starts_with("roll") || event.starts_with("left"); }

struct CommandArguments;

class Table {
 public:
  // The table that its first entry opens.
  static Result<Table> open(const JsonObject& entry);
  // The table after one more entry, or why that cannot be.
  Result<Table> after(const JsonObject& entry) const;

  i64 revision() const { return revision_; }
  i64 time() const { return time_; }    // of the last entry
  i64 since() const { return since_; }  // when the seats that are due became so
  TableStage stage() const { return stage_; }
  const TableSettings& settings() const { return settings_; }
  const std::vector<Seat>& seats() const { return seats_; }
  const std::string& rematch() const { return rematch_; }
  const AnySession* session() const { return games_.empty() ? nullptr : &games_.back(); }
  int games() const { return static_cast<int>(games_.size()); }
  const std::string& host() const { return host_; }
  bool seated(std::string_view who) const;
  bool waits_for(int seat) const;  // to decide or to throw

  // Whether a request to roll, decide or undo was made with the game as it is in mind: its `ply` or, where a seat need
  // not wait for others, its `turn` and `step`.
  std::optional<Error> stale(int seat, const JsonObject& request, bool roll = false) const;

  std::vector<BotTask> bot_tasks() const;
  // The roll that comes next, as the event of the seat that throws; nothing with real dice.
  std::optional<std::string> next_roll_text() const;

  // What a person may see: what everybody does, and what only they do. Presence is not known here; `names` are those
  // of the seats as they are shown, or none.
  JsonObject view(std::string_view who) const;
  JsonObject shared_view() const;
  JsonObject personal_view(std::string_view who) const;
  std::string shared_view_text() const;
  std::string personal_view_text(std::string_view who, const std::vector<std::string>& names) const;
  JsonObject summary() const;          // a line in lists
  JsonObject rematch_request() const;  // a request to open another table like it, with the same bots
  // Why a person may not open a rematch.
  std::optional<Error> rematch_refusal(std::string_view who) const;
  std::vector<SeatResult> results() const;  // one for each seat, when over; none with seats on paper
  // A game (from 1; 0: the last) with the names of the seats as they are now; the secret only when it is over. With
  // seats on paper there is no record: only queries show the past.
  Result<AnyPlay> play(int number, const std::vector<std::string>& names) const;
  Result<std::string> record(int number, const std::vector<std::string>& names) const;
  Result<JsonObject> query_position(int number, const std::vector<std::string>& names, const JsonObject& request) const;
  // The position that a seat would see after some decisions of its own.
  Result<JsonObject> preview(int seat, const std::vector<std::string>& events) const;

 private:
  using Wrong = std::optional<Error>;

  Wrong apply_entry(const JsonObject& entry);
  // What each command does once its row allows it.
  friend struct Commands;
  Wrong sit(const CommandArguments& arguments);
  Wrong bot(const CommandArguments& arguments);
  Wrong stand(const CommandArguments& arguments);
  Wrong start(const CommandArguments& arguments);
  Wrong event(const CommandArguments& arguments);
  Wrong undo(const CommandArguments& arguments);
  Wrong correct(const CommandArguments& arguments);
  Wrong away(const CommandArguments& arguments);
  Wrong back(const CommandArguments& arguments);
  Wrong resign(const CommandArguments& arguments);
  Wrong next(const CommandArguments& arguments);
  Wrong link_rematch(const CommandArguments& arguments);
  Wrong break_off(const CommandArguments& arguments);

  void begin_game();
  void check_end();
  Mask on_paper() const;  // seats, as they sit now
  Header header_of_game() const;
  Result<const AnySession*> game(int number) const;
  std::vector<std::string> names_in(const AnySession& game, const std::vector<std::string>& names) const;
  JsonObject decision_point(int seat) const;
  void write_summary(JsonText& json) const;
  void write_player(JsonText& json, const Seat& seat, std::string_view who, std::string_view name) const;
  template <class Session>
  void write_game(JsonText& json, const Session& session) const;
  template <class Session>
  void write_choices(JsonText& json, const Session& session, std::string_view who) const;
  void write_decision_point(JsonText& json, int seat) const;

  TableSettings settings_;
  std::vector<Seat> seats_;  // in the order of the game that is on
  std::vector<AnySession> games_;
  TableStage stage_ = TableStage::open;
  bool broken_off_ = false;
  std::string host_, rematch_;
  i64 revision_ = 0, time_ = 0, since_ = 0;
};

}  // namespace volpe::tables
