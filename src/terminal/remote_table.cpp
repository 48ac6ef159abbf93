// Questions about a table, answered from the server's JSON.
#include "terminal/remote_table.h"

#include "client/json_fields.h"
#include "terminal/game_view.h"

namespace volpe {

using client::array_at;
using client::bool_at;
using client::number_at;
using client::text_at;

int RemoteTable::revision() const { return number_at(json_, "revision", 0); }
std::string RemoteTable::stage() const { return text_at(json_, "stage"); }
std::string RemoteTable::dice() const { return text_at(json_, "dice"); }
bool RemoteTable::is_match() const { return bool_at(json_, "match"); }
bool RemoteTable::has_hints() const { return bool_at(json_, "hints"); }
bool RemoteTable::broken_off() const { return bool_at(json_, "broken_off"); }
bool RemoteTable::hosted_here() const { return bool_at(json_, "host"); }
int RemoteTable::game_number(int otherwise) const { return number_at(json_, "games", otherwise); }
std::string RemoteTable::rematch() const { return text_at(json_, "rematch"); }

std::string RemoteTable::commitment() const {
  const JsonArray& commitments = array_at(json_, "commitments");
  const int game = game_number(1);
  if (game < 1 || size_t(game) > commitments.size()) return {};
  return std::string(commitments[size_t(game) - 1].as_string());
}

const JsonArray& RemoteTable::recent_events() const { return array_at(json_, "recent"); }

bool RemoteTable::over() const { return begun() && !position().at("result").is_null(); }

int RemoteTable::seats() const { return int(array_at(json_, "players").size()); }

const JsonObject& RemoteTable::player(int seat) const {
  return array_at(json_, "players").at(size_t(seat)).as_object();
}

bool RemoteTable::is_free(int seat) const { return text_at(player(seat), "kind") == "free"; }
bool RemoteTable::is_mine(int seat) const { return seat >= 0 && seat < seats() && bool_at(player(seat), "you"); }
bool RemoteTable::is_local(int seat) const { return is_mine(seat) && player(seat).at("bot").is_null(); }

bool RemoteTable::is_present(int seat) const {
  const JsonArray& here = array_at(json_, "here");
  return text_at(player(seat), "kind") != "person" || size_t(seat) >= here.size() || here[size_t(seat)] == true;
}

bool RemoteTable::seated() const {
  for (int seat = 0; seat < seats(); ++seat)
    if (is_mine(seat)) return true;
  return false;
}

int RemoteTable::free_seat() const {
  for (int seat = 0; seat < seats(); ++seat)
    if (is_free(seat)) return seat;
  return nobody;
}

// The server counts a game that is over already.
int RemoteTable::points_before(int seat) const {
  const int points = number_at(player(seat), "points", 0);
  return over() ? points - position().at("result").at("totals").at(size_t(seat)).to_number<int>() : points;
}

const JsonObject* RemoteTable::choice() const {
  for (const Json& choice : array_at(json_, "choices"))
    if (is_local(number_at(choice.as_object(), "seat", nobody))) return &choice.as_object();
  return nullptr;
}

const JsonObject* RemoteTable::undo() const {
  const JsonObject *asked = choice(), *found = nullptr;
  for (const Json& undo : array_at(json_, "undo")) {
    const int seat = number_at(undo.as_object(), "seat", nobody);
    const bool is_asked = asked != nullptr && seat == number_at(*asked, "seat", nobody);
    if (is_local(seat) && (found == nullptr || is_asked)) found = &undo.as_object();
  }
  return found;
}

int RemoteTable::roller() const {
  const int seat = number_at(json_, "roller", nobody);
  return is_local(seat) ? seat : nobody;
}

}  // namespace volpe
