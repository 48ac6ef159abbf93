// RemoteTable: a table as its server last sent it (docs/server-api.md), and what this keyboard may do there.
#pragma once

#include <string>

#include "base/json.h"

namespace volpe {

class RemoteTable {
 public:
  // Takes what the server sends.
  void set(const JsonObject& table) { json_ = table; }
  void set_presence(const Json& here) { json_["here"] = here; }
  void clear() { json_ = {}; }

  bool empty() const { return json_.empty(); }
  int revision() const;

  std::string stage() const;  // "open", "playing" or "over"
  std::string dice() const;   // "fair", "real", "daily"
  bool is_match() const;
  bool has_hints() const;
  bool broken_off() const;
  bool hosted_here() const;
  int game_number(int otherwise) const;  // of a match, from 1
  std::string rematch() const;           // the table of the rematch; empty: none yet
  std::string commitment() const;        // of the current game's dice; empty: none
  const JsonArray& recent_events() const;

  bool begun() const { return json_.contains("position"); }
  bool over() const;
  const JsonObject& position() const { return json_.at("position").as_object(); }

  int seats() const;
  const JsonObject& player(int seat) const;
  bool is_free(int seat) const;
  bool is_mine(int seat) const;       // belongs to this person
  bool is_local(int seat) const;      // and no bot plays for them
  bool is_present(int seat) const;    // false if the person in this seat is not watching
  bool seated() const;                // this person has a seat
  int free_seat() const;              // the first; nobody: none
  int points_before(int seat) const;  // in a match: from the games before this one

  // The decision that a seat of this keyboard is asked for first; null if there is none.
  const JsonObject* choice() const;
  // The decision that can be taken back, if possible of the seat that is asked; null if there is none.
  const JsonObject* undo() const;
  // The seat of this keyboard that must throw the dice; nobody: none.
  int roller() const;

 private:
  JsonObject json_;
};

}  // namespace volpe
